// Live analysis: the best lines in the position on the board, which grow while the engine thinks.

import { scoreButton } from "../apart/score-button.js";
import { events, isAbort } from "../api.js";
import { showProblem } from "../announce.js";
import { offered, strategyOf, strategyWith } from "../catalog.js";
import { button, element, panel } from "../dom.js";
import { arrival } from "../game/placement.js";
import { follow } from "../game/playing.js";
import { firstPly, moveNumber } from "../game/pgn-writer.js";
import { prefer, preference } from "../preferences.js";
import { counted, minutes, scoreText } from "../score.js";

/** A position is searched only once it has stayed this long, so that stepping through a game starts no searches. */
const DELAY = 150;
/** Few people read more moves of a line. */
const MOST_MOVES = 12;
const COLORS = ["blue", "pale", "pale"];

/** The lines for a session, with an arrow for each on a board; `onScore` gets the score for the first player. */
export class LivePanel {
  constructor(session, board, onScore) {
    Object.assign(this, { session, board, onScore, node: null, controller: null, timer: null });
    this.isOn = preference("live");
    this.toggleButton = button("Live analysis", () => this.toggle(), { class: "toggle", title: "Live analysis (l)" });
    this.note = element("span", { class: "quiet" });
    this.more = button("Go on", () => this.goOn(), { class: "small", hidden: true });
    this.list = element("ol", { class: "live-lines", "aria-label": "Best lines" });
    this.host = panel(null, { class: "panel live", "aria-label": "Live analysis" }, element("div", { class: "row" }, this.toggleButton, this.note, this.more), this.list);
    this.showState();
  }

  toggle() {
    this.isOn = !this.isOn;
    prefer("live", this.isOn);
    this.stop();
    this.showState();
    this.session.moved();
  }

  /** Starts the search over, with other settings. */
  restart() {
    this.stop();
    this.update();
  }

  showState() {
    this.toggleButton.setAttribute("aria-pressed", this.isOn);
    this.list.hidden = !this.isOn;
    this.note.textContent = "";
    this.more.hidden = true;
    this.depth = 0;
    this.rows = [];
    this.list.replaceChildren();
  }

  /** Continues the search of this position at the depth it reached: the table is kept, and the lines stay until then. */
  goOn() {
    this.more.hidden = true;
    this.note.textContent = `going on at depth ${this.depth}`;
    this.search(this.node);
  }

  /** Searches the current position, if it's another one. */
  update() {
    const { node } = this.session;
    if (!this.isOn || node === this.node) return;
    // The lines of another position are gone at once, even if this one's moves are still on their way.
    this.stop();
    this.showState();
    if (node.answer === null) return;
    this.node = node;
    if (node.outcome) return;
    this.timer = setTimeout(() => this.search(node), DELAY);
  }

  stop() {
    clearTimeout(this.timer);
    this.controller?.abort();
    this.node = null;
    if (this.board.shown.key !== null) this.board.arrows.hint([]);
  }

  async search(node) {
    const { session } = this;
    const controller = new AbortController();
    this.controller = controller;
    try {
      const limits = { time_ms: (await offered()).limits.live_ms };
      const lines = session.game.is_chess ? { lines: preference("lines") } : {};
      const question = { ...session.place(node), strategies: [{ strategy: await strategyFor(session.game), limits }], goes_on: true, ...lines };
      for await (const { name, data } of events("/search", question, controller.signal)) {
        if (this.node !== node) return;
        if (name === "started") this.evaluator = data.evaluator;
        else if (name === "iteration") this.show(node, data, limits);
        else if (name === "failed") throw new Error(data.detail);
        else if (name === "result") this.finish(data);
      }
    } catch (error) {
      if (!isAbort(error) && this.node === node) showProblem(error);
    }
  }

  show(node, { lines, depth, total_nodes: nodes, ...only }, limits) {
    const shown = lines ?? [only];
    if (depth < this.depth) {
      this.note.textContent = `depth ${depth}, on the way to ${this.depth} again`;
      return;
    }
    this.depth = depth;
    this.note.textContent = `depth ${depth}, ${counted(nodes, "node")}, up to ${minutes(limits.time_ms)}`;
    shown.forEach((line, index) => this.draw((this.rows[index] ??= this.row()), node, line));
    const arrows = shown.map(({ line }, index) => this.arrow(node, line[0], COLORS[index] ?? "pale"));
    // The best move's arrow covers the others.
    this.board.arrows.hint(arrows.filter(Boolean).reverse());
    this.onScore(this.session.forFirst(shown[0].score, node), node);
  }

  /** A search that didn't solve its position can go on. */
  finish({ depth, counts, reason }) {
    const cut = { "stop requested": "ended because another search was waiting", "time limit": "ended by the time limit", "node limit": "ended by the node limit" }[reason];
    this.note.textContent = `depth ${Math.max(depth, this.depth)}, ${counted(counts.nodes, "node")}, ${cut ?? "finished"}`;
    this.more.hidden = cut === undefined;
  }

  /** Makes a row. Its score stays the same button while the line grows, so that it keeps the focus and no click is lost. */
  row() {
    const row = { moves: element("span", {}) };
    row.score = scoreButton("", () => row.found);
    this.list.append(element("li", {}, element("strong", {}, row.score), row.moves));
    return row;
  }

  draw(row, node, line) {
    const { session, evaluator } = this;
    const score = session.forFirst(line.score, node);
    row.found = { game: session.game, place: session.place(node), line: line.line, score, side: 0, evaluator };
    row.score.textContent = scoreText(score, session.game);
    row.moves.replaceChildren(...this.moves(node, line));
  }

  /** The moves of a line; a click plays it up to there. */
  moves(node, { line, line_san: sans }) {
    const isChess = this.session.game.is_chess;
    const first = isChess ? firstPly(node.position) : node.ply;
    return sans.slice(0, MOST_MOVES).map((san, index) => {
      const ply = first + index;
      const number = ply % 2 === 0 || index === 0 ? `${moveNumber(ply)} ` : "";
      const moves = line.slice(0, index + 1);
      return button(`${isChess ? number : ""}${san}`, () => follow(this.session, node, moves).catch(showProblem), { class: "small" });
    });
  }

  arrow(node, text, color) {
    const move = node.answer.moves.find((legal) => legal.move === text);
    return move?.clicks ? { from: move.from ?? move.to, to: arrival(move), color } : null;
  }
}

/** The strategy to ask, with the user's settings if it declares them. */
async function strategyFor({ name, default_strategy: strategy }) {
  const { settings } = await strategyOf(name, strategy);
  const wanted = settings.filter(({ name: setting, resource, usual }) => resource && usual !== String(preference(setting) ?? usual));
  let text = strategy;
  for (const { name: setting } of wanted) text = (await strategyWith(name, text, setting, [preference(setting)])).name;
  return text;
}
