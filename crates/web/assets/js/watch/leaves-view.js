// The front page: a tree of nine numbers to play with. Drag one, and the scissors appear or vanish.

import { announce } from "../announce.js";
import { button, element, svg } from "../dom.js";
import { formatLink } from "../link.js";
import { HIGHEST, NAMES, sayLeaf, searchLeaves } from "./leaves.js";
import { sceneLinks } from "./scenes.js";

const START = "586379642";
/** The number that the page invites you to drag. */
const FIRST = [1, 0];
/** The pixels of a drag that change a number by one, and the milliseconds of rest after which a change is spoken and kept. */
const [STEP, REST] = [12, 700];
/** The middle of the root, of the branches, and the top of the numbers, in the drawing of the lines. */
const [ROOT, BRANCHES, LEAVES] = [20, 96, 164];
const CHALLENGES = [[4, "Make the computer skip four numbers"], [0, "Make the computer skip none"]];

/** The view, from its link. */
export class LeavesView {
  constructor({ numbers }, saveLink) {
    this.saveLink = saveLink;
    const digits = /^\d{9}$/.test(numbers ?? "") ? numbers : START;
    this.leaves = NAMES.map((_, branch) => Array.from(digits.slice(3 * branch, 3 * branch + 3), Number));
    this.at = FIRST;
    this.host = this.build();
  }

