// Links, players and scores as text: pure functions, tested without a browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { sentence } from "../../assets/js/transport/problem.js";
import { parseEvent } from "../../assets/js/transport/server.js";
import { CHAPTERS, chapterOf } from "../../assets/js/chapters.js";
import { formatLink, parseLink } from "../../assets/js/link.js";
import { formatPlayer, parsePlayer, playerName } from "../../assets/js/player-spec.js";
import { readScore } from "../../assets/js/stepper/score.js";
import { barShare, counted, lead, minutes, movesToMate, negated, percent, roughly, scoreText } from "../../assets/js/score.js";

test("what the API says ends as sentences do", () => {
  assert.deepEqual(["the tree is not closed", "Try again.", "\"x\"?"].map(sentence), ["the tree is not closed.", "Try again.", "\"x\"?"]);
});

test("a link gives back what was put in", () => {
  const values = { start: "8/8/8/8/8/8/8/K1k5 w - - 0 1", odd: "a_b+c&d=e?#%ä ", list: "minimax;alpha-beta:depth=4,nodes=5" };
  assert.deepEqual(parseLink(formatLink("play", values)), { view: "play", values });
});

test("a FEN stays readable in a link", () => {
  assert.equal(formatLink("play", { start: "K1k5 w - 0 1", flip: false, at: null, empty: "" }), "#/play?start=K1k5_w_-_0_1");
});

test("a link without a view is the first view, and a broken one is no error", () => {
  assert.deepEqual(parseLink(""), { view: "watch", values: {} });
  assert.deepEqual(parseLink("#/inside?x=%zz&&=y").values, { x: "%zz" });
});

test("players are written as the lab writes them", () => {
  for (const text of ["you", "random", "alpha-beta:evaluator=material,depth=4", "everything:time=500ms", "mtd-f:nodes=1000", "engine:elo=1400,time=500ms", "pvs+table=16+deepening:noise=5,time=500ms"]) {
    assert.equal(formatPlayer(parsePlayer(text)), text);
  }
  assert.deepEqual(parsePlayer("x:depth=-3,nodes=two,time=0ms").limits, {});
  assert.equal(playerName(parsePlayer("engine:elo=1400,time=500ms")), "engine, Elo 1400");
});

test("what the page does not set stays as it is", () => {
  assert.equal(parsePlayer("mine bold width=4:noise=5").strategy, "mine+bold+width=4:noise=5");
});

test("scores are written for people", () => {
  assert.deepEqual([{ cp: 35 }, { cp: -120 }, { cp: 0 }, { mate: 3 }, { mate: -2 }, null].map(scoreText), ["+0.35", "−1.20", "0.00", "#3", "#−2", "–"]);
  assert.deepEqual([{ won_in: 4 }, { lost_in: 3 }, { won_in: 0 }, { mate: 0 }].map(scoreText), ["#2", "#−2", "#", "#"]);
  const small = { is_chess: false };
  assert.deepEqual([{ won_in: 3 }, { lost_in: 4 }, { won_in: 0 }, { lost_in: 0 }, { cp: 35 }].map((score) => scoreText(score, small)), ["win in 2", "loss in 2", "won", "lost", "+0.35"]);
  assert.deepEqual([counted(1, "node"), counted(12345, "node"), counted(0, "glyph")], ["1 node", "12,345 nodes", "0 glyphs"]);
  assert.deepEqual([30000, 600000].map(minutes), ["30 s", "10 min"]);
  assert.deepEqual(negated({ cp: 35 }), { cp: -35 });
  assert.deepEqual(negated({ mate: 3 }), { lost_in: 5 });
  for (const score of [{ mate: 3 }, { mate: -2 }, { mate: 0 }, { won_in: 4 }]) assert.deepEqual(readScore(negated(negated(score))), readScore(score));
  assert.deepEqual([{ mate: -2 }, { won_in: 4 }, { cp: 7 }].map(movesToMate), [-2, 2, undefined]);
  assert.deepEqual([{ mate: -2 }, { lost_in: 0 }, { won_in: 0 }, { cp: 7 }].map((score) => Math.sign(lead(score))), [-1, -1, 1, 1]);
  assert.equal(barShare({ cp: 0 }), 0.5);
  assert.deepEqual([{ mate: -1 }, { mate: 0 }, { won_in: 0 }].map(barShare), [0, 0, 1]);
  assert.ok(barShare({ cp: 400 }) > 0.75 && barShare({ cp: 400 }) < 0.95);
  assert.deepEqual([0.44, 250, 1250, 12_345].map(roughly), ["< 0.1 s", "0.3 s", "1.3 s", "12 s"]);
  assert.deepEqual([percent(0.5), percent(null)], ["50 %", "–"]);
});

test("events of a stream are parsed, comments are not events", () => {
  assert.deepEqual(parseEvent('event: started\ndata: {"index":0}'), { name: "started", data: { index: 0 } });
  assert.equal(parseEvent(": still here"), null);
});

test("the chapters that explain strategies are those of the book, in its order", async () => {
  const summary = await readFile(new URL("../../../../docs/book/src/SUMMARY.md", import.meta.url), "utf8");
  const book = [...summary.matchAll(/\((\w+)\.md\)/g)].map(([, file]) => file);
  const places = CHAPTERS.map(([file]) => book.indexOf(file));
  assert.ok(places.every((place, index) => place > (places[index - 1] ?? 0)), places.join());
});

test("a strategy belongs to the last chapter that explains a part of it", () => {
  const chapters = [
    [["minimax"], "minimax"],
    [["alpha_beta", "tables", "deepening"], "tables"],
    [["alpha_beta", "tables", "passes", "deepening"], "passes"],
    [["null_windows", "tables", "monte_carlo", "deepening"], "monte_carlo"],
    [[], undefined],
  ];
  for (const [each, file] of chapters) assert.equal(chapterOf({ chapters: each })?.[0], file, file);
});
