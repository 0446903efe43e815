// A recorded search, step by step, and pass by pass if it made several: its tree on a canvas, and the story of each step. The lab's
// tree pages and the web page's view "Inside" both show it.

import { isCut, layOut } from "./layout.js";
import { Story, valueText } from "./story.js";
import { TreeCanvas } from "./tree-canvas.js";

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat());
  return made;
}

/** How long a step stays while the search plays by itself, in milliseconds. */
const PACE = 350;
/** Steps shorter than a frame of the screen, in milliseconds, are made together. */
const FRAME = 16;
/** In larger trees, repeated searches are shown from the start: no one predicts those, and the layout must not jump. */
const SURVEYABLE = 200;

/**
 * A search to step through, pass by pass. The page gives `scoreText`, which writes a score, and `button(icon, name, onclick)`, which makes a
 * button; `onStep` gets each step that is shown, with the line to its node; `onMove` is called when it isn't the one at which a search was
 * opened; and `announce` reads a text aloud. `tell` puts a step of a story into words, `pace` says how long it stays (at an infinite pace
 * the search rests there), and `hold` may keep the search from going on to a step. `signal` is the owner's: it ends what is heard from
 * outside.
 */
export class Stepper {
  constructor({ scoreText, button, onStep, onMove = () => {}, announce = () => {}, tell = (story, at) => story.describe(at), pace = () => PACE, hold = () => false, signal }) {
    Object.assign(this, { scoreText, onStep, onMove, announce, tell, pace, hold });
    this.at = 0;
    this.passes = [];
    this.pass = 0;
    this.story = null;
    this.choice = element("select", { onchange: () => this.goToPass(Number(this.choice.value)) });
    this.chooser = element("label", { class: "passes", hidden: true }, element("span", {}, "Pass"), this.choice);
    this.view = new TreeCanvas({ known: this, onPick: (node) => this.pick(node), signal });
    this.slider = element("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.text = element("p", { class: "step-text" });
    this.facts = element("dl", { class: "facts" });
    this.legend = element("p", { class: "legend quiet soft" }, "Pale: not searched yet. ✂ 2: two moves were cut off; in a small tree they stay pale. ≥ and ≤: the value is at least, at most this score. … not known yet. A thick frame: proven.");
    this.playButton = button("play", "Play the steps (Space)", () => this.playOrPause());
    this.tools = element(
      "div",
      { class: "controls", role: "toolbar", "aria-label": "Steps" },
      button("first", "First step (Home)", () => this.go(0)),
      button("previous", "Previous step (←)", () => this.go(this.at - 1)),
      this.playButton,
      button("next", "Next step (→)", () => this.goOn()),
      button("last", "Last step (End)", () => this.go(this.steps.length - 1)),
      button("cut", "Next cut-off (c)", () => this.goToCut()),
    );
  }

  get steps() {
    return this.story?.steps ?? [];
  }

  /**
   * Shows the passes of a search, `{ label, nodes, unsearched, best_line }`: one of them, by default the last, after a step, by
   * default the first. `summary` describes the whole for screen readers.
   */
  show(passes, summary, { pass = passes.length - 1, at = 0 } = {}) {
    Object.assign(this, { passes, summary });
    // On a phone there is little room.
    const short = ({ label, nodes }) => [valueText(nodes[0], this.scoreText), label.replace("window ", "")].filter(Boolean).join(" in ");
    this.choice.replaceChildren(...passes.map((pass, index) => new Option(short(pass), index)));
    this.chooser.hidden = passes.length < 2;
    this.showPass(Math.min(Math.max(pass, 0), passes.length - 1), at);
  }

  showPass(pass, at) {
    this.pause();
    this.pass = pass;
    this.choice.value = pass;
    const { nodes, unsearched = [], best_line: bestLine, omitted } = this.passes[pass];
    // Nodes that aren't shown hide how a round went.
    this.story = new Story(nodes, this.scoreText, omitted > 0 ? undefined : this.passes[pass - 1]?.nodes);
    this.whole = [...nodes, ...unsearched.map((node) => ({ ...node, isUnsearched: true }))];
    this.repeated = nodes.length <= SURVEYABLE ? this.story.repeated() : [];
    this.slider.max = Math.max(0, this.steps.length - 1);
    this.view.canvas.setAttribute("aria-label", `Search tree. ${this.summary} The arrow keys go from step to step.`);
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1);
    this.tree = this.layOut();
    this.view.show(this.tree, bestLine);
    this.draw();
  }

