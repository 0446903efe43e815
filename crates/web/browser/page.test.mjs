// What holds for every view: links and reloads, narrow screens, accessibility, size, speed, and no foreign request.

import assert from "node:assert/strict";
import { mkdir, readFile, readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { click, expectMoves, expectSquare, expectText, ready, start } from "./harness.mjs";

let site;
before(async () => (site = await start()));
after(() => site.stop());

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const FORK = "start=r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R_b_KQkq_-_5_4";
/** Every view, with what makes it full. */
const VIEWS = {
  play: "#/play?second=you&moves=e2e4.e7e5(c7c5.g1f3).g1f3.b8c6.f1b5",
  "play-connect-four": "#/play?game=connect-four&second=you&moves=d.d.e.c.c.d.d",
  compare: "#/compare?strategies=minimax;alpha-beta;everything&limit=depth=3",
  tree: "#/inside",
  "tree-chess": "#/inside?game=chess&strategy=alpha-beta:depth=3",
  evaluation: `#/inside?tab=evaluation&${FORK}`,
  questions: `#/inside?tab=questions&${FORK}`,
};

async function openFull(view, options) {
  const page = await site.open(VIEWS[view], options);
  if (view === "compare") {
    await page.click("button.primary");
    await page.waitForSelector(".results[data-running=false]", { timeout: 30000 });
  }
  for (const summary of await page.locator("summary").all()) await summary.click();
  await page.waitForTimeout(400);
  return page;
}

test("a reload keeps the game, its variations and the flipped board", async () => {
  const page = await site.open("#/play?second=you");
  await click(page, "e2", "e4");
  await expectMoves(page, "e4");
  await click(page, "e7", "e5");
  await expectMoves(page, "e4 e5");
  await page.keyboard.press("ArrowLeft");
  await click(page, "c7", "c5");
  await expectMoves(page, "e4 e5 c5");
  await page.keyboard.press("f");
  // The address may follow a quick change a twentieth of a second later.
  await page.waitForFunction(() => location.hash.includes("flip=1"));
  await page.reload();
  await ready(page);
  await expectMoves(page, "e4 e5 c5");
  await expectSquare(page, "c5", "black pawn");
  assert.equal(await page.textContent("[aria-current=true]"), "c5");
  assert.equal(await page.locator(".square").first().getAttribute("data-square"), "h1", "still flipped");
});

test("two tabs hold two games", async () => {
  const context = await site.browser.newContext();
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`${site.address}/#/play?second=you`);
    await ready(tab);
  }
  await click(tabs[0], "e2", "e4");
  await click(tabs[1], "d2", "d4");
  await expectMoves(tabs[0], "e4");
  await expectMoves(tabs[1], "d4");
  await tabs[0].reload();
  await ready(tabs[0]);
  await expectMoves(tabs[0], "e4");
});

test("a link restores every view", async () => {
  for (const [view, link] of Object.entries(VIEWS)) {
    const page = await openFull(view);
    await page.waitForTimeout(300);
    const saved = new URL(page.url()).hash;
    const copy = await site.open(saved);
    await copy.waitForTimeout(300);
    assert.equal(new URL(copy.url()).hash, saved, view);
    assert.ok(link.length > 0);
    await Promise.all([page.context().close(), copy.context().close()]);
  }
});

test("a broken link still opens a view, with the reason", async () => {
  for (const link of ["#/play?start=nonsense", "#/play?moves=e2e5", "#/compare?game=chess&start=8/8", "#/inside?start=xyz", "#/nowhere", "#/play?game=%zz"]) {
    const page = await site.open(link);
    assert.ok((await page.locator(".square").count()) > 0, link);
    await page.context().close();
  }
});

test("360 pixels wide: nothing sticks out, and one can play", async () => {
  for (const view of Object.keys(VIEWS)) {
    const page = await openFull(view, { viewport: { width: 360, height: 740 }, hasTouch: true });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${view} is ${width} pixels wide`);
    await page.context().close();
  }
  const page = await site.open("#/play?second=you", { viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.tap("[data-square=e2]");
  await page.tap("[data-square=e4]");
  await expectMoves(page, "e4");
});

test("axe finds no violation, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const view of Object.keys(VIEWS)) {
      const page = await openFull(view, { colorScheme, reducedMotion: "reduce" });
      // The browser's tools may add a script where the page itself may not.
      await page.evaluate(await readFile(AXE, "utf8"));
      const { violations } = await page.evaluate(() => window.axe.run());
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`);
      assert.deepEqual(found, [], `${view}, ${colorScheme}`);
      await page.context().close();
    }
  }
});

test("no request leaves the server, and nothing is logged as an error", async () => {
  for (const view of Object.keys(VIEWS)) {
    const page = await openFull(view);
    assert.deepEqual([page.foreign, page.problems], [[], []], view);
    await page.context().close();
  }
});

test("the page is small and painted at once", async () => {
  const size = await folderSize(new URL("../assets/", import.meta.url));
  console.log(`# the page: ${size} bytes`);
  assert.ok(size < 300_000, `${size} bytes`);
  const page = await site.open("#/play?second=you");
  const [paint, loaded] = await page.evaluate(() => [performance.getEntriesByName("first-contentful-paint")[0].startTime, performance.now()]);
  console.log(`# first paint after ${paint.toFixed(0)} ms, ready after ${loaded.toFixed(0)} ms`);
  assert.ok(paint < 1000, `first paint after ${paint} ms`);
});

async function folderSize(folder) {
  let size = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(new URL(name, folder));
    if (found.isFile()) size += found.size;
  }
  return size;
}

test("reduced motion is respected", async () => {
  const page = await site.open("#/play?second=you", { reducedMotion: "reduce" });
  await click(page, "e2", "e4");
  await expectMoves(page, "e4");
  assert.equal(await page.locator(".piece.gliding").count(), 0);
});

test("the theme can be chosen and is kept", async () => {
  const page = await site.open("#/play?second=you", { colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.click("#theme");
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  await ready(page);
  assert.equal(await ground(), dark);
});

test("the board can be read aloud", async () => {
  const page = await site.open("#/play?second=you&start=4k3/8/8/8/8/8/PP6/4K3_w_-_-_0_1");
  await page.click("summary:has-text('Options')");
  await page.click("text=Read the board aloud");
  await expectText(page, "#announcer", "White: king e1, pawns a2 b2. Black: king e8.");
});

test("screenshots of every view, light and dark, wide and narrow", async () => {
  await mkdir(new URL("shots/", import.meta.url), { recursive: true });
  for (const colorScheme of ["light", "dark"]) {
    for (const [name, viewport] of [["wide", { width: 1280, height: 860 }], ["narrow", { width: 360, height: 740 }]]) {
      for (const view of Object.keys(VIEWS)) {
        const page = await openFull(view, { colorScheme, viewport, reducedMotion: "reduce" });
        const path = new URL(`shots/${view}-${name}-${colorScheme}.png`, import.meta.url).pathname;
        const picture = await page.screenshot({ path, fullPage: true });
        assert.ok(picture.length > 10_000, `${path} is almost empty`);
        await page.context().close();
      }
    }
  }
});
