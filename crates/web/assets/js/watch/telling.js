// A recorded search told in sentences: who tries which move, what it's worth, and why the rest doesn't matter.

import { isCut } from "../stepper/layout.js";
import { valueText } from "../stepper/story.js";
import { counted } from "../score.js";

/** Milliseconds for a step that changes nothing, for one that does, and for the first cutoff, which takes time to understand. */
const [GLANCE, LOOK, READ] = [350, 1000, 4500];
/** The longest time until the first cutoff, and from there to the end. */
const [SOON, MOST] = [3500, 30_000];

/**
 * The words for one search. `sides` are the names of the side to move at the root and of the other one; in chess `number` is that of the
 * first move, and `isWhite` tells whose move it is.
 */
export class Telling {
  constructor(story, { sides, number = null, isWhite = true }) {
    Object.assign(this, { story, sides, number, isWhite });
    this.nodes = story.nodes;
  }

  /** The side to move at a node. */
  side(node) {
    return this.sides[this.nodes[node].ply % 2];
  }

  /** The side whose move led to a node. */
  mover(node) {
    return this.sides[(this.nodes[node].ply + 1) % 2];
  }

  /** A move: `12 Nf3`, `…Nf6`, as the first move `12…Nf6`; an invisible sign keeps the dots and the move on one line. */
  name(node) {
    const { san, ply } = this.nodes[node];
    return this.numbered(node) ?? `${ply === 1 ? this.number : ""}…\u2060${san}`;
  }

  /** The moves from the root to a node: `12 Nf3 Nf6`. */
  line(node) {
    const { parent, san } = this.nodes[node];
    if (this.nodes[parent].parent === null) return this.name(node);
    return `${this.line(parent)} ${this.numbered(node) ?? san}`;
  }

  /** A move with its number if it is White's; without one in games whose moves have none. */
  numbered(node) {
    const { san, ply } = this.nodes[node];
    if (this.number === null) return san;
    return this.isWhite === (ply % 2 === 1) ? `${this.number + (ply >> 1)} ${san}` : null;
  }

