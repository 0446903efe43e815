// UCI: the Worker as a program that speaks it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

/** A session, whose lines are awaited one by one. */
class Session {
  #lines = [];
  #wake = () => {};
  worker = new Worker(new URL("../npm/worker.js", import.meta.url));

  constructor() {
    this.worker.on("message", (line) => {
      this.#lines.push(line);
      this.#wake();
    });
  }

  send(...lines) {
    for (const line of lines) this.worker.postMessage(line);
  }

  /** Resolves to the lines up to the first one that begins like this. */
  async until(start) {
    for (;;) {
      const end = this.#lines.findIndex((line) => line.startsWith(start));
      if (end >= 0) return this.#lines.splice(0, end + 1);
      await new Promise((resolve) => (this.#wake = resolve));
    }
  }
}

async function session(use) {
  const session = new Session();
  try {
    await use(session);
  } finally {
    await session.worker.terminate();
  }
}

test("a session from uci to quit", () =>
  session(async (engine) => {
    engine.send("uci");
    const introduction = await engine.until("uciok");
    assert.equal(introduction[0], "id name plywood");
    assert.ok(introduction.includes("option name Hash type spin default 16 min 1 max 64"));
    engine.send("isready");
    assert.deepEqual(await engine.until("readyok"), ["readyok"]);
    engine.send("ucinewgame", "position startpos moves e2e4 e7e5", "go depth 6");
    const lines = await engine.until("bestmove");
    assert.match(lines.at(-1), /^bestmove [a-h][1-8][a-h][1-8]$/);
    assert.match(
      lines.at(-2),
      /^info depth 6 seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ time \d+ pv( [a-h][1-8][a-h][1-8])+$/,
    );
    const exit = new Promise((resolve) => engine.worker.on("exit", resolve));
    engine.send("quit");
    await exit;
  }));

test("every limit ends a search with a move", () =>
  session(async (engine) => {
    for (const limit of ["nodes 1000", "movetime 50", "wtime 1000 btime 1000 winc 10 binc 10", "wtime 100 movestogo 1", "depth 1"]) {
      engine.send("position startpos", `go ${limit}`);
      assert.match((await engine.until("bestmove")).at(-1), /^bestmove [a-h]/, limit);
    }
  }));

test("only the moves to search are searched", () =>
  session(async (engine) => {
    engine.send("position startpos", "go depth 3 searchmoves a2a3 h2h3");
    assert.match((await engine.until("bestmove")).at(-1), /^bestmove (a2a3|h2h3)$/);
    engine.send("position startpos", "go depth 3 searchmoves a2a5");
    assert.match((await engine.until("bestmove")).at(-2), /^info string .*a2a5/);
    engine.send("position startpos", "go searchmoves banana depth 3");
    assert.match((await engine.until("bestmove")).at(-2), /^info string .*banana/);
  }));

test("a search for a mate ends when it has found one", () =>
  session(async (engine) => {
    engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go mate 1");
    assert.equal((await engine.until("bestmove")).at(-1), "bestmove a1a8");
  }));

test("a search on the opponent's time goes on with the clock when it was right", () =>
  session(async (engine) => {
    engine.send("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000");
    await engine.until("info depth 4 ");
    engine.send("ponderhit");
    const lines = await engine.until("bestmove");
    assert.equal(lines.filter((line) => line.startsWith("bestmove")).length, 1);
    engine.send("go ponder wtime 1000 btime 1000");
    await engine.until("info depth 4 ");
    engine.send("stop");
    await engine.until("bestmove");
  }));

test("an endless search is stopped", () =>
  session(async (engine) => {
    engine.send("go infinite");
    await engine.until("info depth 5 ");
    engine.send("isready");
    await engine.until("readyok");
    engine.send("stop");
    assert.match((await engine.until("bestmove")).at(-1), /^bestmove [a-h]/);
    // A search that has nothing more to find also waits.
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite", "isready");
    assert.deepEqual(await engine.until("readyok"), ["readyok"]);
    engine.send("stop");
    assert.deepEqual(await engine.until("bestmove"), ["bestmove 0000"]);
  }));

test("mates, several lines, Chess960 and a chosen strength", () =>
  session(async (engine) => {
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go depth 4");
    const mate = await engine.until("bestmove");
    assert.ok(mate.some((line) => line.includes("score mate 1 ")));
    assert.equal(mate.at(-1), "bestmove a1a8");
    engine.send("setoption name MultiPV value 3", "position startpos", "go depth 3");
    const lines = await engine.until("bestmove");
    assert.ok(lines.some((line) => line.includes("depth 3 ") && line.includes("multipv 3 ")));
    engine.send("setoption name MultiPV value 1", "setoption name UCI_Chess960 value true");
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1", "go depth 2");
    assert.match((await engine.until("bestmove")).at(-1), /^bestmove e8/);
    engine.send("setoption name UCI_Chess960 value false", "setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 800", "position startpos", "go movetime 50");
    assert.match((await engine.until("bestmove")).at(-1), /^bestmove [a-h]/);
  }));

test("the table serves the next search of a game, and no other game", () =>
  session(async (engine) => {
    const nodes = async (...before) => {
      engine.send(...before, "position startpos moves e2e4", "go depth 8");
      return Number((await engine.until("bestmove")).at(-2).match(/ nodes (\d+)/)[1]);
    };
    const first = await nodes();
    assert.ok((await nodes()) < first);
    assert.equal(await nodes("ucinewgame"), first);
  }));

test("what is wrong is said, and the session goes on", () =>
  session(async (engine) => {
    engine.send("setoption name Hash value 0", "setoption name Nothing", "position x", "hello", "isready");
    const lines = await engine.until("readyok");
    assert.equal(lines.length, 5);
    assert.ok(lines.slice(0, 4).every((line) => line.startsWith("info string ")), lines.join("\n"));
    engine.send("position startpos moves e2e5", "go depth 1");
    const [why, move] = await engine.until("bestmove");
    assert.match(why, /^info string .*e2e5/);
    assert.equal(move, "bestmove 0000");
  }));
