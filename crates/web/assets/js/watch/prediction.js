// Predicting a search: before a move is cut off, becomes the best, or turns out to be worse, the search pauses and asks which.

import { button, element } from "../dom.js";

/** What may happen to a move, with an explanation to look up. */
const ENDS = [["cut", "It is cut off"], ["best", "It is the best so far"], ["worse", "It is searched to the end, and is worse"]];

/** The questions of one view. `onAnswer` is called after an answer, and the search may go on. */
export class Prediction {
  constructor(onAnswer) {
    this.onAnswer = onAnswer;
    this.isOn = false;
    this.asked = this.right = 0;
    this.question = element("p", { role: "status" });
    this.choices = ENDS.map(([end, text]) => button(text, () => this.answer(end)));
    this.row = element("div", { class: "row" }, this.choices);
    this.verdict = element("p", { role: "status" });
    this.host = element("div", { class: "prediction", role: "group", "aria-label": "Predict", hidden: true }, this.question, this.row, this.verdict);
  }

  /** Turns the questions on or off, and resets the count of answers. */
  turn(isOn) {
    Object.assign(this, { isOn, asked: 0, right: 0, open: null, known: null });
    this.host.hidden = !isOn;
    this.verdict.textContent = "";
    this.ask(null);
  }

  /** True if a step waits for an answer; asks the question then. */
  holds(telling, step) {
    const end = this.isOn && step !== this.known ? telling.endOf(step) : null;
    if (end === null) return false;
    this.ask({ telling, step, end });
    return true;
  }

  ask(question) {
    this.open = question;
    this.row.hidden = question === null;
    if (question === null) this.question.textContent = "Play or step on: the search asks you before it decides.";
    else {
      this.question.textContent = `What becomes of ${question.telling.lineAt(question.step)}?`;
      this.verdict.textContent = "";
    }
  }

  /** Withdraws a question when the search has gone elsewhere. */
  moved(at) {
    if (this.open && this.open.step !== at + 1) this.ask(null);
    if (this.known !== null && at > this.known) this.verdict.textContent = "";
  }

  answer(end) {
    const { telling, step, end: truth } = this.open;
    this.asked += 1;
    if (end === truth) this.right += 1;
    const judged = end === truth ? "Right." : `No. ${telling.tell(step)}`;
    this.known = step;
    this.ask(null);
    this.onAnswer(step);
    this.verdict.textContent = `${judged} ${this.right} of ${this.asked} right.`;
  }
}
