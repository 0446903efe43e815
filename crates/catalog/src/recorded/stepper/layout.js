// Where the nodes of a tree lie: leaves side by side in the order of the search, every node over the middle of its subtree. A cut-off
// takes the place of one more leaf, to the right of the moves that were tried, unless what was cut off is shown.

/**
 * Lays out the nodes of a tree, parents before their children. Gives for each node its middle `x` and the `width` of its
 * subtree, both in leaves; the nodes of each ply from left to right; and for each node the number of nodes `below` it. A branch that is
 * folded takes the place of a leaf; `shownAs` gives the node in whose place a hidden one is. A node that is `absent` has no place. What
 * the search left out and is shown all the same has `isUnsearched`.
 */
export function layOut(nodes, folded = new Set(), absent = new Set()) {
  const children = nodes.map(() => []);
  const isThere = nodes.map(() => true);
  nodes.forEach(({ parent }, index) => {
    isThere[index] = !absent.has(index) && (parent === null || isThere[parent]);
    if (parent !== null && isThere[index]) children[parent].push(index);
  });
  const tree = {
    nodes,
    children,
    folded,
    /** Whether what was cut off at a node has nodes of its own. */
    showsCut: (index) => isCut(nodes[index]) && children[index].some((child) => nodes[child].isUnsearched),
    shownAs: nodes.map((_, index) => index),
    x: new Float64Array(nodes.length),
    width: new Float64Array(nodes.length),
    cutX: new Float64Array(nodes.length).fill(-1),
    below: new Uint32Array(nodes.length),
    rows: [],
    leaves: 0,
  };
  if (nodes.length > 0) place(tree);
  for (let index = nodes.length - 1; index > 0; index -= 1) {
    if (isThere[index]) tree.below[nodes[index].parent] += tree.below[index] + 1;
  }
  nodes.forEach(({ ply, parent }, index) => {
    if (!isThere[index]) return;
    const above = parent === null ? null : tree.shownAs[parent];
    if (above !== null && (above !== parent || folded.has(parent))) tree.shownAs[index] = above;
    else (tree.rows[ply] ??= []).push(index);
  });
  tree.rows.forEach((row) => row.sort((one, other) => tree.x[one] - tree.x[other]));
  return tree;
}

/** Whether moves of a node were left out because of its window. */
export const isCut = ({ cut }) => cut !== null && cut.tried < cut.of;

// Without recursion, so that no depth of a tree is too large.
function place(tree) {
  const open = [{ index: 0, next: 0, start: 0 }];
  while (open.length > 0) {
    const top = open.at(-1);
    const isFolded = tree.folded.has(top.index);
    const below = isFolded ? [] : tree.children[top.index];
    if (top.next < below.length) {
      open.push({ index: below[top.next], next: 0, start: tree.leaves });
      top.next += 1;
      continue;
    }
    if (isCut(tree.nodes[top.index]) && !tree.showsCut(top.index) && !isFolded) tree.cutX[top.index] = tree.leaves++ + 0.5;
    else if (below.length === 0) tree.leaves += 1;
    tree.width[top.index] = tree.leaves - top.start;
    tree.x[top.index] = (top.start + tree.leaves) / 2;
    open.pop();
  }
}

/** The part of a sorted row whose nodes lie between two places: the first index, and one past the last. */
export function visiblePart(tree, row, from, to) {
  const isBefore = (x) => (index) => tree.x[index] + tree.width[index] / 2 < x;
  return [firstFailing(row, isBefore(from)), firstFailing(row, (index) => tree.x[index] - tree.width[index] / 2 <= to)];
}

function firstFailing(row, test) {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(row[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
