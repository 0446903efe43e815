// Predicting a search: when an answer has returned and others are left, the search pauses and asks whether it skips them.

import { button, element } from "../dom.js";

/** The questions of one view. `onAnswer` is called after an answer, and the search may go on. */
export class Prediction {
  constructor(onAnswer) {
    this.onAnswer = onAnswer;
    this.isOn = false;
    this.question = element("p", { role: "status" });
    const choices = [[true, "Skip the rest"], [false, "Keep looking"]].map(([isEnough, text]) => button(text, () => this.answer(isEnough)));
    this.row = element("div", { class: "row" }, choices);
    this.verdict = element("p", { role: "status" });
    this.host = element("div", { class: "prediction", role: "group", "aria-label": "Predict", hidden: true }, this.question, this.row, this.verdict);
  }

  /** Turns the questions on or off, and resets the count of answers. */
  turn(isOn) {
    Object.assign(this, { isOn, asked: 0, right: 0, known: null });
    this.host.hidden = !isOn;
    this.verdict.textContent = "";
    this.ask(null);
  }

  /** True if a step waits for an answer; asks the question then. */
  holds(telling, step) {
    const question = this.isOn && step !== this.known ? telling.questionAt(step) : null;
    if (question === null) return false;
    this.ask({ telling, step, ...question });
    return true;
  }

  ask(question) {
    this.open = question;
    this.row.hidden = question === null;
    if (question === null) this.question.textContent = "Press Next: the search asks you before it decides.";
    else {
      this.question.textContent = `${question.line} was answered by ${question.by}. Is that enough to skip the other answers?`;
      this.verdict.textContent = "";
    }
  }

  /** Withdraws a question when the search has gone elsewhere. */
  moved(at) {
    if (this.open && this.open.step !== at + 1) this.ask(null);
    if (this.known !== null && at > this.known) this.verdict.textContent = "";
  }

  answer(isEnough) {
    const { telling, step, line, isEnough: truth } = this.open;
    this.asked += 1;
    if (isEnough === truth) this.right += 1;
    const why = truth ? telling.tell(step) : `Another answer to ${line} may be better still, so the search looks on.`;
    this.known = step;
    this.ask(null);
    this.onAnswer(step);
    this.verdict.textContent = `${isEnough === truth ? "Right." : "No."} ${why} ${this.right} of ${this.asked} right.`;
  }
}
