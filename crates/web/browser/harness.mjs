// What the tests share: the real server on a free port, a browser, and pages that remember their requests and errors.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const QUIET = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Starts the server; gives its address and a function that ends it. */
async function startServer() {
  const assets = process.env.PLYWOOD_WEB_ASSETS ? ["--assets", process.env.PLYWOOD_WEB_ASSETS] : [];
  const server = spawn(process.env.PLYWOOD_WEB, ["--port", "0", "--log", "off", "--threads", "4", ...assets], { stdio: ["ignore", "pipe", "pipe"] });
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

/** Starts the server and a browser; `open(hash, options)` gives a page on which a view is ready. */
export async function start() {
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET });
  const open = async (hash = "#/play", options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
    const page = await context.newPage();
    page.foreign = [];
    page.problems = [];
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(server.address) && !url.startsWith("blob:") && !url.startsWith("data:")) page.foreign.push(url);
    });
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    page.on("pageerror", (error) => page.problems.push(error.stack));
    await page.goto(`${server.address}/${hash}`);
    await ready(page);
    return page;
  };
  const stop = async () => {
    await browser.close();
    await server.stop();
  };
  return { address: server.address, browser, open, stop };
}

/** Waits until the view has loaded. */
export const ready = (page) => page.waitForSelector("[data-ready]");

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
export const moves = (page) => page.locator(".moves button").allTextContents().then((all) => all.join(" "));

/** Waits until the list has exactly these moves. */
export async function expectMoves(page, text) {
  const isThere = (wanted) => [...document.querySelectorAll(".moves button")].map((node) => node.textContent).join(" ") === wanted;
  await page.waitForFunction(isThere, text, { timeout: 10000 }).catch(async () => {
    throw new Error(`expected the moves "${text}", found "${await moves(page)}"`);
  });
  // The answer with the next legal moves has come when the status names the side to move, or the result.
  await page.waitForFunction(() => document.querySelector(".status").textContent !== "");
}

/** The spoken name of a square. */
export const spoken = (page, square) => page.locator(`[data-square=${square}]`).first().getAttribute("aria-label");

/** Waits until a square's spoken name starts with a text. */
export async function expectSquare(page, square, start) {
  await page.waitForFunction(([name, text]) => document.querySelector(`[data-square=${name}]`).getAttribute("aria-label").startsWith(text), [square, `${square}, ${start}`], { timeout: 8000 }).catch(async () => {
    throw new Error(`expected ${start} on ${square}, found "${await spoken(page, square)}"`);
  });
}

/** Waits until an element's text contains something. */
export async function expectText(page, selector, text) {
  const isThere = ([where, wanted]) => document.querySelector(where)?.textContent.includes(wanted);
  await page.waitForFunction(isThere, [selector, text], { timeout: 10000 }).catch(async () => {
    throw new Error(`expected "${text}" in ${selector}, found "${await page.locator(selector).first().textContent()}"`);
  });
}
