// The engine's opinion of a game: a curve of who was better, with the bad moves marked.

import { isAbort, post } from "../api.js";
import { announce, showProblem } from "../announce.js";
import { button, element, panel, svg } from "../dom.js";
import { HALF_ACCURATE, MISTAKES, addJudgments, mistakeOf, playedBy, scoreAfter } from "../game/judged.js";
import { pathTo, lastOf } from "../game/move-tree.js";
import { plainPgn } from "../game/pgn-writer.js";
import { viewOf } from "../game/spoken.js";
import { MOST, STEEPNESS, barShare, capitalized, counted, percent, scoreText } from "../score.js";

const [WIDTH, HEIGHT, RADIUS] = [340, 84, 4];
/** The server's time for a position unless asked for more, and its maximum for all. */
const [SECONDS, MOST_SECONDS] = [0.1, 10];

/** At this depth, rating a whole game takes about a second. */
const FIRST_DEPTH = 5;

const FORMULA =
  `A side that is c hundredths of a pawn ahead wins with a chance of 1 ⁄ (1 + exp(−${STEEPNESS} c)); a mate counts as ${MOST}, and so does more. ` +
  `A move that gives away the share d of these chances is 0.5 ^ (d ⁄ ${HALF_ACCURATE}) accurate: a blunder, half or less.`;

/** The panel of one session; `learn` begins a lesson with the mistakes of the game. */
export class AnalysisPanel {
  constructor(session, learn) {
    this.session = session;
    this.start = button("Analyze the game", () => this.analyze());
    this.stopButton = button("Stop", () => this.stop(), { hidden: true });
    this.note = element("p", { class: "quiet", "aria-live": "polite" });
    this.here = svg("path", { class: "here" });
    this.graph = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.graph.addEventListener("click", (event) => this.pick(event));
    this.sides = element("div", { class: "sides" });
    this.learn = button("Learn from your mistakes", learn);
    const formula = element("details", {}, element("summary", {}, "How this is counted"), element("p", { class: "quiet" }, FORMULA));
    this.figure = element("div", { class: "graph", hidden: true }, this.graph, this.sides, this.learn, formula);
    this.row = element("div", { class: "row" }, this.start, this.stopButton, this.note);
    this.view = element("p", { class: "view" });
    this.host = panel("Analysis", { class: "panel analysis" }, this.view, this.row, this.figure);
  }

  /** Rates every move of the main line; a new game stops that. */
  async analyze() {
    const { session } = this;
    const { tree } = session;
    this.stop();
    const controller = new AbortController();
    this.controller = controller;
    const count = pathTo(lastOf(tree.root)).length + 1;
    this.show(`Analyzing ${count} positions, about ${Math.ceil(Math.min(MOST_SECONDS, count * SECONDS))} s …`, true);
    try {
      const text = plainPgn(tree, session.game.start);
      // The first ratings come at once, and better ones replace them.
      for (const [limit, told] of [[`&depth=${FIRST_DEPTH}`, "The first judgments are here; looking deeper …"], ["", ""]]) {
        const { games } = await post(`/pgn?annotate=true${limit}`, text, controller.signal);
        if (session.tree !== tree) return this.show("");
        if (!games[0].analysis) return this.show("Games with null moves cannot be analyzed.");
        addJudgments(tree, games[0], { hasLines: told === "" });
        this.show(told || games[0].analysis.complete ? told : "There was not enough time for all moves.", told !== "");
        session.changed();
      }
      announce(`${this.sides.innerText} ${this.note.textContent}`);
    } catch (error) {
      this.show("");
      if (!isAbort(error)) showProblem(error);
    }
  }

  stop() {
    this.controller?.abort();
    this.controller = null;
  }

  show(text, isRunning = false) {
    this.note.textContent = text;
    this.stopButton.hidden = !isRunning;
  }

