// The part of "Inside" that answers ten questions of a chess player about the position.

import { element } from "../dom.js";

/** The panel. */
export class QuestionsPanel {
  constructor() {
    this.host = element("div", { class: "questions" });
  }

  /** Shows the answer of `/evaluate`. */
  show({ questions }) {
    if (questions.length === 0) {
      this.host.replaceChildren(element("p", { class: "quiet" }, "The ten questions are about chess positions."));
      return;
    }
    this.host.replaceChildren(
      ...questions.map(({ question, answers }) =>
        element("section", {}, element("h3", {}, question), element("ul", {}, answers.map((answer) => element("li", {}, answer)))),
      ),
    );
  }
}
