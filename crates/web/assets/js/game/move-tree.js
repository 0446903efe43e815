// The moves of a game with its variations. A node is the position after a move; the first child of a node continues the
// main line, the others are variations.

/** A tree of moves from a start position. */
export class MoveTree {
  constructor(game, start) {
    this.game = game;
    this.start = start;
    this.root = makeNode(null, null);
    this.root.position = start;
  }

  /** Adds a move after a node, or returns the node that has it already. */
  add(parent, move) {
    const known = parent.children.find((child) => child.move.move === move.move);
    if (known) return known;
    const node = makeNode(parent, move);
    parent.children.push(node);
    return node;
  }

  /** Removes a node with all that follows. */
  remove(node) {
    if (node.parent) node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  /** Makes the variation that a node belongs to the main line of its parent, and that one of its own parent, and so on. */
  promote(node) {
    for (let child = node; child.parent; child = child.parent) {
      const siblings = child.parent.children;
      siblings.splice(siblings.indexOf(child), 1);
      siblings.unshift(child);
    }
  }

  /** All nodes but the root, in the order in which they are written: a move, the variations to it, its continuation. */
  nodes() {
    const found = [];
    const visit = (parent) => {
      const [main, ...variations] = parent.children;
      if (!main) return;
      found.push(main);
      for (const variation of variations) {
        found.push(variation);
        visit(variation);
      }
      visit(main);
    };
    visit(this.root);
    return found;
  }
}

function makeNode(parent, move) {
  return { parent, move, children: [], ply: parent ? parent.ply + 1 : 0, position: null, check: null, answer: null, asked: null, comments: [], marks: [] };
}

/** The nodes from the first move to this node. */
export function pathTo(node) {
  const path = [];
  for (let step = node; step.parent; step = step.parent) path.unshift(step);
  return path;
}

/** The last node of the main line that starts at this node. */
export function lastOf(node) {
  let last = node;
  while (last.children.length > 0) last = last.children[0];
  return last;
}

/** Whether a node is on the main line of the tree. */
export const isMain = (node) => pathTo(node).every((step) => step.parent.children[0] === step);

/** Writes a tree as short text: `e2e4.e7e5(c7c5.g1f3).g1f3`; a variation follows the move that it replaces. */
export function formatTree(tree) {
  const line = (parent) => {
    const [main, ...variations] = parent.children;
    if (!main) return "";
    const others = variations.map((node) => `(${join(node.move.move, line(node))})`);
    return join(main.move.move + others.join(""), line(main));
  };
  return line(tree.root);
}

const join = (move, rest) => (rest === "" ? move : `${move}.${rest}`);

/** Parses such a text into nested `{ move, children }`. Whatever does not fit is ignored. */
export function parseTree(text) {
  const root = { move: null, children: [] };
  let parent = root;
  let last = root;
  const open = [];
  for (const token of text.match(/[A-Za-z0-9=+#-]+|[()]/g) ?? []) {
    if (token === "(") {
      open.push([parent, last]);
      last = parent;
    } else if (token === ")") {
      [parent, last] = open.pop() ?? [parent, last];
    } else {
      parent = last;
      last = { move: token, children: [] };
      parent.children.push(last);
    }
  }
  return root;
}

/** The lines of a parsed tree, each from the start to an end, the main line first. */
export function linesOf(root) {
  if (root.children.length === 0) return [root.move === null ? [] : [root.move]];
  const rest = root.children.flatMap(linesOf);
  return root.move === null ? rest : rest.map((line) => [root.move, ...line]);
}
