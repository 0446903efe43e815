// The part of "Inside" that answers ten questions of a chess player about the position.

import { element } from "../dom.js";
import { lighting, squaresIn } from "./lights.js";

/** The panel. `light` gets the squares of what one points at, and `onMove` a move that is clicked, as `[{ move, san }]`. */
export class QuestionsPanel {
  constructor({ light, onMove }) {
    Object.assign(this, { light, onMove });
    this.host = element("div", { class: "questions" });
  }

  /** Shows the answer of `/evaluate` for a position with its legal moves. */
  show({ questions }, { moves }) {
    if (questions.length === 0) {
      this.host.replaceChildren(element("p", { class: "quiet" }, "The ten questions are about chess positions."));
      return;
    }
    this.moves = new Map(moves.map((legal) => [legal.move, legal]));
    this.host.replaceChildren(
      ...questions.map(({ question, answers }) =>
        element("section", {}, element("h3", {}, question), element("ul", {}, answers.map((answer) => element("li", {}, this.written(answer))))),
      ),
    );
  }

  // `White: doubled: none; blocked: e4`: what names squares lights them, and moves are written as people write them.
  written(answer) {
    return answer.split(/(; |^\w+: )/).flatMap((part) => {
      const words = part.split(" ");
      if (words.some((word) => this.moves.has(word))) return words.flatMap((word, index) => [index > 0 ? " " : "", this.word(word)]);
      return this.word(part);
    });
  }

  word(text) {
    const legal = this.moves.get(text);
    if (legal) return lighting(legal.san, [legal.from, legal.to], this.light, () => this.onMove([legal]));
    const squares = squaresIn(text);
    return squares.length > 0 ? lighting(text, squares, this.light) : text;
  }
}
