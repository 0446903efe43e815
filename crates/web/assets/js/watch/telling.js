// A recorded search told in sentences: who tries which move, what it's worth, and why the rest doesn't matter.

import { mayAnimate } from "../dom.js";
import { isCut } from "../stepper/layout.js";
import { valueText } from "../stepper/story.js";
import { chessSign, chessWords } from "../game/spoken.js";
import { counted } from "../score.js";

/** Milliseconds for an answer while the search plays, and for reading a word: 200 take a minute. */
const [GLANCE, WORD] = [400, 300];

/**
 * The words for one search. `sides` are the names of the side to move at the root and of the other one; in chess `number` is that of the
 * first move, `isWhite` tells whose move it is, and `inWords` is for readers who don't know the notation.
 */
export class Telling {
  constructor(story, { sides, number = null, isWhite = true, inWords = false }) {
    Object.assign(this, { story, sides, number, isWhite, inWords });
    this.nodes = story.nodes;
    this.firstCut = story.steps.findIndex(({ node, isLeaving }) => isLeaving && this.isRefuted(node));
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
    if (this.inWords) return `“${chessWords(san)}”`;
    return this.numbered(node) ?? `${ply === 1 ? this.number : ""}…\u2060${san}`;
  }

  /** The moves from the root to a node, `12 Nf3 Nf6`; in words only the last. */
  line(node) {
    const { parent, san } = this.nodes[node];
    if (this.inWords || this.nodes[parent].parent === null) return this.name(node);
    return `${this.line(parent)} ${this.numbered(node) ?? san}`;
  }

  /** The label of a node in the tree, with a picture of its piece. */
  sign({ san, ply }) {
    return san === null ? "start" : chessSign(san, this.isWhite === (ply % 2 === 1));
  }

  /** A move with its number if it is White's; without one in games whose moves have none. */
  numbered(node) {
    const { san, ply } = this.nodes[node];
    if (this.number === null) return san;
    return this.isWhite === (ply % 2 === 1) ? `${this.number + (ply >> 1)} ${san}` : null;
  }

