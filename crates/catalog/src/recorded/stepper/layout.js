// Places the nodes of a tree: leaves side by side in the order of the search, every node above the middle of its subtree. A cutoff
// takes the place of one more leaf, to the right of the moves that were tried, unless the moves it cut off are shown.

/**
 * Lays out the nodes of a tree, parents before their children. Gives for each node its middle `x`, the `width` of its
 * subtree and the `room` to the nodes beside it, all in leaves; its `level` below the root, which counts outcomes of chance, too; the nodes
 * of each level from left to right; and for each node the number of
 * nodes `below` it. A node that is
 * `absent` gets no place. A node that the search left out but that is shown anyway has `isUnsearched`.
 */
export function layOut(nodes, absent = new Set()) {
  const children = nodes.map(() => []);
  const isThere = nodes.map(() => true);
  nodes.forEach(({ parent }, index) => {
    isThere[index] = !absent.has(index) && (parent === null || isThere[parent]);
    if (parent !== null && isThere[index]) children[parent].push(index);
  });
  const tree = {
    nodes,
    children,
    /** True if nodes are shown for the moves cut off at a node. */
    showsCut: (index) => isCut(nodes[index]) && children[index].some((child) => nodes[child].isUnsearched),
    x: new Float64Array(nodes.length),
    width: new Float64Array(nodes.length),
    room: new Float64Array(nodes.length),
    cutX: new Float64Array(nodes.length).fill(-1),
    below: new Uint32Array(nodes.length),
    level: new Uint32Array(nodes.length),
    rows: [],
    leaves: 0,
  };
  if (nodes.length > 0) place(tree);
  for (let index = nodes.length - 1; index > 0; index -= 1) {
    if (isThere[index]) tree.below[nodes[index].parent] += tree.below[index] + 1;
  }
  nodes.forEach(({ parent }, index) => {
    if (parent !== null) tree.level[index] = tree.level[parent] + 1;
    if (isThere[index]) (tree.rows[tree.level[index]] ??= []).push(index);
  });
  tree.rows.forEach((row) => {
    row.sort((one, other) => tree.x[one] - tree.x[other]);
    const distance = (at) => (at > 0 && at < row.length ? tree.x[row[at]] - tree.x[row[at - 1]] : tree.leaves);
    row.forEach((index, at) => (tree.room[index] = Math.min(distance(at), distance(at + 1))));
  });
  return tree;
}

/** True if a node's window made the search leave out some of its moves. */
export const isCut = ({ cut }) => cut !== null && cut.tried < cut.of;

// Without recursion, so that no tree is too deep.
function place(tree) {
  const open = [{ index: 0, next: 0, start: 0 }];
  while (open.length > 0) {
    const top = open.at(-1);
    const below = tree.children[top.index];
    if (top.next < below.length) {
      open.push({ index: below[top.next], next: 0, start: tree.leaves });
      top.next += 1;
      continue;
    }
    if (isCut(tree.nodes[top.index]) && !tree.showsCut(top.index)) tree.cutX[top.index] = tree.leaves++ + 0.5;
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
