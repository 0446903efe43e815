// The library in Node.js: every route, limits, stopping, several Workers, panics.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { compile } from "../npm/instance.js";
import { load } from "../npm/plywood.js";
import { panicking } from "./panicking.mjs";

let plywood;
before(async () => (plywood = await load({ workers: 2 })));
after(() => plywood.close());

/** A search that only ends when it's stopped. */
const endless = { strategies: [{ strategy: "engine" }], limits: { time_ms: 3_600_000 } };

async function collected(events) {
  const all = [];
  for await (const event of events) all.push(event);
  return all;
}

test("every route answers", async () => {
  const start = { game: "chess", moves: ["e4"] };
  const limits = { depth: 2 };
  const names = (await plywood.games()).games.map(({ name }) => name);
  assert.ok(names.includes("connect-four"), names);
  assert.ok((await plywood.strategies({ game: "chess" })).strategies.length > 10);
  assert.equal((await plywood.strategy({ strategy: "pvs+table=1" })).name, "pvs+table=1");
  assert.ok((await plywood.evaluators()).evaluators.length > 1);
  assert.equal((await plywood.legalMoves(start)).moves.length, 20);
  assert.match((await plywood.play({ ...start, move: "e5" })).position, /^rnbqkbnr\/pppp1ppp/);
  assert.ok(await plywood.game({ nodes: [{ move: "e4" }, { move: "e5", parent: 0 }] }));
  assert.equal((await plywood.bestMove({ ...start, strategy: "minimax", limits })).depth, 2);
  const strategies = [{ strategy: "minimax" }, { strategy: "alpha-beta" }];
  assert.ok((await plywood.compare({ strategies, limits, against: "minimax" })).rows[1].same_value);
  assert.ok(await plywood.tree({ strategy: "alpha-beta", limits, nodes: 100 }));
  assert.ok((await plywood.evaluate(start)).evaluators.length > 0);
  assert.equal((await plywood.pgn("1. e4 e5 *")).games.length, 1);
  const judged = await plywood.pgn("1. f3 e5 2. g4 Qh4# 0-1", { annotate: true, depth: 3 });
  assert.equal(judged.games.length, 1);
  assert.ok(await plywood.ask("GET", "/games/chess960/start?number=518"));
  const events = await collected(plywood.search({ strategies, limits }));
  assert.equal(events.filter(({ name }) => name === "result").length, 2);
  assert.equal(events.at(-1).name, "done");
});

test("a problem says which field is wrong", async () => {
  await assert.rejects(plywood.bestMove({ moves: ["e5"] }), ({ name, status, field, message, hint }) => {
    assert.deepEqual([name, status, field], ["Problem", 422, "moves"]);
    return message.length > 0 && hint !== undefined;
  });
  await assert.rejects(plywood.ask("GET", "/nothing"), { status: 404 });
  await assert.rejects(plywood.ask("POST", "/games"), { status: 405 });
});

test("a limit of time ends a search", async () => {
  const { reason, time_ms: time } = await plywood.bestMove({ strategy: "engine", limits: { time_ms: 100 } });
  assert.equal(reason, "time limit");
  assert.ok(time >= 50, `${time} ms`);
});

test("the deepest recursion has room on the stack", async () => {
  for (const strategy of ["minimax", "pvs+captures+table=1", "alpha-beta+quiescence"]) {
    const { reason } = await plywood.bestMove({ position: "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", strategy, limits: { depth: 200, nodes: 20_000 } });
    assert.equal(reason, "node limit", strategy);
  }
});

test("a search that is stopped has a result, and the next one its table", async () => {
  const nodes = [];
  for (let round = 0; round < 2; round++) {
    const events = plywood.search({ ...endless, goes_on: true });
    let result;
    for await (const { name, data } of events) {
      if (name === "iteration" && data.depth === 6) nodes.push(data.total_nodes);
      if (name === "iteration" && data.depth >= 9) events.stop();
      if (name === "result") result = data;
    }
    assert.equal(result.reason, "stop requested");
  }
  assert.ok(nodes[1] < nodes[0] / 2, `${nodes}`);
});