  /** A node's score as it follows "leaves White": `7.2 pawns up`, `mated in 1`; in other games a number. */
  value(node) {
    const text = valueText(this.nodes[node], this.story.scoreText);
    const said = text.replace("≤", "at most").replace("≥", "at least").replace(/#(−?)(\d+)/, (_, isLost, moves) => `${isLost ? "mated" : "with mate"} in ${moves}`).replace(/(win|loss) (\d+)/, "a $1 in $2");
    if (this.number === null) return said;
    const [, isUp, pawns] = said.match(/([+−])(\d+\.\d+)/) ?? [];
    if (pawns === undefined) return said.replace("0.00", "level");
    return said.replace(/([+−])(\d+\.\d+)/, `${Number(pawns)} ${pawns === "1.00" ? "pawn" : "pawns"} ${isUp === "+" ? "up" : "down"}`);
  }

  /** A side that already has a node's score: `White is already 7.2 pawns up`, `Max already has 3`. */
  already(side, node) {
    const value = this.value(node);
    return /pawn|level|mate/.test(value) ? `${side} is already ${value}` : `${side} already has ${value}`;
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

  /** The sentence while the search plays: one for all that follows a first move, until the search rests. */
  brief(at) {
    let top = this.story.steps[at].node;
    while (this.nodes[top].ply > 1) top = this.nodes[top].parent;
    if (this.rests(at) || this.nodes[top].ply === 0) return this.tell(at);
    return this.nodes[top].purpose ? this.story.describe(this.story.entered.get(top)) : `${this.sides[0]} tries ${this.name(top)}.`;
  }

  /** True if the search waits for its reader: at the start, when a first move has returned, at the first cutoff, and always in a tree that it keeps. */
  rests(at) {
    const { node, isLeaving } = this.story.steps[at];
    return this.story.isKept || at === 0 || at === this.firstCut || (isLeaving && this.nodes[node].ply <= 1);
  }

  /** True if one of a node's children cut off the rest of its moves. */
  isRefuted(node) {
    return isCut(this.nodes[node]) && this.story.children[node].length > 0;
  }

  /**
   * The answer that has just returned before a step, if others to the same move are left: `{ line, by, isEnough }`, where it's enough if
   * the search then skips the others. Of the answers that aren't, only the first to each move is a question.
   */
  questionAt(step) {
    const { steps, isKept, children } = this.story;
    const { node: by, isLeaving } = steps[step - 1] ?? {};
    const { parent, ply } = this.nodes[by] ?? {};
    if (!isLeaving || isKept || ply < 2 || steps[step] === undefined) return null;
    const isEnough = steps[step].node === parent && this.isRefuted(parent);
    const isFirst = children[parent][0] === by && children[parent].length > 1;
    return isEnough || isFirst ? { line: this.line(parent), by: this.name(by), isEnough } : null;
  }

  begin() {
    const [{ depth, alpha, beta }] = this.nodes;
    const asks = alpha !== null && beta !== null ? ` This pass only asks whether it's worth more than ${this.story.scoreText(alpha)}.` : "";
    const far = depth === 2 ? `${this.sides[1]}'s best answer to each` : `what follows, ${counted(depth, "move")} deep`;
    return `${this.sides[0]} looks for the best move, and ${far}.${this.inWords ? " Pieces count in pawns: a rook is worth about five." : asks}`;
  }

  enter(node, at) {
    const best = this.bestBefore(node, at);
    const mover = this.mover(node);
    const goal = best === undefined ? `What is ${this.side(node)}'s best answer?` : `Is this better than ${this.name(best)}, which leaves ${this.sides[0]} ${this.value(best)}?`;
    return `${mover} ${this.verb(node)} ${this.name(node)}. ${goal}`;
  }

  leaf(node, at) {
    const source = this.nodes[node].kind === "table" ? ", as the table knows" : "";
    return `${this.mover(node)} ${this.verb(node)} ${this.name(node)}, which leaves ${this.sides[0]} ${this.value(node)}${source}. ${this.rank(node, at)}`.trim();
  }

  leave(node, at) {
    const reply = this.story.bestChild(node, at);
    return `${this.line(node)} leaves ${this.sides[0]} ${this.value(node)}${reply === undefined ? "" : ` after ${this.side(node)}'s best answer, ${this.name(reply)}`}. ${this.rank(node, at)}`.trim();
  }

  /** How a move that has returned compares with its neighbors. */
  rank(node, at) {
    const [mover, what] = [this.mover(node), this.nodes[node].ply % 2 ? "move" : "answer"];
    const best = this.story.best[at];
    if (best === node) return `${mover}'s best ${what} so far.`;
    return best === undefined ? "" : `${this.name(best)} is as good or better for ${mover}.`;
  }

  /** Why the rest doesn't matter: the side that chose the way to a node already has something as good. */
  refusal(node, at) {
    const { story } = this;
    const by = story.children[node].at(-1);
    // Once the reason has been read, the fact is enough.
    if (this.inWords && at !== this.firstCut && this.nodes[node].ply === 1) return `One answer to ${this.name(node)} is enough again: ${this.name(by)}. ✂`;
    const [holder, left] = [story.holder(node, at), this.nodes[node].cut.of - this.nodes[node].cut.tried];
    const other = this.mover(node);
    const claim = () => (other === this.sides[0] ? this.already(other, holder) : `${other} already has ${this.sides[0]} ${this.value(holder)}`);
    const why = holder === undefined ? "That settles what this null window asks" : `${claim()} with ${this.name(holder)}`;
    const hidden = story.hidden(node) ?? left;
    const size = hidden > left && !this.inWords ? `, with ${counted(hidden, "position")}` : "";
    const others = left === 1 ? "the other answer" : `${left} other answers`;
    return `${this.side(node)}'s answer ${this.name(by)} leaves ${this.sides[0]} ${this.value(by)}. ${why}, so ${others} to ${this.line(node)} can be skipped${size}. ✂`;
  }

  end(at) {
    const best = this.story.bestChild(0, at);
    const all = this.story.minimaxNodes(at);
    const saved = all === undefined ? "" : ` It has looked at ${counted(this.story.visited(at), "position")}, of ${counted(all, "position")} without skipping.`;
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
    const skipped = all === undefined ? "not counted" : counted(Math.max(0, all - this.story.visited(at)), "position");
    const looked = this.nodes[node].parent === null ? "the position" : this.story.line(node).every(({ san }) => san) ? this.line(node) : this.story.path(node);
    return [looked, best === undefined ? "nothing yet" : `${this.value(best)} by ${this.name(best)}`, skipped];
  }

  /** How long a step stays, in milliseconds: long enough to read a new sentence, and the shorter the deeper it is; no time with less motion. */
  pace(at) {
    if (this.rests(at)) return Infinity;
    if (!mayAnimate()) return 0;
    const { ply } = this.nodes[this.story.steps[at].node];
    return ply === 1 ? WORD * this.brief(at).split(" ").length : GLANCE * 4 ** (2 - ply);
  }
}
