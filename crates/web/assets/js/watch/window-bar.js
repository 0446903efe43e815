// The window of a search as a bar beside the board: what lies between alpha and beta is still open, and it narrows with each move that
// comes back.

import { element } from "../dom.js";
import { readScore } from "../inside/score.js";

/** Where the numbers of a search lie on the bar, from 0 to 1; the ends are for what is won, lost, or open. */
const [LOW, HIGH] = [0.08, 0.92];

/** The bar of one search. */
export class WindowBar {
  constructor() {
    this.open = element("div", { class: "open-window" });
    this.ends = ["alpha", "beta"].map((name) => element("span", { class: `end ${name}` }));
    this.host = element("div", { class: "window-bar", role: "img" }, this.open, this.ends);
  }

  /** Takes the scale of a story: the scores near the root are spread over the bar. */
  measure({ nodes }) {
    const scores = nodes.filter(({ ply, score }) => ply <= 2 && score?.cp !== undefined).map(({ score }) => score.cp);
    scores.sort((one, other) => one - other);
    this.middle = scores[scores.length >> 1] ?? 0;
    const distances = scores.map((cp) => Math.abs(cp - this.middle)).sort((one, other) => one - other);
    this.spread = Math.max(1, 2 * (distances[Math.floor(0.6 * distances.length)] ?? 50));
  }

  /** Shows the window of a node after a step. When alpha reaches beta, nothing can lie in it any more: the search leaves the node, and it is closed. */
  draw(story, node, at, side) {
    const [alpha, beta] = story.bounds(node, at);
    const [from, to] = [this.place(alpha, 0), this.place(beta, 1)];
    const isCrossed = from >= to;
    const isClosed = isCrossed && story.steps[at].isLeaving && story.steps[at].node === node;
    this.open.style.bottom = `${100 * Math.min(from, to)}%`;
    this.open.style.top = `${100 * (1 - Math.max(from, to))}%`;
    this.host.classList.toggle("crossed", isCrossed);
    this.host.classList.toggle("closed", isClosed);
    const texts = story.window(node, at);
    [from, to].forEach((place, index) => {
      this.ends[index].textContent = `${"αβ"[index]} ${texts[index]}`;
      this.ends[index].style.setProperty("--at", place);
    });
    this.host.setAttribute("aria-label", `Window for ${side}: alpha ${texts[0]}, beta ${texts[1]}${isClosed ? "; it is closed" : ""}`);
  }

  place(score, open) {
    if (score === null) return open;
    const { cp, isWin } = readScore(score);
    if (cp === undefined) return isWin ? 0.97 : 0.03;
    return LOW + (HIGH - LOW) * (0.5 + 0.5 * Math.tanh((cp - this.middle) / this.spread));
  }
}