  value(node) {
    const text = valueText(this.nodes[node], this.story.scoreText);
    return text.replace("≤", "at most").replace("≥", "at least").replace(/#(−?)(\d+)/, (_, isLost, moves) => `${isLost ? "mated" : "mate"} in ${moves}`).replace(/(win|loss) (\d+)/, "a $1 in $2");
  }

  /** The sentence for a step; searches other than the textbook's are told like their trees. */
  tell(at) {
    const { node, isLeaving } = this.story.steps[at];
    const { parent, kind, score, purpose } = this.nodes[node];
    const isPlain = !purpose && ["inner", "leaf", "table"].includes(kind) && (score !== null || !isLeaving);
    if (!isPlain) return this.story.describe(at);
    if (parent === null) return isLeaving ? this.end(at) : this.begin();
    if (!isLeaving) return this.enter(node, at);
    if (this.story.children[node].length === 0) return this.leaf(node, at);
    return this.isRefuted(node) ? this.refusal(node, at) : this.leave(node, at);
  }

  /** True if one of a node's children cut off the rest of its moves. */
  isRefuted(node) {
    return isCut(this.nodes[node]) && this.story.children[node].length > 0;
  }

  /** What happens to a move when the search leaves it at a step: it's cut off, the best so far, or worse; null at other steps. */
  endOf(step) {
    const { node, isLeaving } = this.story.steps[step] ?? {};
    if (!isLeaving || this.story.isKept || !this.nodes[node].ply || this.story.children[node].length === 0) return null;
    if (this.isRefuted(node)) return "cut";
    // The first move of all is the best so far.
    if (this.nodes[node].ply > 1 || this.story.children[0][0] === node) return null;
    return this.story.best[step] === node ? "best" : "worse";
  }

  /** The moves to the node of a step. */
  lineAt(step) {
    return this.line(this.story.steps[step].node);
  }

  begin() {
    const [{ depth, alpha, beta }] = this.nodes;
    const asks = alpha !== null && beta !== null ? ` This pass only asks whether that is more than ${this.story.scoreText(alpha)}.` : "";
    return `${this.sides[0]} looks for the best move, ${counted(depth, "ply", "plies")} ahead. Scores say how far ${this.sides[0]} is ahead.${asks}`;
  }

  enter(node, at) {
    const best = this.bestBefore(node, at);
    const mover = this.mover(node);
    const goal = best === undefined ? `What is ${this.side(node)}'s best answer?` : `${mover} has ${this.value(best)} by ${this.name(best)}: is this better?`;
    return `${mover} ${this.verb(node)} ${this.name(node)}. ${goal}`;
  }

  leaf(node, at) {
    const source = this.nodes[node].kind === "table" ? ", as the table knows" : "";
    return `${this.mover(node)} ${this.verb(node)} ${this.name(node)}, which leaves ${this.sides[0]} ${this.value(node)}${source}. ${this.rank(node, at)}`.trim();
  }

  leave(node, at) {
    const reply = this.story.bestChild(node, at);
    return `${this.line(node)} leaves ${this.sides[0]} ${this.value(node)}${reply === undefined ? "" : `, by ${this.name(reply)}`}. ${this.rank(node, at)}`.trim();
  }

  /** How a move that has returned compares with its neighbors. */
  rank(node, at) {
    const [mover, what] = [this.mover(node), this.nodes[node].ply % 2 ? "move" : "answer"];
    const best = this.story.best[at];
    if (best === node) return `${mover}'s best ${what} so far.`;
    return best === undefined ? "" : `${this.name(best)} is as good or better for ${mover} (${this.value(best)}).`;
  }

  /** Why the rest doesn't matter: the side that chose the way to a node already has something as good. */
  refusal(node, at) {
    const { story } = this;
    const by = story.children[node].at(-1);
    const [holder, left] = [story.holder(node, at), this.nodes[node].cut.of - this.nodes[node].cut.tried];
    const other = this.mover(node);
    const isRoot = other === this.sides[0];
    const has = isRoot ? `${other} already has` : `${other} can already hold ${this.sides[0]} to`;
    const claim = holder === undefined ? "that settles what this null window asks" : `${has} ${this.value(holder)} by ${this.name(holder)}`;
    const hidden = story.hidden(node);
    const size = hidden === undefined ? "" : ` with ${counted(hidden, "node")}`;
    return `${this.side(node)} answers ${this.name(by)}, which leaves ${this.sides[0]} ${this.value(by)}: ${claim}, so nothing else after ${this.line(node)} needs a look. ✂ ${counted(left, "move")}${size}.`;
  }

  end(at) {
    const best = this.story.bestChild(0, at);
    const all = this.story.minimaxNodes(at);
    const saved = all === undefined ? "" : ` ${counted(this.story.visited(at), "node")} visited; minimax visits ${counted(all, "node")}.`;
    const choice = best === undefined ? "The search ends" : `The search ends: ${this.sides[0]} plays ${this.name(best)}`;
    return `${choice}, which leaves it ${this.value(0)}.${saved}`;
  }

  /** The best of a node's neighbors when the search gets to it. */
  bestBefore(node, at) {
    return this.story.bestChild(this.nodes[node].parent, at);
  }

  verb(node) {
    const { ply } = this.nodes[node];
    return ply === 1 ? "tries" : ply % 2 ? "goes on with" : "answers";
  }

  /** What is known after a step: the current line, the best so far, and the skipped moves. */
  ledger(at) {
    const { node } = this.story.steps[at];
    const best = this.story.bestChild(0, at);
    const all = this.story.minimaxNodes(at);
    const skipped = all === undefined ? "not counted" : counted(Math.max(0, all - this.story.visited(at)), "node");
    const looked = this.nodes[node].parent === null ? "the position" : this.story.line(node).every(({ san }) => san) ? this.line(node) : this.story.path(node);
    return [looked, best === undefined ? "nothing yet" : `${this.value(best)} by ${this.name(best)}`, skipped];
  }

  /** How long a step stays, in milliseconds: the first cutoff comes soon, and no search takes long. */
  pace(at) {
    if (this.story.isKept) return 2 * LOOK;
    this.paces ??= this.schedule();
    return this.paces[at];
  }

  schedule() {
    const { steps } = this.story;
    const cuts = steps.map(({ node, isLeaving }) => isLeaving && this.isRefuted(node));
    const first = Math.max(cuts.indexOf(true), 0);
    const paces = steps.map((_, at) => (cuts[at] ? (at === first ? READ : 2 * LOOK) : this.isNews(at) ? LOOK : GLANCE));
    const within = (part, most) => {
      const sum = part.reduce((all, pace) => all + pace, 0);
      return part.map((pace) => pace * Math.min(1, most / sum));
    };
    return [...within(paces.slice(0, first), SOON), ...within(paces.slice(first), MOST)];
  }

  isNews(at) {
    const { node, isLeaving } = this.story.steps[at];
    return this.nodes[node].ply <= 1 || (isLeaving && this.story.best[at] === node);
  }
}
