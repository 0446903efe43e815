// A score taken apart: the terms of an evaluator, and each piece's worth to it.

import { Board } from "../board/board.js";
import { portrait as getPortrait } from "../catalog.js";
import { element, field, select } from "../dom.js";
import { gridOf, placementOf } from "../game/placement.js";
import { spokenPiece } from "../game/spoken.js";
import { capitalized, movesToMate, negated, pawns, scoreText } from "../score.js";
import { lighting, squaresIn } from "./questions.js";

/** Which of the ten questions asks for what a term counts. */
const ASKED = { "pawn-structure": 4, "king-safety": 5, space: 6, "passed-pawns": 8, threats: 3 };
/** The pieces that a term counts where no question names their squares; other terms count all pieces, or none. */
const COUNTED = { "pawn-structure": "p", mobility: "nbrq", tempo: "" };
/** The smallest lead that gets the full color, so that tiny leads do not look important. */
const LEAST_FULL = 60;

/**
 * The panel of a position, with the answer of `/evaluate` for it and the score that a search `found`, both from the point of view of the
 * player with index `side`. `light` gets the squares of the term under the pointer.
 */
export class EvaluationPanel {
  constructor(light, { answer, game, position, side, found }) {
    Object.assign(this, { light, answer, game, position, found });
    this.side = capitalized(game.players[side]);
    this.forSide = (score) => (side === 0 ? score : negated(score));
    this.choice = element("div", {});
    this.total = element("p", { class: "total" });
    this.why = element("p", { class: "why" });
    this.terms = element("tbody", {});
    const heads = ["Term", ...game.players.map(capitalized), `For ${this.side}`, "As a bar"].map((name) => element("th", { scope: "col" }, name));
    const table = element("table", { class: "terms" }, element("caption", { class: "unseen" }, "Terms of the score"), element("thead", {}, element("tr", {}, heads)), this.terms);
    this.board = new Board();
    this.board.host.classList.add("heat");
    this.legend = element(
      "p",
      { class: "quiet" },
      "The number is what its side would lose without the piece, in pawns. Blue pieces are worth more than the mean of their kind, orange ones less.",
    );
    this.table = element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Terms" }, table);
    this.whole = element("p", { class: "quiet whole" }, "This evaluator has no terms: it judges the position as a whole.");
    const heat = element("div", { class: "heat-place" }, this.board.host, this.legend);
    this.portrait = element("details", { class: "portrait", ontoggle: () => this.showPortrait() }, element("summary", {}, "What it looks at"), element("div", {}));
    const content = element("div", { class: "evaluation" }, element("div", {}, this.table, this.whole, this.total, this.why), heat);
    this.host = element("div", {}, this.choice, content, this.portrait);
  }

  /** Shows the score of one of the evaluators, or the result if the game is over. */
  show(chosen) {
    const { answer, game, position } = this;
    this.board.show({ key: position, game: game.name, grid: gridOf(game, position), pieces: placementOf(position.grid?.cells), label: "The position" });
    const names = answer.evaluators.map(({ evaluator, score }) => [evaluator, `${evaluator}: ${this.written(score)}`]);
    const named = (name) => answer.evaluators.find(({ evaluator }) => evaluator === name);
    const shown = this.isOver() ? undefined : (named(chosen) ?? named(game.default_evaluator) ?? answer.evaluators[0]);
    const label = `Evaluator and its score for ${this.side}`;
    this.choice.replaceChildren(...(shown ? [field(label, select(names, shown.evaluator, (name) => this.show(name)))] : []));
    this.table.hidden = !shown?.terms.length;
    this.whole.hidden = !shown || shown.terms.length > 0;
    this.legend.hidden = !shown?.pieces.length;
    this.total.textContent = shown ? `${shown.terms.length > 0 ? "Together" : "It gives"} ${this.written(shown.score)} for ${this.side}.` : "";
    this.why.textContent = this.reason(shown);
    this.portrait.hidden = !shown?.has_portrait;
    if (!shown) return;
    this.draw(shown);
    this.drawn = { game: game.name, evaluator: shown.evaluator };
    this.showPortrait();
  }

