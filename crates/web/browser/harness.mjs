// Shared by the tests: the real server on a free port, one browser, and pages that remember their requests and errors.
// The tests wait for states of the page, never for a time.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";

/** On any machine, a state that hasn't come after this time, in milliseconds, never will. */
export const PATIENCE = Number(process.env.PATIENCE) || 120_000;
const QUIET = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Starts a server, usually the program itself, on a free port; gives its address and a function that ends it. */
export async function startServer(program = process.env.PLYWOOD_WEB, port = "0", more = []) {
  const assets = process.env.PLYWOOD_WEB_ASSETS ? ["--assets", process.env.PLYWOOD_WEB_ASSETS] : [];
  // A search may take as long as a busy machine needs for it.
  const always = ["--port", port, "--threads", "4", "--max-time", "5m"];
  const server = spawn(program, [...always, ...assets, ...more], { stdio: ["ignore", "pipe", "pipe"] });
  const address = await new Promise((resolve, reject) => {
    const read = (line) => {
      const found = line.match(/http:\/\/[^/\s]+/);
      if (found) resolve(found[0]);
    };
    createInterface({ input: server.stdout }).on("line", read);
    createInterface({ input: server.stderr }).on("line", read);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    server.on("error", reject);
  });
  const stop = async () => {
    server.removeAllListeners("exit");
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
  };
  return { address, stop };
}

/** The server and the browser, which start before the first test of a file and end after the last one. */
export const site = { address: null, browser: null, page: null };
const WINDOW = { viewport: { width: 1280, height: 860 } };
let server = null;
let others = [];

before(async () => {
  server = await startServer();
  site.address = server.address;
  site.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET });
});
afterEach(async () => {
  await Promise.all(others.map((context) => context.close()));
  others = [];
  await site.page?.unrouteAll({ behavior: "ignoreErrors" });
});
after(async () => {
  await site.browser?.close();
  await server?.stop();
});

/**
 * Opens a view on the page that the tests share: a change of its address, which takes a fraction of a new page's time.
 * It asks for less motion, so that nothing moves under a test's eyes.
 */
export async function open(hash = "#/play") {
  site.page ??= await newPage({ reducedMotion: "reduce", patient: true }, "");
  const { page } = site;
  await page.setViewportSize(WINDOW.viewport);
  // Live analysis would stay on for all games.
  await page.evaluate(() => document.querySelector(".live [aria-pressed=true]")?.click());
  Object.assign(page, { foreign: [], problems: [] });
  await page.mouse.move(0, 0);
  await page.evaluate((wanted) => {
    delete document.querySelector("#view > *").dataset.ready;
    // Going to the current address would change nothing.
    if (location.hash === wanted) history.replaceState(null, "", "#/play");
    location.hash = wanted;
  }, hash);
  await ready(page);
  return page;
}

/** Opens a view on a separate page, with nothing stored, until the test ends. */
export async function openNew(hash = "#/play", options = {}, address = site.address) {
  const page = await newPage(options, hash, address);
  others.push(page.context());
  return page;
}

// With a `clock` a test can let the page's time pass faster. A `patient` page waits much longer than seconds, so that a busy machine doesn't
// look like a program that hangs.
async function newPage({ clock = false, patient = false, ...options }, hash, address = site.address) {
  const context = await site.browser.newContext({ ...WINDOW, ...options });
  if (clock) await context.clock.install();
  if (patient) {
    await context.addInitScript(() => {
      const { setTimeout } = window;
      window.setTimeout = (run, time, ...more) => setTimeout(run, time < 5000 ? time : 30 * time, ...more);
    });
  }
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  Object.assign(page, { foreign: [], problems: [] });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("blob:") && !url.startsWith("data:")) page.foreign.push(url);
  });
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on("pageerror", (error) => page.problems.push(error.stack));
  await page.goto(`${address}/${hash}`);
  await ready(page);
  return page;
}

/** Waits until the view has loaded. */
export const ready = (page) => page.waitForSelector("#view > [data-ready]");

