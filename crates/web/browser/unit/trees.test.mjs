// Layout and steps of search trees, and the scales of the plot: pure functions, tested without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scales } from "../../assets/js/compare/node-plot.js";
import { scoreText } from "../../assets/js/score.js";
import { layOut, visiblePart } from "../../assets/js/stepper/layout.js";
import { Story, stepsOf } from "../../assets/js/stepper/story.js";

const node = (parent, ply, san, values = {}) => ({ parent, ply, san, alpha: null, beta: null, score: { cp: 0 }, kind: "leaf", cut: null, ...values });

/** The root has two moves; the second is refuted by its first answer, and one more answer is cut off. */
const NODES = [
  node(null, 0, null, { kind: "inner", score: { cp: 3 } }),
  node(0, 1, "a", { kind: "inner", score: { cp: 3 } }),
  node(1, 2, "aa", { score: { cp: 3 } }),
  node(1, 2, "ab", { score: { cp: 12 } }),
  node(0, 1, "b", { kind: "inner", alpha: { cp: 3 }, score: { cp: 2 }, cut: { tried: 1, of: 2 } }),
  node(4, 2, "ba", { alpha: { cp: 3 }, score: { cp: 2 } }),
];

test("leaves lie side by side, a cut-off beside the moves that were tried", () => {
  const tree = layOut(NODES);
  assert.equal(tree.leaves, 4);
  assert.deepEqual([...tree.x], [2, 1, 0.5, 1.5, 3, 2.5]);
  assert.equal(tree.cutX[4], 3.5);
  assert.deepEqual([...tree.below], [5, 2, 0, 0, 1, 0]);
});

test("outcomes of chance have a row below their node, and nobody chooses them", () => {
  const nodes = [
    node(null, 0, null, { kind: "inner", score: { cp: 133 } }),
    node(0, 1, "1", { kind: "inner", alpha: { cp: 133 }, score: { cp: 25 }, bound: "at most", cut: { tried: 1, of: 2 } }),
    node(1, 1, "1:1", { weight: 1, score: { cp: -950 } }),
  ];
  assert.deepEqual(layOut(nodes).rows, [[0], [1], [2]]);
  const story = new Story(nodes, scoreText);
  assert.equal(story.cutReason(1), "After 1:1 the mean is +0.25 ≤ α +1.33: 1 more outcome is cut off. The side at the root has something better already.");
  const facts = (at) => Object.fromEntries(story.facts(at));
  assert.deepEqual([facts(1)["To move"], facts(2)["To move"]], ["chance", "minimizes"]);
});

test("only what is in sight is found", () => {
  const nodes = [node(null, 0, null, { kind: "inner" }), ...Array.from({ length: 10000 }, () => node(0, 1, "m"))];
  const tree = layOut(nodes);
  const [first, end] = visiblePart(tree, tree.rows[1], 5000, 5010);
  assert.deepEqual([first, end], [4999, 5011]);
});

test("every inner node is entered and left, a leaf in one step", () => {
  const steps = stepsOf(NODES);
  assert.deepEqual(steps.map(({ node: index, isLeaving }) => `${index}${isLeaving ? "↑" : "↓"}`), ["0↓", "1↓", "2↑", "3↑", "1↑", "4↓", "5↑", "4↑", "0↑"]);
  const story = new Story(NODES, scoreText);
  const texts = steps.map((_, at) => story.describe(at));
  assert.equal(texts[0], "The search begins. Window: α −∞, β +∞.");
  assert.equal(texts[2], "aa is tried. It is worth +0.03.");
  assert.match(texts[7], /^b: \+0\.02\. ba gives \+0\.02 ≤ α \+0\.03: 1 more move is cut off\./);
  assert.equal(texts[4], "a: +0.03, the best so far.");
  assert.equal(texts[8], "The search ends: +0.03.");
});

test("the window of a node narrows with its children", () => {
  const story = new Story(NODES, scoreText);
  assert.deepEqual(story.window(1, 1), ["−∞", "+∞"]);
  assert.deepEqual(story.window(1, 3), ["−∞", "+0.03"], "an answer lowers beta, and a worse one does not raise it");
  assert.deepEqual(story.window(0, 4), ["+0.03", "+∞"], "a move raises alpha");
  assert.deepEqual(story.window(0, 8), ["+0.03", "+∞"]);
  const facts = new Map(story.facts(4));
  assert.equal(facts.get("Window"), "α −∞, β +0.03 (at first +∞)");
});

test("what was cut off is counted, and who holds the bound is known", () => {
  const sizes = [6, 3, 1, 1, 3, 1];
  const story = new Story(NODES.map((each, index) => ({ ...each, whole: sizes[index] + (index === 0 ? 1 : 0) })), scoreText);
  assert.deepEqual(story.steps.map((_, at) => story.visited(at)), [1, 2, 3, 4, 4, 5, 6, 6, 6]);
  assert.deepEqual(story.steps.map((_, at) => story.minimaxNodes(at)), [1, 2, 3, 4, 4, 5, 6, 7, 7], "the cut-off of one node, when it happens");
  assert.deepEqual([story.hidden(1), story.hidden(4)], [0, 1]);
  assert.deepEqual([story.holder(4, 7), story.holder(1, 4)], [1, undefined], "the first move holds alpha");
  const again = [...story.nodes, { ...story.nodes[4], cut: null }, { ...story.nodes[5], parent: 6 }];
  assert.equal(new Story(again, scoreText).minimaxNodes(11), 7, "a move that is searched once more is one of minimax's");
});

