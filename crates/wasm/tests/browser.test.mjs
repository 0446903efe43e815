// The package in a real browser. `PLAYWRIGHT` is installed by crates/web/browser/run.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { withPage } from "./pages.mjs";

const BLANK = `<!doctype html><title>plywood</title><link rel="icon" href="data:,">`;
const readme = await readFile(new URL("../npm/README.md", import.meta.url), "utf8");
const [, example] = readme.match(/```html\n(.*?)```/s);

test("the page of the README shows lines", () =>
  withPage(example.replace("<title>", `<link rel="icon" href="data:,"><title>`), { isIsolated: false }, async (page, errors) => {
    await page.waitForFunction(() => /^(\d+) .*\n\1 .*\n\1 /.test(document.querySelector("pre").textContent));
    await page.fill("#moves", "f3 e5 g4");
    await page.waitForFunction(() => document.querySelector("pre").textContent.includes("Qh4#"));
    await page.fill("#moves", "e4 e4");
    await page.waitForFunction(() => document.querySelector("pre").textContent.includes("e4"));
    assert.deepEqual(errors, []);
  }));

for (const isIsolated of [true, false]) {
  test(`a search is stopped in a page that is ${isIsolated ? "" : "not "}isolated`, () =>
    withPage(BLANK, { isIsolated }, async (page, errors) => {
      const found = await page.evaluate(async () => {
        const { load } = await import("/node_modules/plywood-games/plywood.js");
        const plywood = await load({ workers: 1 });
        const question = { strategies: [{ strategy: "engine" }], limits: { time_ms: 600_000 } };
        const names = [];
        const search = plywood.search(question);
        for await (const { name } of search) {
          names.push(name);
          if (name === "iteration") search.stop();
        }
        const next = await plywood.bestMove({ limits: { depth: 2 } });
        return { isIsolated: crossOriginIsolated, last: names.at(-1), depth: next.depth };
      });
      assert.deepEqual(found, { isIsolated, last: isIsolated ? "done" : "iteration", depth: 2 });
      assert.deepEqual(errors, []);
    }));
}

test("the Worker speaks UCI", () =>
  withPage(BLANK, { isIsolated: false }, async (page, errors) => {
    const lines = await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const engine = new Worker("/node_modules/plywood-games/worker.js", { type: "module" });
          const lines = [];
          engine.onerror = ({ message }) => reject(new Error(message));
          engine.onmessage = ({ data }) => {
            lines.push(data);
            if (data.startsWith("info depth 4 ")) engine.postMessage("stop");
            if (data.startsWith("bestmove")) resolve(lines);
          };
          for (const line of ["uci", "isready", "position startpos", "go infinite"]) engine.postMessage(line);
        }),
    );
    assert.ok(lines.includes("uciok") && lines.includes("readyok"));
    assert.match(lines.at(-1), /^bestmove [a-h][1-8]/);
    assert.deepEqual(errors, []);
  }));
