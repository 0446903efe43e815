// The engine's opinion of a game's moves: a score after each, and a mark on the bad ones.

import { bounded, capitalized, chances, movesToMate } from "../score.js";
import { lastOf, pathTo } from "./move-tree.js";

/** The marks of bad moves, with their names. */
export const MISTAKES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

const isMistake = (mark) => Object.hasOwn(MISTAKES, mark);

/** The mark of a bad move, from the engine or the game's annotator; undefined if there is none. */
export const mistakeOf = (node) => node.judgment?.mark ?? node.marks.find(isMistake);

/** The score after a move from White's point of view; a mate needs no engine. */
export function scoreAfter(node) {
  if (!node.move?.san?.endsWith("#")) return node.score;
  const isWhites = node.parent.position?.split(" ")[1] === "w";
  return isWhites ? { won_in: 0 } : { lost_in: 0 };
}

/** The comment on a bad move: how bad it is, and the best move when the engine rated it. */
export function noteOf({ judgment, comments }) {
  if (!judgment) return "";
  const note = `${capitalized(MISTAKES[judgment.mark])}.${judgment.best ? ` ${judgment.best} was best.` : ""}`;
  return comments.includes(note) ? "" : note;
}

/**
 * Adds what the engine found to the moves of a game. `judged` is an annotated game that had no variations before, so those that it
 * has are the better lines; they're left out unless wanted.
 */
export function addJudgments(tree, judged, { hasLines } = { hasLines: true }) {
  const { lines, evaluator } = judged.analysis;
  const nodes = [];
  let number = 0;
  for (const [index, move] of judged.nodes.entries()) {
    if (!move.main && !hasLines) continue;
    const parent = move.parent === null ? tree.root : nodes[move.parent];
    const node = tree.add(parent, move);
    nodes[index] = node;
    if (!move.main) continue;
    const mark = move.marks.find(isMistake);
    const line = mark ? lineBeside(judged.nodes, move) : [];
    const expected = lines[number];
    number += 1;
    Object.assign(node, { score: move.score, search: expected ? { line: expected, evaluator } : null, judgment: mark ? { mark, best: line[0] ?? null, line } : null });
    // The older evaluation of a file would contradict the new one.
    node.comments = node.comments.map((text) => text.replace(/\[%eval [^\]]*\]\s*/g, "")).filter(Boolean);
  }
}

/** The moves of the variation to a move of the main line. */
function lineBeside(nodes, { parent }) {
  let next = nodes.findIndex((node) => node.parent === parent && !node.main);
  const line = [];
  while (next !== -1) {
    line.push(nodes[next].san);
    const last = next;
    next = nodes.findIndex((node) => node.parent === last);
  }
  return line;
}

/** A move that gives away this much of the winning chances, as a blunder does, is half accurate. */
export const HALF_ACCURATE = 0.15;

/**
 * How each side played the main line of a tree: its accuracy from 0 to 1 and its average loss in centipawns, over the moves with a score
 * before and after them, or NaN without any; and the marks of its bad moves.
 */
export function playedBy(tree) {
  const line = pathTo(lastOf(tree.root));
  return [1, -1].map((sign, side) => {
    const own = line.filter(({ ply }) => (tree.firstSide + ply - 1) % 2 === side);
    const scores = own.map((node) => [scoreAfter(node.parent), scoreAfter(node)]).filter((pair) => pair.every(Boolean));
    const lost = (measure) => scores.map(([before, after]) => Math.max(0, sign * (measure(before) - measure(after))));
    const accurate = lost(chances).map((share) => 0.5 ** (share / HALF_ACCURATE));
    return { accuracy: mean(accurate), loss: mean(lost(bounded)), marks: own.map(mistakeOf).filter(Boolean) };
  });
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const LETTERS = { i: "?!", m: "?", b: "??" };

/** The scores and ratings of a line's moves as short text for links: `35.-20iNc3.m3`. */
export function formatJudgments(line) {
  const one = ({ score, judgment }) => {
    const letter = Object.keys(LETTERS).find((known) => LETTERS[known] === judgment?.mark) ?? "";
    const mate = score && movesToMate(score);
    return (score ? (mate === undefined ? score.cp : `m${mate}`) : "") + letter + (judgment?.best ?? "");
  };
  return line.map(one).join(".").replace(/\.+$/, "");
}

/** Reads such a text into the moves of a line; returns true if all of it is readable. */
export function readJudgments(line, text) {
  const parts = text.split(".").slice(0, line.length).map((part) => part.match(/^(m?)(-?\d+)?(?:([imb])([A-Za-z0-9=+#-]*))?$/));
  parts.forEach((part, index) => {
    const [, mate, number, letter, best] = part ?? [];
    const score = number === undefined ? null : mate ? { mate: Number(number) } : { cp: Number(number) };
    const judgment = letter ? { mark: LETTERS[letter], best: best || null, line: best ? [best] : [] } : null;
    Object.assign(line[index], { score, judgment });
  });
  return !parts.includes(null);
}
