// Links, players and scores as text: pure functions, tested without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEvent } from "../../assets/js/api.js";
import { formatLink, parseLink } from "../../assets/js/link.js";
import { formatPlayer, parsePlayer, playerName, withWord, wordsOf } from "../../assets/js/player-spec.js";
import { barShare, duration, negated, percent, scoreText } from "../../assets/js/score.js";

test("a link gives back what was put in", () => {
  const values = { start: "8/8/8/8/8/8/8/K1k5 w - - 0 1", odd: "a_b+c&d=e?#%ä ", list: "minimax;alpha-beta:depth=4,nodes=5" };
  assert.deepEqual(parseLink(formatLink("play", values)), { view: "play", values });
});

test("a FEN stays readable in a link", () => {
  assert.equal(formatLink("play", { start: "K1k5 w - 0 1", flip: false, at: null, empty: "" }), "#/play?start=K1k5_w_-_0_1");
});

test("a link without a view is the first view, and a broken one is no error", () => {
  assert.deepEqual(parseLink(""), { view: "play", values: {} });
  assert.deepEqual(parseLink("#/inside?x=%zz&&=y").values, { x: "%zz" });
});

test("players are written as the lab writes them", () => {
  for (const text of ["you", "random", "alpha-beta:evaluator=material,depth=4", "everything:time=500ms", "mtd-f:nodes=1000", "engine:elo=1400,time=500ms", "pvs+table=16+deepening:noise=5,time=500ms"]) {
    assert.equal(formatPlayer(parsePlayer(text)), text);
  }
  assert.deepEqual(parsePlayer("x:depth=-3,nodes=two,time=0ms").limits, {});
  assert.equal(playerName(parsePlayer("engine:elo=1400,time=500ms")), "engine, Elo 1400");
});

test("the words of a spelled strategy are read and replaced", () => {
  const spelled = parsePlayer("mine bold width=4:noise=5").strategy;
  assert.equal(spelled, "mine+bold+width=4:noise=5");
  assert.deepEqual(wordsOf(spelled), [["bold", null], ["width", "4"]]);
  assert.equal(withWord(spelled, "width", ["9"]), "mine+bold+width=9:noise=5");
  assert.equal(withWord("mine+bold", "bold", []), "mine");
  assert.equal(withWord("mine", "without", ["a", "b"]), "mine+without=a+without=b");
});

test("scores are written for people", () => {
  assert.deepEqual([{ cp: 35 }, { cp: -120 }, { cp: 0 }, { mate: 3 }, { mate: -2 }, null].map(scoreText), ["+0.35", "−1.20", "0.00", "#3", "#−2", "–"]);
  assert.deepEqual(negated({ cp: 35 }), { cp: -35 });
  assert.equal(barShare({ cp: 0 }), 0.5);
  assert.equal(barShare({ mate: -1 }), 0);
  assert.ok(barShare({ cp: 400 }) > 0.75 && barShare({ cp: 400 }) < 0.95);
  assert.deepEqual([duration(0.44), duration(250), duration(1250)], ["0.4 ms", "250 ms", "1.25 s"]);
  assert.deepEqual([percent(0.5), percent(null)], ["50 %", "–"]);
});

test("events of a stream are parsed, comments are not events", () => {
  assert.deepEqual(parseEvent('event: started\ndata: {"index":0}'), { name: "started", data: { index: 0 } });
  assert.equal(parseEvent(": still here"), null);
});
