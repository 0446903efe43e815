// The programs that the view "Judge" offers: alpha-beta, right and with a bug; and the log of a search.

const RIGHT = `// Returns the value of a tree such as [[3, 12, 8], [2, 4, 6]] for
// the side to move at its root, within a window that is usually open.
// A number will do; { value, move, leaves } tells more, so that more
// bugs are found: the best move, from 1, and the leaves in order.
function search(tree, alpha, beta) {
  const leaves = [];
  const [value, move] = alphaBeta(tree, alpha, beta, 1, leaves);
  return { value, move, leaves };
}

// The value for the side to move at a node; leaves are for the root's.
function alphaBeta(node, alpha, beta, sign, leaves) {
  if (typeof node === "number") {
    leaves.push(node);
    return [sign * node];
  }
  let best = -Infinity, bestMove;
  for (const [index, child] of node.entries()) {
    const score = -alphaBeta(child, -beta, -alpha, -sign, leaves)[0];
    if (score > best) [best, bestMove] = [score, index + 1];
    alpha = Math.max(alpha, score);
    if (score >= beta) break;
  }
  return [best, bestMove];
}
`;

/** Each bug is one change of the right program: its name in a link, the text of its button, and what is replaced by what. */
const BUGS = [
  ["window-not-negated", "Window not negated", "-beta, -alpha", "beta, alpha"],
  ["alpha-not-raised", "Alpha never raised", "    alpha = Math.max(alpha, score);\n", ""],
  ["no-cut-at-equality", "No cutoff at equality", "score >= beta", "score > beta"],
  ["cut-one-below", "Cutoff one too early", "score >= beta", "score >= beta - 1"],
  ["leaf-sign", "Leaves without a sign", "sign * node", "node"],
  ["best-from-zero", "Best begins at 0", "best = -Infinity", "best = 0"],
];

/** The log of a search of any program, which returns 2 at the root, where the first move is worth 3. */
const LOG = `{"format":"plywood-tree","version":1,"game":"tree","position":"((3 12) (2 4))"}
{"e":"enter","depth":2}
{"e":"enter","move":"1","depth":1}
{"e":"enter","move":"1","depth":0}
{"e":"leave","score":3}
{"e":"enter","move":"2","depth":0,"beta":3}
{"e":"leave","score":12}
{"e":"leave","score":-3}
{"e":"enter","move":"2","depth":1,"beta":-3}
{"e":"enter","move":"1","depth":0,"alpha":3}
{"e":"leave","score":2}
{"e":"cut","tried":1,"of":2}
{"e":"leave","score":-2}
{"e":"leave","score":2}
`;

/** The programs by their names in a link, with the text of a button and the program's own. */
export const PROGRAMS = new Map([
  ["right", { text: "A right one", program: RIGHT }],
  ...BUGS.map(([name, text, from, to]) => [name, { text, program: RIGHT.replace(from, to) }]),
  ["log", { text: "A log", program: LOG }],
]);

/** The name of a program that is one of these; undefined for any other. */
export const nameOf = (program) => [...PROGRAMS].find(([, known]) => known.program === program)?.[0];
