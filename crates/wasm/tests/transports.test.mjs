// Sends requests to the WebAssembly and to the server at PLYWOOD_WEB: except for times, the answers are equal, letter by letter.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { Instance, compile } from "../npm/instance.js";

/** Each is below the server's limits, so that none gets lowered in one place only. */
const limits = { depth: 4, nodes: 100_000, time_ms: 10_000 };
const strategies = [{ strategy: "minimax", limits: { ...limits, depth: 2 } }, { strategy: "pvs+captures+table=1+deepening" }];
const moves = ["e4", "e5", "Nf3"];
const board = { game: "connect-four", moves: ["d", "d"] };
const REQUESTS = [
  ["GET", "/games"],
  ["GET", "/games/chess960/start?number=7"],
  ["GET", "/strategies?game=chess"],
  ["GET", "/strategy?strategy=pvs%2Bcaptures&word=killers&values="],
  ["GET", "/evaluators?game=tic-tac-toe"],
  ["GET", "/portrait?evaluator=net"],
  ["POST", "/legal-moves", { moves }],
  ["POST", "/play", { moves, move: "Nc6" }],
  ["POST", "/game", { nodes: [{ parent: null, move: "e4" }, { parent: 0, move: "--" }] }],
  ["POST", "/best-move", { moves, limits }],
  ["POST", "/best-move", { moves, limits, elo: 900, seed: 3 }],
  ["POST", "/best-move", { ...board, strategy: "monte-carlo", limits: { nodes: 500, time_ms: 10_000 } }],
  ["POST", "/compare", { moves, strategies, limits, against: "minimax" }],
  ["POST", "/tree", { ...board, strategy: "alpha-beta", limits }],
  ["POST", "/evaluate", { moves, questions: true }],
  ["POST", "/pgn", '[White "A"]\n\n1. e4 {[%clk 0:05:00]} e5 (1... c5 2. -- a6) 2. Nf3! *'],
  ["POST", "/pgn?annotate=true&depth=3&nodes=5000&time_ms=1000", "1. f3 e5 2. g4 Qh4# 0-1"],
  // Wrong requests are refused in the same words.
  ["POST", "/best-move", { fen: "8/8/8/8/8/8/8/8 w - - 0 1" }],
  ["POST", "/best-move", { strategy: "pvs+nothing" }],
  ["POST", "/best-move", []],
  ["POST", "/legal-moves", { moves: ["e5"] }],
  ["POST", "/compare", { strategies: [] }],
  ["GET", "/strategies?game=go"],
  ["GET", "/nothing"],
  ["GET", "/play"],
];
const SEARCH = { moves, strategies, limits, against: "minimax" };

const module = await compile();
/** A text without its times, and without the largest table, which is smaller on 32-bit systems. */
const timeless = (text) => text.replace(/"(time_ms|nodes_per_second)":[\d.]+/g, '"$1":0').replaceAll('["1","8388608"]', '["1","1024"]');

/** Starts the server and gives its address to `use`. */
async function withServer(use) {
  const server = spawn(process.env.PLYWOOD_WEB, ["--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    let said = "";
    for await (const text of server.stderr) {
      said += text;
      if (said.includes("http://")) break;
    }
    await use(`${said.match(/http:\/\/[\d.:]+/)[0]}/api/v1`);
  } finally {
    server.kill();
  }
}

function here(method, target, body) {
  const [path, query = ""] = target.split("?");
  const events = [];
  const request = { method, path, query, body: typeof body === "string" ? body : JSON.stringify(body) };
  new Instance(module).answer(request, (name, data) => events.push([name, timeless(data)]));
  return events;
}

function asked(method, body) {
  const type = typeof body === "string" ? "text/plain" : "application/json";
  if (body === undefined) return { method };
  return { method, headers: { "content-type": type }, body: typeof body === "string" ? body : JSON.stringify(body) };
}

test("both transports give the same answers", { skip: !process.env.PLYWOOD_WEB && "PLYWOOD_WEB names no server" }, () =>
  withServer(async (server) => {
    for (const [method, target, body] of REQUESTS) {
      const answer = await fetch(server + target, asked(method, body));
      const there = [answer.ok ? "answer" : "problem", timeless(await answer.text())];
      assert.deepEqual(here(method, target, body), [there], `${method} ${target} ${JSON.stringify(body)}`);
    }
    const stream = await (await fetch(`${server}/search`, asked("POST", SEARCH))).text();
    const event = (text) => text.match(/^event: (.*)\ndata: (.*)$/)?.slice(1);
    const there = stream.split("\n\n").map(event).filter(Boolean).map(([name, data]) => [name, timeless(data)]);
    const isKept = ([name]) => name !== "progress" && name !== "answer";
    assert.deepEqual(here("POST", "/search", SEARCH).filter(isKept), there.filter(isKept));
  }));