test("a signal ends a search at once, and the Worker goes on", async () => {
  const aborted = AbortSignal.abort();
  await assert.rejects(plywood.bestMove({}, { signal: aborted }), { name: "AbortError" });
  for (const ask of [
    (signal) => plywood.ask("POST", "/best-move", { limits: endless.limits }, { signal }),
    (signal) => collected(plywood.search(endless, { signal })),
  ]) {
    const controller = new AbortController();
    const answer = ask(controller.signal);
    setTimeout(() => controller.abort(), 20);
    await assert.rejects(answer, { name: "AbortError" });
    assert.ok((await plywood.bestMove({ limits: { depth: 1 } })).move);
  }
});

test("two searches run at once, a third waits, and what takes no time does not", async () => {
  const begun = [];
  const searches = [0, 1, 2].map((number) => {
    const events = plywood.search(endless);
    const first = events.next().then(() => begun.push(number));
    return { events, first };
  });
  await Promise.all([searches[0].first, searches[1].first]);
  assert.equal((await plywood.legalMoves({})).moves.length, 20);
  assert.deepEqual(begun.toSorted(), [0, 1]);
  searches[0].events.stop();
  await searches[2].first;
  searches[1].events.stop();
  searches[2].events.stop();
  const ends = await Promise.all(searches.map(({ events }) => collected(events)));
  assert.ok(ends.every((events) => events.at(-1).name === "done"));
});

test("leaving the loop ends the search", async () => {
  for (let round = 0; round < 4; round++) {
    for await (const { name } of plywood.search(endless)) if (name === "iteration") break;
  }
  // Otherwise all of them would be waiting.
  assert.ok((await plywood.bestMove({ limits: { depth: 1 } })).move);
});

test("a panic rejects its request, and the next one has a new Worker", async () => {
  const broken = await load({ bytes: panicking("no king"), workers: 1 });
  for (let round = 0; round < 2; round++) {
    const detail = "the library panicked: no king";
    await assert.rejects(broken.bestMove({}), { name: "Problem", status: 500, detail });
  }
  assert.deepEqual(await broken.games(), {});
  broken.close();
  await assert.rejects(broken.games(), { name: "AbortError" });
});

test("the library says why it panics", async () => {
  const said = [];
  const send = (place, length, data, dataLength) => {
    const text = (place, length) => Buffer.from(exports.memory.buffer, place, length).toString();
    said.push([text(place, length), text(data, dataLength)]);
  };
  const plywood = { now: () => 0, is_stopped: () => 0, send };
  const { exports } = new WebAssembly.Instance(await compile(), { plywood });
  exports.start(1_000, 1_000);
  assert.throws(() => exports.start(1_000, 1_000), WebAssembly.RuntimeError);
  assert.match(said[0][1], /a clock is installed once/);
  assert.deepEqual([said.length, said[0][0]], [1, "panic"]);
});

test("hints are for a program without a server", async () => {
  const wrong = [() => plywood.ask("POST", "/legal-moves", { nonsense: 1 }), () => plywood.ask("GET", "/nothing"), () => plywood.play({}), () => plywood.bestMove({ moves: ["e5"] })];
  for (const ask of wrong) await assert.rejects(ask, ({ hint }) => hint.length > 10 && !/POST|GET|http|openapi/.test(hint));
});

test("without a question there's a best move at the start; a mated position has none, and its score no number of moves", async () => {
  assert.ok((await plywood.ask("POST", "/best-move", undefined)).move);
  const { move, score_text: text } = await plywood.bestMove({ moves: ["f3", "e5", "g4", "Qh4#"] });
  assert.deepEqual([move, text], [null, "#"]);
});
