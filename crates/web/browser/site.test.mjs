// The site of files: on a host without plywood, under a path, everything runs in the browser, and later without a network.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { PATIENCE, analyze, click, expectMoves, expectText, openNew, ready, site, startServer } from "./harness.mjs";
import { SIZES } from "./states.mjs";

const ENGINE = process.env.PLYWOOD_ENGINE ?? new URL("../../wasm/npm", import.meta.url).pathname;
const skip = !["plywood", "plywood-simd"].some((name) => existsSync(join(ENGINE, `${name}.wasm`))) && "the engine for browsers is not built: run crates/wasm/make";
/** The site is not at the root of its host. */
const PATH = "/some/where";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

let parent = null;
let folder = null;
let host = null;

/** A host of files under `PATH`; gives its address and a function that ends it. */
async function serveFiles() {
  const server = createServer(async (request, answer) => {
    const path = new URL(request.url, "http://host").pathname;
    const file = path.startsWith(`${PATH}/`) ? join(folder, path.slice(PATH.length).replace(/\/$/, "/index.html")) : "";
    const content = await readFile(file).catch(() => null);
    answer.writeHead(content === null ? 404 : 200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    answer.end(content ?? "nothing is here");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}${PATH}`, stop };
}

/** Writes the site into a folder. */
function writeSite(name, engine) {
  const written = join(parent, name);
  const { status, stderr } = spawnSync(process.env.PLYWOOD_WEB, ["site", written, "--wasm", engine]);
  assert.equal(status, 0, String(stderr));
  return written;
}

before(async () => {
  if (skip) return;
  parent = await mkdtemp(join(tmpdir(), "plywood-site-"));
  folder = writeSite("site", ENGINE);
  host = await serveFiles();
});
after(async () => {
  await host?.stop();
  if (parent) await rm(parent, { recursive: true });
});

/** Waits for a condition in a page that takes time to check. */
const until = (page, condition) => page.evaluate(`(async () => { while (!(await (${condition})())) await new Promise((resolve) => setTimeout(resolve, 50)); })()`);

/** Waits until the browser has kept the site. The engine comes last. */
const isKept = (page) =>
  until(page, async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
    const kept = await Promise.all(caches.map((cache) => cache.keys()));
    return kept.flat().some(({ url }) => url.endsWith(".wasm"));
  });

/** Opens a view of the site in a new browser. */
const openSite = (hash, options) => openNew(hash, options, host.address);
/** Nothing went wrong, and no other host was asked. */
const isFine = (page) => assert.deepEqual([page.foreign, page.problems], [[], []]);

for (const colorScheme of ["light", "dark"]) {
  for (const size of ["wide", "narrow"]) {
    test(`a strategy answers a move: ${colorScheme}, ${size}`, { skip }, async () => {
      const page = await openSite("#/play?second=engine:time=100ms", { viewport: SIZES[size], colorScheme });
      await click(page, "e2", "e4");
      await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= SIZES[size].width);
      isFine(page);
    });
  }
}

test("strategies are compared", { skip }, async () => {
  const page = await openSite("#/compare?strategies=minimax;alpha-beta;everything&limit=depth=3&run=1");
  await page.waitForSelector(".results[data-running=false] .state[data-state=finished] >> nth=2");
  isFine(page);
});

test("a search is watched, and its tree is drawn", { skip }, async () => {
  const page = await openSite("#/watch?start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1&strategy=alpha-beta:depth=2&step=27");
  await page.waitForSelector(".scissors:not([hidden])");
  await page.evaluate(() => (location.hash = "#/watch?game=chess&strategy=alpha-beta:depth=3"));
  await expectText(page, ".facts", "of 1224");
  isFine(page);
});

test("a visitor's program is judged, also by the page that the browser has kept", { skip }, async () => {
  const page = await openSite("#/judge?program=cut-one-below&run=1", { patient: true });
  await expectText(page, ".verdict .bug", "It cuts too early, off by one");
  await isKept(page);
  await page.reload();
  await expectText(page, ".verdict .bug", "It cuts too early, off by one");
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  isFine(page);
});

test("live analysis grows, and stops for the next position while other searches run", { skip }, async () => {
  const page = await openSite("#/play?second=you&moves=e2e4");
  await page.keyboard.press("l");
  const deeper = async (least) => {
    await page.waitForFunction((depth) => Number(document.querySelector(".live .quiet").textContent.match(/depth (\d+)/)?.[1] ?? 0) > depth, least);
  };
  await deeper(5);
  await click(page, "e7", "e5");
  await expectMoves(page, "e4 e5");
  await page.keyboard.press("h");
  await expectText(page, ".status", "Hint: ");
  await deeper(5);
  await page.keyboard.press("l");
  isFine(page);
});

test("a game is read as PGN, judged, kept, and found again by its link", { skip }, async () => {
  const page = await openSite("#/play?second=you");
  await page.click("summary:has-text('FEN and PGN')");
  await page.fill(".transfer textarea", "1. f3 e5 2. g4 Qh4# 0-1");
  await page.click(".pgn >> text=Load");
  await expectMoves(page, "f3 e5 g4 Qh4#");
  await analyze(page);
  await expectText(page, ".analysis", "1 blunder");
  const link = page.url();
  await page.reload();
  await ready(page);
  await page.waitForSelector(".graph .dot.blunder");
  const other = await openSite(new URL(link).hash);
  await other.waitForSelector(".graph .dot.blunder");
  await other.click("text=My games");
  assert.equal(await other.locator(".choices li").count(), 1);
  isFine(page);
});

test("a first visit asks for nothing that it doesn't use", { skip }, async () => {
  const page = await openSite("");
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.reload();
  await ready(page);
  // The browser waits for some seconds before it complains.
  await page.waitForTimeout(6000);
  assert.deepEqual(warnings, []);
});

test("on the page of a server with the engine one chooses where searches run, and the game goes on", { skip }, async () => {
  const server = await startServer(undefined, "0", ["--wasm", ENGINE]);
  try {
    const page = await openNew("#/play?second=engine:time=100ms", {}, server.address);
    const searches = [];
    page.on("request", (request) => request.url().endsWith("/best-move") && searches.push(request.url()));
    const answered = (count) => page.waitForFunction((moves) => document.querySelectorAll(".moves button").length === moves, count);
    await click(page, "e2", "e4");
    await answered(2);
    assert.ok(searches.length > 0, "the server is used unless the browser is chosen");
    await page.click("summary:has-text('Options')");
    await Promise.all([page.waitForEvent("load"), page.selectOption(".options select >> nth=0", "browser")]);
    await ready(page);
    await answered(2);
    searches.length = 0;
    await click(page, "d2", "d4");
    await answered(4);
    assert.deepEqual(searches, []);
    isFine(page);
  } finally {
    await server.stop();
  }
});

test("what the host cannot do is not offered, and what is wrong is said", { skip }, async () => {
  const page = await openSite("#/play?start=8/8");
  await page.waitForSelector("#problem:not([hidden])");
  assert.equal(await page.isVisible("footer >> text=The API"), false);
  assert.equal(await page.locator("text=Searches run").count(), 0);
});

/** Opens a view of the site on a phone, whose processor is a quarter as fast. */
async function onPhone(hash, look) {
  const context = await site.browser.newContext({ viewport: SIZES.narrow, hasTouch: true });
  try {
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await look(page, () => page.goto(`${host.address}/${hash}`));
  } finally {
    await context.close();
  }
}

test("there are a board and a search before the engine has come", { skip }, () =>
  onPhone("#/watch?scene=chess", async (page, go) => {
    let release = null;
    const released = new Promise((resolve) => (release = resolve));
    await page.route("**/*.wasm", (route) => released.then(() => route.continue()));
    await go();
    await page.waitForSelector("[data-square=c1].movable");
    await expectText(page, ".step-text", "White looks for the best move");
    await page.click("text=Next >> visible=true");
    await expectText(page, ".step-text", "White tries");
    await page.keyboard.press("c");
    await page.waitForSelector(".scissors:not([hidden])");
    assert.ok(await page.isVisible("#engine"));
    await page.click("header >> text=Play");
    await page.waitForSelector("[data-square=e2].movable");
    assert.ok(await page.isVisible("#engine"));
    release();
    await page.waitForSelector("#engine", { state: "hidden" });
    await page.unrouteAll();
  }),
);

test("a phone soon has a move", { skip }, () =>
  onPhone("#/play?second=engine:time=100ms&moves=e2e4", async (page, go) => {
    const start = performance.now();
    await go();
    await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
    console.log(`# the first move comes ${(performance.now() - start).toFixed(0)} ms after opening`);
  }),
);