  /** Draws the curve of the main line, if its moves have scores. */
  draw() {
    const { game, tree } = this.session;
    if (this.edition === tree.edition) return this.drawHere();
    this.edition = tree.edition;
    this.row.hidden = !game.is_chess;
    this.view.textContent = viewOf(game);
    this.start.disabled = tree.root.children.length === 0;
    this.nodes = [tree.root, ...pathTo(lastOf(tree.root))];
    const scores = this.nodes.map(scoreAfter);
    this.figure.hidden = !this.nodes.some(({ score }) => score);
    if (this.tree !== tree) {
      this.tree = tree;
      this.show("");
    }
    if (!this.figure.hidden) {
      this.drawCurve(scores);
      this.drawSides();
    }
    this.drawHere();
  }

  drawSides() {
    const { game, tree } = this.session;
    const played = playedBy(tree);
    this.sides.replaceChildren(...played.map((side, index) => element("p", {}, `${capitalized(game.players[index])}: ${playedText(side)}.`)));
    this.learn.hidden = played.every(({ marks }) => marks.length === 0);
  }

  /** Marks the current position, unless it is in a variation. */
  drawHere() {
    const at = this.nodes.indexOf(this.session.node);
    this.here.setAttribute("d", at === -1 ? "" : `M${this.x(at).toFixed(1)} 0V${HEIGHT}`);
  }

  /** The curve's point for a position, by its number. */
  x(index) {
    return (index / Math.max(1, this.nodes.length - 1)) * WIDTH;
  }

  drawCurve(scores) {
    const x = (index) => this.x(index);
    const y = (index) => HEIGHT * (1 - barShare(scores[index], this.session.game));
    const known = this.nodes.map((_, index) => index).filter((index) => scores[index]);
    const line = known.map((index) => `L${x(index).toFixed(1)} ${y(index).toFixed(1)}`).join("");
    const dots = known.filter((index) => mistakeOf(this.nodes[index])).map((index) => this.dot(index, x(index), y(index), scores[index]));
    this.graph.replaceChildren(
      svg("rect", { class: "behind", width: WIDTH, height: HEIGHT }),
      svg("path", { class: "ahead", d: `M0 ${HEIGHT}V${y(known[0]).toFixed(1)}${line}V${HEIGHT}z` }),
      svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      this.here,
      ...dots,
    );
    this.graph.setAttribute("aria-label", `Who was better after each move. ${this.spoken(known, scores)}`);
  }

  dot(index, x, y, score) {
    const mark = mistakeOf(this.nodes[index]);
    const text = `${this.nodes[index].move.san}${mark}, ${MISTAKES[mark]}, ${scoreText(score)}`;
    return svg("circle", { class: `dot ${MISTAKES[mark]}`, cx: inside(x, WIDTH), cy: inside(y, HEIGHT), r: RADIUS }, svg("title", {}, text));
  }

  spoken(known, scores) {
    const bad = known.filter((index) => mistakeOf(this.nodes[index]));
    const all = bad.map((index) => `${this.nodes[index].move.san}, ${MISTAKES[mistakeOf(this.nodes[index])]}, ${scoreText(scores[index])}`);
    return all.length === 0 ? "No mistakes." : `${all.join("; ")}.`;
  }

  pick(event) {
    const { left, width } = this.graph.getBoundingClientRect();
    const index = Math.round(((event.clientX - left) / width) * (this.nodes.length - 1));
    this.session.visit(this.nodes[index]);
  }
}

/** A place where a dot isn't cut off by the edge. */
const inside = (place, length) => Math.min(Math.max(place, RADIUS + 1), length - RADIUS - 1).toFixed(1);

/** How a side played, in words: `accuracy 83 %, 0.41 pawns lost a move; 1 mistake`. */
function playedText({ accuracy, loss, marks }) {
  const counts = Object.entries(MISTAKES).map(([mark, name]) => [marks.filter((each) => each === mark).length, name]);
  const found = counts.filter(([count]) => count > 0).map(([count, name]) => counted(count, name, name.replace(/y$/, "ie") + "s"));
  const bad = found.length === 0 ? "no mistakes" : found.join(", ");
  return Number.isNaN(accuracy) ? bad : `accuracy ${percent(accuracy)}, ${(loss / 100).toFixed(2)} pawns lost a move; ${bad}`;
}