  /** Writes a score of the answer from the side's point of view. */
  written(score) {
    return scoreText(this.forSide(score), this.game);
  }

  /** Whether the game is over here and the score agrees. A search that doesn't know the game's moves sees no repetition. */
  isOver() {
    const { outcome } = this.position;
    const { score } = this.found;
    return Boolean(outcome) && (score === null || (outcome.winner === null ? score.cp === 0 : score.cp === undefined));
  }

  /** Explains in a sentence why the search found another score than the evaluator gives; empty if they are the same. */
  reason(shown) {
    const { score, evaluator, isBound } = this.found;
    if (this.isOver()) return `${this.position.outcome.text} The score is that of the end, so no evaluator was asked.`;
    const text = scoreText(score, this.game);
    if (score === null || (shown && text === this.written(shown.score)) || (shown && evaluator && evaluator !== shown.evaluator)) return "";
    if (!evaluator) return `The score ${text} came with the game, without its line and its evaluator, so this is only the position after the move.`;
    if (movesToMate(score) !== undefined) return `The search has proven ${text}, but its line ends before that, at a position on the way.`;
    if (isBound) return `The search only knows a bound here, ${text}, and stopped when that was enough.`;
    return `The search found ${text}, because it saw more than this position: captures beyond it, its table, or games it played out.`;
  }

  /** What the evaluator looks at in any position; asked for when it is opened. */
  async showPortrait() {
    const { portrait, drawn } = this;
    if (portrait.hidden || !portrait.open) return;
    const { svg, caption } = await getPortrait(drawn.game, drawn.evaluator);
    if (drawn !== this.drawn) return;
    const picture = element("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: `Weights of ${drawn.evaluator} as boards` });
    portrait.lastChild.replaceChildren(element("p", { class: "quiet" }, caption), picture);
  }

  draw({ terms, pieces }) {
    const squaresOfTerm = ({ name }) => {
      const asked = Object.hasOwn(ASKED, name) ? ASKED[name] : null;
      const named = this.answer.questions[asked - 1]?.answers.flatMap(squaresIn) ?? [];
      const kinds = Object.hasOwn(COUNTED, name) ? COUNTED[name] : asked ? "" : "pnbrqk";
      return named.length > 0 ? named : pieces.filter(({ piece }) => kinds.includes(piece.toLowerCase())).map(({ square }) => square);
    };
    const rows = terms.map((term) => ({ ...term, lead: this.forSide({ cp: term.white - term.black }).cp }));
    const most = Math.max(1, ...rows.map(({ lead }) => Math.abs(lead)));
    this.terms.replaceChildren(...rows.map((term) => termRow(term, lighting(term.name, squaresOfTerm(term), this.light), most)));
    const full = Math.max(LEAST_FULL, ...pieces.map(({ lead }) => Math.abs(lead ?? 0)));
    for (const cell of this.board.squares.cells.values()) cell.removeAttribute("data-worth");
    for (const piece of pieces) this.heat(this.board.squares.cells.get(piece.square), piece, full);
  }

  heat(cell, { square, piece, worth, lead }, full) {
    const text = worth === null ? "?" : (worth / 100).toFixed(1);
    cell.dataset.worth = text;
    cell.dataset.lead = (lead ?? 0) < 0 ? "worse" : "better";
    cell.style.setProperty("--heat", Math.min(1, Math.abs(lead ?? 0) / full) * 0.85);
    cell.setAttribute("aria-label", `${square}, ${spokenPiece(piece)}, worth ${text}`);
  }
}

function termRow({ white, black, lead }, name, most) {
  const bar = element("span", { class: `bar ${lead < 0 ? "behind" : "ahead"}` });
  bar.style.setProperty("--length", Math.abs(lead) / most);
  const cells = [white, black, lead].map((value) => element("td", {}, pawns(value)));
  return element("tr", {}, element("th", { scope: "row" }, name), cells, element("td", { class: "bar-cell" }, bar));
}
