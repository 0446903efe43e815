// The part of "Inside" that takes a score apart: the terms of an evaluator, and what each piece is worth to it.

import { Board } from "../board/board.js";
import { portrait as getPortrait } from "../catalog.js";
import { element, field, select } from "../dom.js";
import { gridOf, placementOf } from "../game/placement.js";
import { sideName, spokenPiece } from "../game/spoken.js";
import { pawns, scoreText } from "../score.js";
import { lighting, squaresIn } from "./lights.js";

/** Which of the ten questions asks for what a term counts. */
const ASKED = { "pawn-structure": 4, "king-safety": 5, space: 6, "passed-pawns": 8, threats: 3 };
/** The pieces that a term counts where no question names their squares; other terms count all pieces, or none. */
const COUNTED = { "pawn-structure": "p", mobility: "nbrq", tempo: "" };
/** The smallest lead that gets the full color, so that tiny leads do not look important. */
const LEAST_FULL = 60;

/** The panel. `light` gets the squares of the term that one points at. */
export class EvaluationPanel {
  constructor(onChoose, light) {
    Object.assign(this, { onChoose, light });
    this.choice = element("div", {});
    this.total = element("p", { class: "total" });
    this.terms = element("tbody", {});
    const heads = ["Term", "White", "Black", "Lead", "Lead as a bar"].map((name) => element("th", { scope: "col" }, name));
    const table = element("table", { class: "terms" }, element("caption", { class: "unseen" }, "Terms of the score"), element("thead", {}, element("tr", {}, heads)), this.terms);
    this.board = new Board();
    this.board.host.classList.add("heat");
    this.legend = element(
      "p",
      { class: "quiet" },
      "The number is what its side would lose without the piece, in pawns. Blue pieces are worth more than the mean of their kind, orange ones less.",
    );
    this.empty = element("p", { class: "quiet", hidden: true }, "The evaluators of this game have no terms. Choose chess to take a score apart.");
    this.table = element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Terms" }, table);
    this.whole = element("p", { class: "quiet", hidden: true }, "This evaluator has no terms: it judges the position as a whole.");
    const heat = element("div", { class: "heat-place" }, this.board.host, this.legend);
    this.portrait = element("details", { class: "portrait", ontoggle: () => this.showPortrait() }, element("summary", {}, "What it looks at"), element("div", {}));
    this.content = element("div", { class: "evaluation" }, element("div", {}, this.table, this.whole, this.total), heat);
    this.host = element("div", {}, this.choice, this.content, this.portrait, this.empty);
  }

  /** Shows the answer of `/evaluate` for the position of a panel, with one of its evaluators. */
  show(answer, { game, answer: position }, chosen) {
    const isChess = game.is_chess;
    this.content.hidden = !isChess;
    this.empty.hidden = isChess;
    const names = answer.evaluators.map(({ evaluator }) => [evaluator, `${evaluator}: ${written(answer, evaluator, game)}`]);
    const shown = answer.evaluators.find(({ evaluator }) => evaluator === chosen) ?? answer.evaluators.find(({ evaluator }) => evaluator === "classical") ?? answer.evaluators[0];
    if (!shown) return;
    const label = `Evaluator and its score for ${sideName(game.players[0])}`;
    this.choice.replaceChildren(field(label, select(names, shown.evaluator, this.onChoose)));
    if (isChess) this.draw(position, game, shown, answer.questions);
    this.portrait.hidden = !shown.has_portrait;
    this.drawn = { game: game.name, evaluator: shown.evaluator };
    this.showPortrait();
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

  draw(position, game, { terms, pieces, score }, questions) {
    const squaresOf = ({ name }) => {
      const named = questions[ASKED[name] - 1]?.answers.flatMap(squaresIn) ?? [];
      const kinds = COUNTED[name] ?? (name in ASKED ? "" : "pnbrqk");
      return named.length > 0 ? named : pieces.filter(({ piece }) => kinds.includes(piece.toLowerCase())).map(({ square }) => square);
    };
    const nameOf = (term) => lighting(term.name, squaresOf(term), this.light);

    const most = Math.max(1, ...terms.map(({ white, black }) => Math.abs(white - black)));
    this.table.hidden = terms.length === 0;
    this.whole.hidden = terms.length > 0;
    this.terms.replaceChildren(...terms.map((term) => termRow(term, nameOf(term), most)));
    this.total.textContent = `Together ${scoreText(score)} for White.`;
    const grid = gridOf(game, position);
    this.board.show({ key: position, game: game.name, grid, pieces: placementOf(position.grid.cells), label: "What each piece is worth" });
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

function written(answer, name, game) {
  return scoreText(answer.evaluators.find(({ evaluator }) => evaluator === name).score, game);
}

function termRow({ white, black }, name, most) {
  const lead = white - black;
  const bar = element("span", { class: `bar ${lead < 0 ? "for-black" : "for-white"}` });
  bar.style.setProperty("--length", Math.abs(lead) / most);
  const cells = [white, black, lead].map((value) => element("td", {}, pawns(value)));
  return element("tr", {}, element("th", { scope: "row" }, name), cells, element("td", { class: "bar-cell" }, bar));
}