  /** The tree to draw now. A repeated search only appears when it begins, because it would give away what the first one finds. */
  layOut() {
    this.absent = this.repeated.filter((node) => !this.isStarted(node));
    return layOut(this.whole, new Set(this.absent));
  }

  /** True if the search has reached a node. */
  isStarted(node) {
    return this.story.isKept || this.story.entered.get(node) <= this.at;
  }

  /** True if the search has left a node. */
  isFinished(node) {
    return this.story.isKept || this.story.left.get(node) <= this.at;
  }

  /** True if the search is known never to reach a node. */
  isLeftOut(node) {
    return this.whole[node].isUnsearched === true && this.isFinished(this.searchedAbove(node));
  }

  /** A node's current window. */
  windowOf(node) {
    return this.story.window(node, this.at);
  }

  /** What is known so far about a node's value. */
  valueOf(node) {
    if (this.isLeftOut(node)) return this.sizeOfCut(node);
    if (this.isFinished(node)) return this.story.value(node);
    const best = this.whole[node].isUnsearched ? undefined : this.story.bestChild(node, this.at);
    return best === undefined ? "…" : this.story.value(best);
  }

  /** The moves to a node, with what is known about its value. */
  nameOf(node) {
    const names = [];
    for (let at = node; this.whole[at].parent !== null; at = this.whole[at].parent) names.unshift(this.view.labelOf(this.whole[at]));
    return `${names.join(" ") || `The ${this.view.labelOf(this.whole[0])}`}: ${this.valueOf(node)}`;
  }

  /** The number of nodes hidden behind a move that was cut off; nodes below those have no number. */
  sizeOfCut(node) {
    const size = this.tree.below[node] + 1;
    return this.whole[this.whole[node].parent].isUnsearched ? "" : `${size} ${size === 1 ? "node" : "nodes"}`;
  }

  /** The node itself, or the node above it where the search left it out. */
  searchedAbove(node) {
    let above = node;
    while (this.whole[above].isUnsearched) above = this.whole[above].parent;
    return above;
  }

  /** Drops the tree. */
  clear() {
    this.pause();
    Object.assign(this, { story: null, passes: [], pass: 0 });
    this.view.tree = null;
  }

  /** Goes to the first step of a pass, if there is such a pass. */
  goToPass(pass) {
    if (!(pass in this.passes)) return this.announce(pass < 0 ? "This is the first pass." : "This is the last pass.");
    this.showPass(pass, 0);
    this.onMove();
    this.announce(`${this.passes[pass].label}. ${this.text.textContent}`);
  }

  /** Goes to a step. */
  go(step) {
    if (this.steps.length === 0 || Number.isNaN(step)) return;
    this.at = Math.min(Math.max(step, 0), this.steps.length - 1);
    this.draw();
    this.onMove();
    this.view.reveal(this.view.current);
    if (!this.timer) this.announce(this.text.textContent);
  }

  goToCut() {
    const isCutStep = ({ node, isLeaving }, step) => step > this.at && isLeaving && isCut(this.tree.nodes[node]);
    const next = this.steps.findIndex(isCutStep);
    if (next === -1) this.announce("No further cut-off.");
    else this.go(next);
  }

  /** A clicked node is shown as the search left it; one that was left out, at the place where that happened. */
  pick(clicked) {
    const { left, entered } = this.story;
    const node = this.searchedAbove(clicked);
    this.go(node !== clicked || this.isFinished(node) ? left.get(node) : entered.get(node));
  }

