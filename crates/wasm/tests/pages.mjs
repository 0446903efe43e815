// Pages in a real browser: served from a folder of files, isolated from others or not.

import { createRequire } from "node:module";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const PACKAGE = new URL("../npm/", import.meta.url);

/** Opens a page with this text, which finds the package where npm puts it; `headers`, `context` and the `files` beside it are the page's. */
export async function withPage(html, { isIsolated = false, headers = {}, context = {}, files = {} }, use) {
  const server = createServer(async ({ url }, response) => {
    const name = url.match(/^\/node_modules\/plywood-games\/([\w./-]+)$/)?.[1];
    const body = url === "/" ? html : files[url] ?? await readFile(new URL(name ?? "missing", PACKAGE)).catch(() => null);
    const type = url === "/" ? "text/html" : TYPES[extname(url)];
    response.writeHead(body === null ? 404 : 200, { "content-type": type ?? "text/plain", ...(isIsolated ? ISOLATED : {}), ...headers });
    response.end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // The package for the tests of the page of `plywood-web`.
  const { chromium } = createRequire(new URL("../../web/browser/harness.mjs", import.meta.url))("playwright-core");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage(context);
    page.setDefaultTimeout(120_000);
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await use(page, errors);
  } finally {
    await browser.close();
    server.close();
  }
}
