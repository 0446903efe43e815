// Learning from the mistakes of a game: solve the positions in which you erred, one after the other.

import { bestMove } from "../api.js";
import { button, element } from "../dom.js";
import { mistakeOf, scoreAfter } from "../game/judged.js";
import { lastOf, pathTo } from "../game/move-tree.js";
import { capitalized, chances, counted, negated } from "../score.js";

/** A move that gives away less of the winning chances is no mistake. */
const GOOD_ENOUGH = 0.05;
const LIMITS = { time_ms: 500 };

/** A lesson in a view of a game. The lines that solve a position become variations. */
export class Lesson {
  constructor(view) {
    const { session } = view;
    const { tree, node, players, isPaused } = session;
    Object.assign(this, { view, session, tree, before: { node, isPaused, isLive: view.live.isOn }, index: -1, isSolved: false });
    const isOwn = (index) => players[index] === null || !players.includes(null);
    this.nodes = pathTo(lastOf(tree.root)).filter((each) => mistakeOf(each) && isOwn(session.sideAt(each.parent)));
    this.text = element("p", { role: "status" });
    this.solution = button("Show the move", () => this.show());
    this.more = button("Next", () => this.next(), { class: "primary" });
    this.why = button("Watch why it's bad", () => view.watch(this.node));
    const row = element("div", { class: "row" }, this.solution, this.why, this.more, button("End", () => this.end()));
    this.host = element("section", { class: "panel lesson", "aria-label": "Learn from your mistakes" }, element("h2", {}, "Learn from your mistakes"), this.text, row);
    session.isPaused = true;
    // Live analysis would give the answer away.
    if (this.before.isLive) view.live.toggle();
    view.host.classList.add("learning");
    view.side.prepend(this.host);
  }

  /** The move to improve on. */
  get node() {
    return this.nodes[this.index];
  }

  /** True if the board shows the position to solve. */
  isAsking() {
    return !this.isSolved && this.node !== undefined && this.session.node === this.node.parent;
  }

  /** Goes to the next position, or says that there is none. */
  async next() {
    this.index += 1;
    this.isSolved = false;
    if (!this.node) return this.finish();
    const { san } = this.node.move;
    const side = capitalized(this.session.sideName(this.node.parent));
    this.solution.hidden = false;
    this.more.textContent = "Skip";
    this.say(`${this.index + 1} of ${this.nodes.length}: ${san}${mistakeOf(this.node)} was played here. Find a better move for ${side}.`);
    await this.session.visit(this.node.parent);
  }

  finish() {
    [this.solution, this.why, this.more].forEach((part) => (part.hidden = true));
    this.say(this.nodes.length === 0 ? "You made no mistakes, so there is nothing to learn from." : `That was all: ${counted(this.nodes.length, "position")}.`);
  }

  say(text) {
    this.text.textContent = text;
  }

  /** Takes a move, or the text of one: it solves the position, or the board goes back. */
  async answer(tried) {
    const { node, session } = this;
    const move = node.parent.answer.moves.find(({ move, san }) => [move, san].includes(tried.move ?? tried));
    if (!move) throw new Error(`${tried} is not a legal move here.`);
    if (move.san === node.judgment?.best || move.san.endsWith("#")) return this.solve(move, `${move.san} is the best move.`);
    const isPlayed = move.move === node.move.move;
    this.say(`Looking at ${move.san} …`);
    const isGood = !isPlayed && (await this.lost(move)) < GOOD_ENOUGH;
    if (this.node !== node || !this.isAsking()) return;
    if (isGood) return this.solve(move, `${move.san} is good, too.`);
    this.say(isPlayed ? `${move.san} is what was played. Try another move.` : `${move.san} is not good enough. Try another move.`);
    const { board } = this.view;
    board.layer.show(board.shown.pieces);
  }

  /** The winning chances that a move gives away. */
  async lost(move) {
    const { session, node } = this;
    const place = session.place(node.parent);
    const found = ({ score }) => score;
    const known = scoreAfter(node.parent);
    const before = known ? session.forFirst(known, node.parent) : await bestMove({ ...place, limits: LIMITS }).then(found);
    const after = await bestMove({ ...place, moves: [...place.moves, move.move], limits: LIMITS }).then(found);
    return chances(before) - chances(negated(after));
  }

  /** Shows the best move, if it's known, or requests it. */
  async show() {
    const { node, session } = this;
    const { best } = node.judgment ?? {};
    const known = best && node.parent.answer.moves.find(({ san }) => san === best);
    const found = known ?? (await bestMove({ ...session.place(node.parent), limits: LIMITS }));
    if (this.node === node) await this.solve(found, `${found.san} was the move.`);
  }

  async solve(move, text) {
    this.isSolved = true;
    this.solution.hidden = true;
    this.more.textContent = "Next";
    this.say(text);
    await this.session.visit(this.node.parent);
    await this.session.play(move);
  }

  /** Another game ends the lesson. */
  draw() {
    if (this.session.tree !== this.tree) this.leave();
  }

  /** Ends the lesson where it began. */
  end() {
    const { session, before } = this;
    this.leave();
    session.isPaused = before.isPaused;
    session.visit(before.node);
  }

  leave() {
    this.host.remove();
    this.view.host.classList.remove("learning");
    this.view.lesson = null;
    if (this.before.isLive) this.view.live.toggle();
  }
}