  draw() {
    if (this.repeated.filter((node) => !this.isStarted(node)).length !== this.absent.length) {
      this.tree = this.layOut();
      this.view.relay(this.tree);
    }
    const { node } = this.steps[this.at];
    this.view.current = node;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `step ${this.at + 1} of ${this.steps.length}`);
    this.text.textContent = this.tell(this.story, this.at);
    const facts = this.story.facts(this.at);
    this.facts.replaceChildren(...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
    this.view.draw();
    this.onStep(this.story.line(node), node);
  }

  /** Goes on until the search rests or is over. A press on the way goes there at once, or pauses if the search never rests. */
  playOrPause() {
    if (!this.story) return;
    const isRest = (step) => step > this.at && this.pace(this.story, step) === Infinity;
    const to = this.timer ? this.steps.findIndex((_, step) => isRest(step)) : this.at + 1;
    if (to === -1) return this.pause();
    const isLastPass = this.pass === this.passes.length - 1;
    if (!this.timer && (this.story.isKept ? isLastPass : this.at >= this.steps.length - 1)) {
      this.goToPass(isLastPass ? 0 : this.pass + 1);
      return this.playOn();
    }
    clearTimeout(this.timer);
    this.playOn(FRAME, to);
  }

  /** Goes on to a step after the time of the current one, which is at most this long. */
  playOn(most = Infinity, to = this.at + 1) {
    const last = this.steps.length - 1;
    const pace = (step) => this.pace(this.story, step);
    let time = Math.min(pace(this.at), most);
    if (time === Infinity) return this.pause();
    while (time < FRAME && to < last && pace(to) < Infinity) time += pace(to++);
    this.timer = setTimeout(() => {
      if (this.story.isKept && to >= this.story.beats.length) return this.grow();
      if (this.at < last) this.goOn(to);
      if (this.at >= last) this.pause();
      if (this.timer) this.playOn();
    }, time);
    this.playButton.dispatchEvent(new CustomEvent("playing", { detail: true }));
  }

  /** Shows a later state of a tree that the search keeps. */
  grow() {
    this.goToPass(this.pass + 1);
    if (this.pass < this.passes.length - 1) this.playOn();
  }

  /** Goes on to a step, usually the next one, unless something holds the search on the way. */
  goOn(to = this.at + 1) {
    if (!this.story) return;
    let step = this.at + 1;
    while (step < to && !this.hold(this.story, step)) step += 1;
    const isHeld = this.hold(this.story, step);
    this.go(isHeld ? step - 1 : step);
    if (isHeld) this.pause();
  }

  /** Stops playing by itself. */
  pause() {
    const wasPlaying = Boolean(this.timer);
    clearTimeout(this.timer);
    this.timer = null;
    if (wasPlaying && this.steps.length > 0) {
      this.draw();
      this.announce(this.text.textContent);
    }
    this.playButton.dispatchEvent(new CustomEvent("playing", { detail: false }));
  }

  /** Handles a key while the tree is shown; returns true if it did something. */
  press(key) {
    // Space presses a button that has the focus.
    if (key === " " && this.view.canvas.getRootNode().activeElement?.tagName === "BUTTON") return false;
    const actions = {
      ArrowRight: () => this.goOn(),
      ArrowLeft: () => this.go(this.at - 1),
      Home: () => this.go(0),
      End: () => this.go(this.steps.length - 1),
      " ": () => this.playButton.click(),
      "[": () => this.goToPass(this.pass - 1),
      "]": () => this.goToPass(this.pass + 1),
      c: () => this.goToCut(),
      "+": () => this.view.zoom(1.4),
      "-": () => this.view.zoom(0.7),
      0: () => this.view.fit(),
    };
    if (this.steps.length === 0 || !(key in actions)) return false;
    actions[key]();
    return true;
  }
}
