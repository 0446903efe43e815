// Ten questions chess players ask about a position, with their answers.

import { element } from "../dom.js";

/** The panel. `light` gets the squares of the answer under the pointer. */
export class QuestionsPanel {
  constructor(light) {
    this.light = light;
    this.host = element("div", { class: "questions" });
  }

  /** Shows the answer of `/evaluate` for a position with its legal moves. */
  show({ questions }, { moves }) {
    this.moves = new Map(moves.map((legal) => [legal.move, legal]));
    this.host.replaceChildren(
      ...questions.map(({ question, answers }) =>
        element("section", {}, element("h3", {}, question), element("ul", {}, answers.map((answer) => element("li", {}, this.written(answer))))),
      ),
    );
  }

  // `White: doubled: none; blocked: e4`: squares in the text light up, and moves are in the usual notation.
  written(answer) {
    return answer.split(/(; |^\w+: )/).flatMap((part) => {
      const words = part.split(" ");
      if (words.some((word) => this.moves.has(word))) return words.flatMap((word, index) => [index > 0 ? " " : "", this.word(word)]);
      return this.word(part);
    });
  }

  word(text) {
    const legal = this.moves.get(text);
    if (legal) return lighting(legal.san, [legal.from, legal.to], this.light);
    const squares = squaresIn(text);
    return squares.length > 0 ? lighting(text, squares, this.light) : text;
  }
}

/** The squares of a chess board that a text names. */
export const squaresIn = (text) => text.match(/\b[a-h][1-8]\b/g) ?? [];

/** A text whose squares light up; `light` gets them, and none afterwards. */
export function lighting(text, squares, light) {
  const [on, off] = [() => light(squares), () => light([])];
  return element("button", { type: "button", class: "lights", onmouseenter: on, onfocus: on, onmouseleave: off, onblur: off, onclick: on }, text);
}