  build() {
    this.root = element("p", { class: "root" });
    this.lines = svg("svg", { viewBox: `0 0 9 ${LEAVES}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.branches = NAMES.map((name, branch) => this.buildBranch(name, branch));
    this.tree = element("div", { class: "leaf-tree" }, this.lines, this.root, this.branches.map(({ host }) => host));
    this.text = element("p", { class: "step-text" });
    this.count = element("p", { class: "count" });
    this.challenges = CHALLENGES.map(([, text]) => element("li", {}, text));
    this.lesson = element("p", { class: "lesson-text" });
    const rules = element("p", {}, "You pick A, B or C. Then your opponent picks one of the three numbers below it. You want a high number, your opponent a low one. A computer looks at the nine numbers from left to right. ", element("strong", {}, "Try it: drag the 3 up."));
    const next = element("a", { class: "button primary", href: formatLink("watch", { scene: "chess" }) }, "Next: in chess");
    const more = element("div", { class: "leaf-more" }, element("ul", { class: "challenges", "aria-label": "Challenges" }, this.challenges), next);
    return element("div", { class: "watch-leaves" }, sceneLinks("leaves"), element("h1", {}, "Why can a computer skip moves?"), rules, this.tree, this.count, this.text, more, this.lesson);
  }

  buildBranch(name, branch) {
    const node = element("p", { class: "branch" });
    const leaves = this.leaves[branch].map((_, leaf) => this.buildLeaf(`${name}, number ${leaf + 1}`, [branch, leaf]));
    const scissors = button("✂", () => leaves[searchLeaves(this.leaves).branches[branch].looked].focus(), { class: "cut", "aria-label": `Change what was skipped in ${name}`, title: "Change what was skipped" });
    const host = element("div", { class: "leaf-branch", role: "group", "aria-label": `Branch ${name}` }, node, leaves, scissors);
    host.style.gridColumn = `${3 * branch + 1} / span 3`;
    return { node, leaves, scissors, host };
  }

  buildLeaf(name, at) {
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 3, PageDown: -3, Home: -HIGHEST, End: HIGHEST };
    const host = element("div", {
      class: "leaf",
      role: "slider",
      tabindex: 0,
      "aria-label": name,
      "aria-valuemin": 0,
      "aria-valuemax": HIGHEST,
      onfocus: () => this.look(at),
      onkeydown: (event) => {
        const [branch, leaf] = at;
        const value = /^\d$/.test(event.key) ? Number(event.key) : this.leaves[branch][leaf] + (Object.hasOwn(steps, event.key) ? steps[event.key] : NaN);
        if (Number.isNaN(value) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        this.set(at, value);
      },
      onpointerdown: (event) => this.drag(event, at),
    });
    return host;
  }

  /** A drag up or to the right raises a number; a tap on its upper or lower half changes it by one. */
  drag(down, at) {
    const host = down.currentTarget;
    const [branch, leaf] = at;
    const from = this.leaves[branch][leaf];
    const listening = new AbortController();
    const { signal } = listening;
    let moved = 0;
    const far = ({ clientX, clientY }) => clientX - down.clientX + down.clientY - clientY;
    host.setPointerCapture(down.pointerId);
    const move = (event) => {
      moved = Math.max(moved, Math.abs(far(event)));
      this.set(at, from + Math.round(far(event) / STEP));
    };
    const up = () => {
      listening.abort();
      const { top, height } = host.getBoundingClientRect();
      if (moved < STEP / 2) this.set(at, from + (down.clientY < top + height / 2 ? 1 : -1));
    };
    host.addEventListener("pointermove", move, { signal });
    host.addEventListener("pointerup", up, { signal });
    host.addEventListener("pointercancel", () => listening.abort(), { signal });
  }

  async open() {
    this.draw();
  }

  close() {
    clearTimeout(this.timer);
  }

  look(at) {
    this.at = at;
    this.draw();
  }

  set(at, value) {
    const [branch, leaf] = at;
    this.at = at;
    this.leaves[branch][leaf] = Math.min(Math.max(value, 0), HIGHEST);
    this.tree.classList.add("touched");
    this.draw();
    // A screen reader reads the number at once, and the sentence when it rests.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      announce(`${this.text.textContent} ${this.count.textContent}`);
      this.saveLink("watch", { scene: "leaves", numbers: this.leaves.flat().join("") });
    }, REST);
  }

  draw() {
    const { branches, best, value, skipped } = searchLeaves(this.leaves);
    this.root.textContent = `You get ${value}`;
    this.text.textContent = sayLeaf(this.leaves, this.at);
    this.count.textContent = `${skipped} of 9 skipped. You choose ${NAMES[best]} and get ${value}.`;
    const lines = branches.map((each, branch) => this.drawBranch(each, branch, best === branch));
    this.lines.replaceChildren(...lines.flat());
    CHALLENGES.forEach(([count], index) => {
      if (count === skipped && this.tree.classList.contains("touched")) this.challenges[index].classList.add("done");
    });
    const isDone = this.challenges.every((each) => each.classList.contains("done"));
    this.lesson.textContent = isDone ? "Four is the most, and only if the best of the three comes first. That's why programs try good moves first." : "";
  }

  /** Draws one branch, and gives its lines. */
  drawBranch({ looked, low }, branch, isBest) {
    const { node, leaves, scissors } = this.branches[branch];
    const isCut = looked < leaves.length;
    const x = 3 * branch;
    node.textContent = `${NAMES[branch]}: ${low}${isCut ? " or less" : ""}`;
    node.classList.toggle("best", isBest);
    scissors.hidden = !isCut;
    scissors.style.gridColumn = `${looked + 1} / 4`;
    const line = (from, to, name) => svg("path", { d: `M${from}L${to}`, class: name });
    const edges = leaves.map((leaf, index) => {
      const number = this.leaves[branch][index];
      const isSkipped = index >= looked;
      leaf.textContent = number;
      leaf.setAttribute("aria-valuenow", number);
      leaf.setAttribute("aria-valuetext", isSkipped ? `${number}, skipped` : number);
      leaf.classList.toggle("skipped", isSkipped);
      leaf.classList.toggle("first", !this.tree?.classList.contains("touched") && branch === FIRST[0] && index === FIRST[1]);
      const isChosen = isBest && number === low && this.leaves[branch].indexOf(low) === index;
      return line(`${x + 1.5} ${BRANCHES}`, `${x + index + 0.5} ${LEAVES}`, isSkipped ? "skipped" : isChosen ? "best" : "");
    });
    return [line(`4.5 ${ROOT}`, `${x + 1.5} ${BRANCHES}`, isBest ? "best" : ""), ...edges];
  }
}
