// Alpha-beta on trees such as ((3 12 8) (2 4 6) (14 5 2)): plywood judge --plain -- node examples/judge/alpha_beta.mjs
//
// A bug's name as an argument switches it on: window-not-negated, alpha-not-raised, no-cut-at-equality, leaf-sign.
import { createInterface } from "node:readline";

const bug = process.argv[2];

/** The value of a node for its side to move, and the number of its best move. */
function alphaBeta(node, alpha, beta, sign, leaves) {
  if (typeof node === "number") {
    leaves.push(node);
    return [bug === "leaf-sign" ? node : sign * node, null];
  }
  let [best, bestMove] = [-Infinity, null];
  for (const [index, child] of node.entries()) {
    const window = bug === "window-not-negated" ? [beta, alpha] : [-beta, -alpha];
    const score = -alphaBeta(child, ...window, -sign, leaves)[0];
    if (score > best) [best, bestMove] = [score, index + 1];
    if (bug !== "alpha-not-raised") alpha = Math.max(alpha, score);
    if (bug === "no-cut-at-equality" ? score > beta : score >= beta) break;
  }
  return [best, bestMove];
}

for await (const line of createInterface({ input: process.stdin })) {
  const tree = JSON.parse(line.replaceAll("(", "[").replaceAll(")", "]").replaceAll(" ", ","));
  const leaves = [];
  const [value, move] = alphaBeta(tree, -Infinity, Infinity, 1, leaves);
  // Not -0.
  console.log(value + 0, move, ...leaves);
}