test("after the first visit it needs no network, not even for a link into it", { skip }, async () => {
  const page = await openSite("#/play?second=engine:time=100ms");
  await isKept(page);
  const { address, stop } = host;
  await stop();
  try {
    const again = await page.context().newPage();
    const problems = [];
    again.on("pageerror", (error) => problems.push(error.stack));
    await again.goto(`${address}/#/play?second=engine:time=100ms&moves=d2d4.d7d5`);
    await ready(again);
    assert.equal(await again.evaluate(() => crossOriginIsolated), true, "a search may share memory with the page");
    await click(again, "c2", "c4");
    await again.waitForFunction(() => document.querySelectorAll(".moves button").length === 4);
    await again.goto(`${address}/index.html#/watch?tab=questions`);
    await again.waitForSelector(".questions h3");
    assert.deepEqual(problems, []);
  } finally {
    host = await serveFiles();
  }
});

test("a new version is used when the tabs of the old one are closed, and the old one is removed", { skip }, async () => {
  const page = await openSite("#/play?second=you");
  await isKept(page);
  const version = (tab) => tab.evaluate(() => document.documentElement.dataset.engine);
  const [old, before] = [folder, await version(page)];
  const engine = join(parent, "engine");
  await cp(ENGINE, engine, { recursive: true });
  await writeFile(join(engine, "new.js"), "");
  folder = writeSite("next", engine);
  try {
    await page.reload();
    await ready(page);
    assert.equal(await version(page), before, "all files of a page are of one version");
    await until(page, async () => (await navigator.serviceWorker.getRegistration()).waiting);
    // Another page of the host, outside the site.
    const other = await page.context().newPage();
    await other.goto(new URL("/", host.address).href);
    await page.close();
    await until(other, async () => {
      const [registration] = await navigator.serviceWorker.getRegistrations();
      return registration.waiting === null && registration.active.state === "activated";
    });
    await other.goto(`${host.address}/`);
    await ready(other);
    assert.notEqual(await version(other), before);
    await until(other, async () => (await caches.keys()).length === 1);
  } finally {
    folder = old;
  }
});