/** Waits until what was changed is painted. */
export const painted = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The best of up to five measurements, ending with the first one within the limit: other work on the page may be measured with it. */
export async function best(limit, measure) {
  let least = Infinity;
  for (let attempt = 0; attempt < 5 && least >= limit; attempt += 1) least = Math.min(least, await measure());
  return least;
}

/** The processor time that the page needs for this, in milliseconds. Other programs don't count. */
export async function work(page, act) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const before = await worked();
  await act();
  const after = await worked();
  await session.detach();
  return 1000 * (after - before);
}

/**
 * Holds back the requests to a route for which `isHeld` says so, until `release()`; `asked` counts them. A slow server
 * looks like this to the page.
 */
export async function hold(page, route, isHeld = () => true) {
  const waiting = [];
  const held = { asked: 0, isOpen: false };
  await page.route(`**/api/v1/${route}`, async (request) => {
    if (!isHeld(request.request().postDataJSON())) return request.continue();
    held.asked += 1;
    if (!held.isOpen) await new Promise((resolve) => waiting.push(resolve));
    return request.continue();
  });
  held.release = () => {
    held.isOpen = true;
    waiting.splice(0).forEach((go) => go());
  };
  return held;
}

/** The middle of a square. */
export async function middle(page, square) {
  const box = await page.locator(`.play [data-square=${square}], .position [data-square=${square}]`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Clicks on squares, one after the other. */
export async function click(page, ...squares) {
  for (const square of squares) {
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
  }
}

/** Drags from one square to another. */
export async function drag(page, from, to, button = "left") {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button });
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up({ button });
}

/** The moves of the list, as one text. */
export const moves = (page) => page.locator(".moves button:not(.score)").allTextContents().then((all) => all.join(" "));

/** The game as PGN. Its panel writes it when it has been opened, which is a moment after the click. */
export async function pgn(page) {
  await page.locator(".transfer").evaluate((panel) => new Promise((resolve) => {
    if (panel.open) return resolve();
    panel.addEventListener("toggle", resolve, { once: true });
    panel.open = true;
  }));
  return page.inputValue(".transfer textarea");
}

/** Waits until the list has exactly these moves. */
export async function expectMoves(page, text) {
  const isThere = (wanted) => [...document.querySelectorAll(".moves button:not(.score)")].map((node) => node.textContent).join(" ") === wanted;
  await page.waitForFunction(isThere, text).catch(async () => {
    throw new Error(`expected the moves "${text}", found "${await moves(page)}"`);
  });
}

/** The spoken name of a square. */
export const spoken = (page, square) => page.locator(`[data-square=${square}]`).first().getAttribute("aria-label");

/** Waits until a square's spoken name starts with a text. */
export async function expectSquare(page, square, start) {
  await page.waitForFunction(([name, text]) => document.querySelector(`[data-square=${name}]`).getAttribute("aria-label").startsWith(text), [square, `${square}, ${start}`]).catch(async () => {
    throw new Error(`expected ${start} on ${square}, found "${await spoken(page, square)}"`);
  });
}

/** Waits until an element's text contains something. */
export async function expectText(page, selector, text) {
  const isThere = ([where, wanted]) => document.querySelector(where)?.textContent.includes(wanted);
  await page.waitForFunction(isThere, [selector, text]).catch(async () => {
    throw new Error(`expected "${text}" in ${selector}, found "${await page.locator(selector).first().textContent()}"`);
  });
}

/** The second pass of an analysis; by depth, since a busy machine may find nothing in the usual time. */
export const isSecondPass = ({ search }) => search === "?annotate=true";
export const byDepth = (route) => route.continue({ url: `${route.request().url()}&depth=7` });

/** Lets the engine judge the game, and waits until it is done. */
export async function analyze(page) {
  await page.route(isSecondPass, byDepth);
  await page.click("text=Analyze the game");
  await page.waitForSelector(".graph svg path", { state: "attached" });
  await page.waitForSelector(".analysis >> text=Stop", { state: "hidden" });
}
