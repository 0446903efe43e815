// The moves of a game with its variations. A node is the position after a move; the first child of a node continues the
// main line, the others are variations.

/** How a null move is written where a move is text; the move itself is null. */
export const NULL_MOVE = "--";

/** A tree of moves from a start position, with the facts about the whole game. */
export class MoveTree {
  constructor(game, start) {
    this.game = game;
    this.start = start;
    this.root = makeNode(null, null);
    this.root.position = start;
    /** The tags of PGN as `[name, value]`, in their order. */
    this.tags = [];
    /** How the game ended if not by its moves: `{ result, text }`. */
    this.ending = null;
    /** The text the game was read from, and its written form while nothing has changed: `{ text, written }`. */
    this.source = null;
    /** The cells before the first move and the side that moves first, from the server's first answer. */
    this.startCells = null;
    this.firstSide = 0;
    this.touch();
  }

  /** Marks the tree, or the facts about its moves, as changed: views draw it again when its edition differs. */
  touch() {
    this.edition = {};
  }

  /** Adds a move after a node, or returns the node that already has it. */
  add(parent, move) {
    const known = parent.children.find((child) => child.move.move === move.move);
    const node = known ?? makeNode(parent, move);
    if (!known) {
      parent.children.push(node);
      this.touch();
    }
    node.position ??= move.position ?? null;
    node.check ??= move.check ?? null;
    return node;
  }

  /** Copies from an answer about a node's position the facts about the whole game. */
  learn({ start_cells: cells, side_to_move: side, grid, history }, players, node) {
    // After a null move the server knows only the later moves.
    if (history.length === pathTo(node).length) this.startCells = cells;
    this.grid ??= grid;
    this.firstSide = (players.indexOf(side) + node.ply) % 2;
  }

  /** Whether a node is in the tree: it is of this game, and has not been removed. */
  has(node) {
    let step = node;
    while (step.parent?.children.includes(step)) step = step.parent;
    return step === this.root;
  }

  /** Removes a node with all that follows. */
  remove(node) {
    if (node.parent) node.parent.children = node.parent.children.filter((child) => child !== node);
    this.touch();
  }

  /** Makes a node's variation the main line of its parent, and the parent's variation that of its own parent, and so on. */
  promote(node) {
    for (let child = node; child.parent; child = child.parent) {
      const siblings = child.parent.children;
      siblings.splice(siblings.indexOf(child), 1);
      siblings.unshift(child);
    }
    this.touch();
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

/** True if a move is an outcome of chance, such as a roll of dice. It isn't a ply, and doesn't change the side to move. */
export const isRoll = (move) => Number.isInteger(move?.weight);

/** A node about which nothing is said. `search` is the line and the evaluator of its score, `clock` the milliseconds that the mover had left. */
function makeNode(parent, move) {
  const known = { position: null, check: null, answer: null, asked: null, outcome: null };
  const said = { before: [], comments: [], marks: [], score: null, search: null, judgment: null, clock: null };
  return { parent, move, children: [], ply: parent ? parent.ply + (isRoll(move) ? 0 : 1) : 0, ...known, ...said };
}

/** Copies from an answer the facts about a node's position. */
export function describe(node, answer) {
  const { position, check, outcome } = answer;
  // A move from a file or a link has no squares yet.
  Object.assign(node, { answer, position, check, outcome, move: answer.history.at(-1) ?? node.move });
}

/** The nodes from the first move to this node. */
export function pathTo(node) {
  const path = [];
  for (let step = node; step.parent; step = step.parent) path.push(step);
  return path.reverse();
}

/** The last node of the main line that starts at this node. */
export function lastOf(node) {
  let last = node;
  while (last.children.length > 0) last = last.children[0];
  return last;
}

/** True if a node is on the main line of the tree. */
export const isMain = (node) => pathTo(node).every((step) => step.parent.children[0] === step);

/** Writes a tree as short text: `e2e4.e7e5(c7c5.g1f3).g1f3`; a variation follows the move that it replaces. */
export function formatTree(tree) {
  const line = (parent) => {
    const [main, ...variations] = parent.children;
    if (!main) return "";
    const others = variations.map((node) => `(${join(written(node), line(node))})`);
    return join(written(main) + others.join(""), line(main));
  };
  return line(tree.root);
}

const written = ({ move: { move } }) => safe(move ?? NULL_MOVE);
// A sign with a meaning in such a text is written as its code: `~2f~`.
const safe = (move) => move.replace(/[^A-Za-z0-9=+#-]/gu, (sign) => `~${sign.codePointAt(0).toString(16)}~`);
const unsafe = (text) => text.replace(/~([0-9a-f]{1,6})~/g, (_, code) => String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)));

/** Converts moves without variations to such a text, and back. */
export const formatMoves = (moves) => moves.map(safe).join(".");
export const parseMoves = (text) => text.split(/[. ]/).filter(Boolean).map(unsafe);

const join = (move, rest) => (rest === "" ? move : `${move}.${rest}`);

/** Parses such a text into nodes, `{ parent, move }`, where a parent is the number of an earlier node, or null at the start; ignores the rest. */
export function parseTree(text) {
  const nodes = [];
  let [parent, last] = [null, null];
  const open = [];
  for (const token of text.match(/[A-Za-z0-9=+#~-]+|[()]/g) ?? []) {
    if (token === "(") {
      open.push([parent, last]);
      last = parent;
    } else if (token === ")") {
      [parent, last] = open.pop() ?? [parent, last];
    } else {
      parent = last;
      last = nodes.push({ parent, move: unsafe(token) }) - 1;
    }
  }
  return nodes;
}
