// The window of a search as a bar beside the board: the part between alpha and beta is still open, and it narrows with each move that
// returns.

import { element } from "../dom.js";
import { readScore } from "../stepper/score.js";

/** The places of a search's numbers on the bar, from 0 to 1; the ends are for won, lost, and open. */
const [LOW, HIGH] = [0.08, 0.92];

/** The bar of one search: up is good for the side to move, and the middle is even. */
export class WindowBar {
  constructor() {
    this.open = element("div", { class: "open-window" });
    this.ends = ["alpha", "beta"].map((name) => element("span", { class: `end ${name}` }));
    this.sides = ["top", "bottom"].map((name) => element("span", { class: `side-name ${name}` }));
    this.host = element("div", { class: "window-bar", role: "img" }, this.open, this.sides, this.ends);
  }

  /** Takes the names of the sides, and the scale of a story: the scores near the root are spread over the bar. */
  measure({ nodes }, sides) {
    const scores = nodes.filter(({ ply, score }) => ply <= 2 && score?.cp !== undefined).map(({ score }) => Math.abs(score.cp));
    this.spread = scores.reduce((most, cp) => Math.max(most, cp), 1);
    this.names = sides;
    this.sides.forEach((side, index) => (side.textContent = `${sides[index]} is better`));
  }

  /** Shows the window of a node after a step. When alpha reaches beta, the window is empty and closed, and the search leaves the node. */
  draw(story, node, at) {
    const [alpha, beta] = story.bounds(node, at);
    const [from, to] = [this.place(alpha, 0), this.place(beta, 1)];
    const isCrossed = from >= to;
    const isClosed = isCrossed && story.steps[at].isLeaving && story.steps[at].node === node;
    this.open.style.setProperty("--below", Math.min(from, to));
    this.open.style.setProperty("--above", 1 - Math.max(from, to));
    this.host.classList.toggle("crossed", isCrossed);
    this.host.classList.toggle("closed", isClosed);
    const texts = story.window(node, at);
    [from, to].forEach((place, index) => {
      this.ends[index].textContent = `${"αβ"[index]} ${texts[index]}`;
      this.ends[index].style.setProperty("--at", place);
    });
    this.host.setAttribute("aria-label", `Window for ${this.names[0]}: alpha ${texts[0]}, beta ${texts[1]}${isClosed ? "; it is closed" : ""}`);
  }

  place(score, open) {
    if (score === null) return open;
    const { cp, isWin } = readScore(score);
    if (cp === undefined) return isWin ? 0.97 : 0.03;
    return LOW + (HIGH - LOW) * (0.5 + 0.5 * Math.tanh(cp / this.spread));
  }
}