test("a mate is better than any estimate, and a sooner one than a later", () => {
  const scores = [{ cp: 900 }, { mate: 3 }, { mate: 1 }, { won_in: 6 }, { won_in: 0 }, { cp: -5 }, { mate: -2 }];
  const nodes = [node(null, 0, null, { kind: "inner" }), ...scores.map((score, index) => node(0, 1, `${index}`, { score }))];
  const story = new Story(nodes, scoreText);
  assert.deepEqual(story.best.slice(1, -1), [1, 2, 3, 3, 5, 5, 5]);
});

test("what was cut off lies where it would have been searched, and takes no other place", () => {
  const tree = layOut([...NODES, { ...node(4, 2, "bb", { score: null }), isUnsearched: true }]);
  assert.equal(tree.leaves, 4);
  assert.deepEqual([...tree.x], [2, 1, 0.5, 1.5, 3, 2.5, 3.5]);
  assert.deepEqual([tree.showsCut(4), tree.cutX[4]], [true, -1]);
});

test("a move that is searched once more has no place before that", () => {
  const nodes = [...NODES, node(0, 1, "b", { kind: "inner" }), node(6, 2, "ba")];
  const story = new Story(nodes, scoreText);
  assert.deepEqual(story.repeated(), [6]);
  assert.deepEqual([...layOut(nodes, new Set(story.repeated())).x].slice(0, 6), [...layOut(NODES).x]);
  assert.deepEqual(layOut(nodes, new Set(story.repeated())).rows, [[0], [1, 4], [2, 3, 5]]);
});

test("a node without a cut-off has no reason for one", () => {
  const story = new Story(NODES, scoreText);
  assert.equal(story.cutReason(1), null);
  assert.deepEqual(story.window(4), ["+0.03", "+∞"]);
});

test("a root that is cut off answers the question of its pass", () => {
  const root = node(null, 0, null, { kind: "inner", beta: { cp: 3 }, score: { cp: 3 }, cut: { tried: 1, of: 3 } });
  const story = new Story([root, node(0, 1, "a", { score: { cp: 3 } })], scoreText);
  assert.match(story.cutReason(0), /2 more moves are cut off\. This pass only asked whether the value is \+0\.03 or more\.$/);
});

test("the axes of the plot hold all points", () => {
  const points = [{ depth: 1, nodes: 20 }, { depth: 5, nodes: 4_900_000 }];
  const { x, y, powers, depths } = scales(points, 600);
  assert.deepEqual(powers, [10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]);
  assert.deepEqual(depths, [1, 2, 3, 4, 5]);
  for (const { depth, nodes } of points) assert.ok(x(depth) > 0 && x(depth) < 600 && y(nodes) > 0 && y(nodes) < 330);
  assert.ok(y(4_900_000) < y(20));
});

test("a round after the state before is told in four beats", () => {
  const games = (parent, san, text, kind = "games") => node(parent, 0, san, { kind, score: null, score_text: text });
  const before = [games(null, null, "3: 50 %"), games(0, "a", "1: 0 %"), games(0, "b", "1: 100 %")];
  const grown = [games(null, null, "4: 38 %"), games(0, "a", "1: 0 %"), games(0, "b", "2: 50 %"), games(2, "ba", "1: 100 %")];
  const told = (nodes, old) => {
    const story = new Story(nodes, scoreText, old);
    return story.beats.map((_, at) => story.describe(at));
  };
  assert.deepEqual(told(grown, before), [
    "Selection: the round goes b, along the most promising moves.",
    "Expansion: b ba is added to the tree.",
    "Value: b ba: 1 game, 100 % won by the side that moved there.",
    "Backup: each node on the way counts the result. The root: 4 games, 38 % won by the side that moved there.",
  ]);
  const again = [games(null, null, "4: 50 %"), games(0, "a", "1: 0 %"), games(0, "b", "2: = loss 1", "proven")];
  assert.equal(told(again, before)[1], "Expansion: no move is added.");
  assert.deepEqual(told([games(null, null, "8: 50 %")], before), [], "several rounds later");
  assert.deepEqual(told(grown, undefined), []);
  const numbers = [games(null, null, "0 | ∞", "proof"), games(0, "a", "1 | 12", "proof"), games(0, "b", "∞ | 0", "proof")];
  assert.deepEqual([0, 1, 2].map((at) => new Story(numbers, scoreText).isProven(at)), [true, false, true]);
  assert.ok(new Story(again, scoreText).isProven(2));
});
