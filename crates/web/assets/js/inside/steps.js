// The steps of a recorded search: every inner node is entered and left, a leaf does both in one step.

import { scoreText } from "../score.js";
import { isCut } from "./tree-layout.js";

/** The steps in order: `{ node, isLeaving }`. */
export function stepsOf(nodes) {
  const steps = [];
  const open = [];
  const leave = () => steps.push({ node: open.pop(), isLeaving: true });
  nodes.forEach(({ parent, kind }, node) => {
    while (open.length > 0 && open.at(-1) !== parent) leave();
    steps.push({ node, isLeaving: kind !== "inner" });
    if (kind === "inner") open.push(node);
  });
  while (open.length > 0) leave();
  return steps;
}

/** A step in one sentence or two. */
export function describeStep(tree, { node, isLeaving }) {
  const { nodes } = tree;
  const { san, kind, score } = nodes[node];
  const place = san === null ? "The search begins" : `${san} is tried`;
  const value = scoreText(score);
  if (kind === "leaf") return `${place}. It is worth ${value}.`;
  if (kind === "table") return `${place}. The table answers ${value}.`;
  if (kind !== "inner") return `${place}. It is pruned by ${kind}.`;
  if (!isLeaving) return `${place}. Window: ${windowText(nodes[node])}.`;
  if (score === null) return "The search was stopped here.";
  const end = san === null ? "The search ends" : san;
  return `${end}: ${value}. ${cutReason(tree, node) ?? ""}`.trim();
}

/** The window of a node: `α −0.20, β +∞`. */
export function windowText({ alpha, beta }) {
  return `α ${alpha === null ? "−∞" : scoreText(alpha)}, β ${beta === null ? "+∞" : scoreText(beta)}`;
}

/** Why moves of a node were cut off, or null if none were. */
export function cutReason({ nodes, children }, index) {
  const node = nodes[index];
  if (!isCut(node)) return null;
  const by = nodes[children[index].at(-1)]?.san ?? "A move";
  const count = node.cut.of - node.cut.tried;
  const left = `${count} more ${count === 1 ? "move is" : "moves are"} cut off`;
  const isMaximizing = node.ply % 2 === 0;
  const bound = isMaximizing ? node.beta : node.alpha;
  if (bound === null || node.score === null) return `${by}: ${left}.`;
  const sign = isMaximizing ? "≥ β" : "≤ α";
  const who = isMaximizing ? "The other side would not allow this position." : "The side at the root has something better already.";
  return `${by} gives ${scoreText(node.score)} ${sign} ${scoreText(bound)}: ${left}. ${who}`;
}
