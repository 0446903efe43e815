// Measures the package beside the native program: `node crates/wasm/bench.mjs [PROGRAM]`, such as target/release/plywood. All search the
// same positions with the same number of nodes, one after the other, twice; the better of each counts, since other programs can only
// slow them down. It also runs in Chromium if crates/web/browser/run has installed the driver.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { load } from "./npm/plywood.js";
import { Uci } from "./npm/uci.js";
import { withPage } from "./tests/pages.mjs";

const { values, positionals } = parseArgs({
  options: { nodes: { type: "string", default: "1000000" }, rounds: { type: "string", default: "2" } },
  allowPositionals: true,
});
const POSITIONS = [
  "startpos",
  "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
];

const SEARCHES = POSITIONS.map((position) => ["ucinewgame", `position ${position}`, `go nodes ${values.nodes}`]);

/** The nodes per second of a UCI engine. `engine` takes lines, and calls `receive` with its own. */
async function speed(engine) {
  let heard = () => {};
  const send = engine((line) => heard(line));
  const until = (start) => new Promise((resolve) => (heard = (line) => line.startsWith(start) && resolve()));
  const isReady = until("readyok");
  send("isready");
  await isReady;
  let time = 0;
  for (const lines of SEARCHES) {
    const start = performance.now();
    const isFound = until("bestmove");
    lines.forEach(send);
    await isFound;
    time += performance.now() - start;
  }
  send("quit");
  return (SEARCHES.length * Number(values.nodes) * 1000) / time;
}

function program(path) {
  return (receive) => {
    const engine = spawn(path, { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: engine.stdout }).on("line", receive);
    return (line) => engine.stdin.write(`${line}\n`);
  };
}

function inNode(file) {
  return (receive) => {
    const session = new Uci(receive, () => load({ url: new URL(`npm/${file}`, import.meta.url), workers: 1 }));
    return (line) => session.receive(line);
  };
}

/** The same in Chromium, by functions that are sent to its page. */
const BLANK = `<!doctype html><title>plywood</title><link rel="icon" href="data:,">`;
async function inChromium(file) {
  let speed = 0;
  await withPage(BLANK, { isIsolated: true }, async (page) => {
    speed = await page.evaluate(
      async ({ file, searches, nodes }) => {
        const base = "/node_modules/plywood/";
        const { Uci } = await import(`${base}uci.js`);
        const { load } = await import(`${base}plywood.js`);
        let heard = () => {};
        const session = new Uci((line) => heard(line), () => load({ url: new URL(base + file, location), workers: 1 }));
        const until = (start) => new Promise((resolve) => (heard = (line) => line.startsWith(start) && resolve()));
        const isReady = until("readyok");
        session.receive("isready");
        await isReady;
        let time = 0;
        for (const lines of searches) {
          const start = performance.now();
          const isFound = until("bestmove");
          for (const line of lines) session.receive(line);
          await isFound;
          time += performance.now() - start;
        }
        return (searches.length * nodes * 1000) / time;
      },
      { file, searches: SEARCHES, nodes: Number(values.nodes) },
    );
  });
  return speed;
}

/** Milliseconds from the first byte of a page to its first `bestmove`, in a browser with an empty cache. */
async function firstMove() {
  let time = 0;
  const script = `import { load } from "/node_modules/plywood/plywood.js";
    const plywood = await load({ workers: 1 });
    const { move } = await plywood.bestMove({ limits: { nodes: 1000 } });
    globalThis.found = { move, time: performance.now() - performance.getEntriesByType("navigation")[0].responseStart };`;
  await withPage(`${BLANK}<script type="module">${script}</script>`, { isIsolated: true }, async (page) => {
    ({ time } = await (await page.waitForFunction(() => globalThis.found)).jsonValue());
  });
  return time;
}

async function stopping() {
  const plywood = await load({ workers: 1 });
  const times = [];
  for (let round = 0; round < 20; round++) {
    const events = plywood.search({ strategies: [{ strategy: "engine" }], limits: { time_ms: 60_000 } });
    let start = 0;
    for await (const { name, data } of events) {
      if (name === "iteration" && data.depth === 8) {
        start = performance.now();
        events.stop();
      }
      if (name === "result") times.push(performance.now() - start);
    }
  }
  plywood.close();
  return times.toSorted((one, other) => one - other);
}

const builds = ["plywood-simd.wasm", "plywood.wasm"].filter((file) => existsSync(new URL(`npm/${file}`, import.meta.url)));
for (const file of builds) {
  const bytes = await readFile(new URL(`npm/${file}`, import.meta.url));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  console.log(`${file}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} with gzip, ${brotli.length} with brotli`);
}
const players = [
  ...positionals.map((path) => [path, () => speed(program(path))]),
  ...builds.flatMap((file) => [
    [`Node.js, ${file}`, () => speed(inNode(file))],
    [`Chromium, ${file}`, () => inChromium(file)],
  ]),
];
const best = new Map();
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [name, measure] of players) best.set(name, Math.max(best.get(name) ?? 0, await measure()));
}
const fastest = best.get(positionals[0]);
for (const [name, found] of best) {
  console.log(`${name}: ${Math.round(found)} nodes per second` + (fastest ? `, ${(found / fastest).toFixed(2)} of native` : ""));
}
const times = await stopping();
console.log(`from stop() to the result: ${times[times.length >> 1].toFixed(1)} ms in the middle, ${times.at(-1).toFixed(1)} ms at most`);
const first = [await firstMove(), await firstMove(), await firstMove()];
console.log(`from the first byte to the first move in Chromium: ${Math.round(Math.min(...first))} ms`);
