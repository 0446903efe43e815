// The part of "Inside" that shows how a strategy searched: its tree, step by step.

import { post } from "../api.js";
import { announce, showProblem } from "../announce.js";
import { strategies } from "../catalog.js";
import { button, element, field, iconButton } from "../dom.js";
import { strategyRequest } from "../player-spec.js";
import { grouped, scoreText } from "../score.js";
import { StrategyField } from "../strategy-field.js";
import { cutReason, describeStep, stepsOf, windowText } from "./steps.js";
import { TreeCanvas } from "./tree-canvas.js";
import { isCut, layOut } from "./tree-layout.js";

const MOST_NODES = 20000;
/** How long each step stays while the search plays by itself. */
const PACE = 350;

/** The panel. `onNode` gets the moves that lead to the current node, `onChange` is called when the settings change. */
export class TreePanel {
  constructor({ onNode, onChange }) {
    this.onNode = onNode;
    this.onChange = onChange;
    this.view = new TreeCanvas((node) => this.pick(node));
    this.steps = [];
    this.at = 0;
    this.host = this.build();
  }

  build() {
    this.setup = element("div", { class: "tree-setup" });
    this.slider = element("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.text = element("p", { class: "step-text" });
    this.facts = element("dl", { class: "facts" });
    this.count = element("p", { class: "quiet" });
    this.playButton = iconButton("play", "Play the steps", () => this.playOrPause());
    const tools = element(
      "div",
      { class: "controls", role: "toolbar", "aria-label": "Steps" },
      iconButton("first", "First step (Home)", () => this.go(0)),
      iconButton("previous", "Previous step (←)", () => this.go(this.at - 1)),
      this.playButton,
      iconButton("next", "Next step (→)", () => this.go(this.at + 1)),
      iconButton("last", "Last step (End)", () => this.go(this.steps.length - 1)),
      iconButton("cut", "Next cut-off (c)", () => this.goToCut()),
      iconButton("minus", "Zoom out (−)", () => this.view.zoom(0.7)),
      iconButton("plus", "Zoom in (+)", () => this.view.zoom(1.4)),
      iconButton("fit", "Show the whole tree (0)", () => this.view.fit()),
    );
    this.view.canvas.addEventListener("keydown", (event) => {
      if (this.press(event.key)) event.preventDefault();
    });
    this.results = element("div", { class: "tree-results", hidden: true }, this.view.host, tools, this.slider, this.text, this.facts, this.count);
    return element("div", { class: "tree-panel" }, this.setup, this.results);
  }

  /** Shows the settings for a position. */
  async open(game, place, player, nodes) {
    const known = (await strategies(game.name)).map(({ name }) => name);
    const usual = { strategy: "alpha-beta", evaluator: null, limits: { depth: game.name.startsWith("chess") ? 3 : game.usual_depth } };
    this.place = place;
    this.player = player && known.includes(player.strategy) ? player : usual;
    this.nodes = nodes ?? 2000;
    const choice = new StrategyField({ label: "Strategy", game, player: this.player, onchange: (chosen) => this.change(chosen, this.nodes) });
    const amount = element("input", { type: "number", min: 10, max: MOST_NODES, value: this.nodes, onchange: () => this.change(this.player, Number(amount.value)) });
    this.setup.replaceChildren(choice.host, field("Nodes kept", amount), button("Search", () => this.search(), { class: "primary" }));
    await choice.ready;
  }

  change(player, nodes) {
    this.player = player ?? this.player;
    this.nodes = Math.min(Math.max(Math.round(nodes) || 2000, 10), MOST_NODES);
    this.onChange();
  }

  /** Searches the position and shows the finished tree. */
  async search() {
    this.pause();
    showProblem(null);
    const { place } = this;
    try {
      const answer = await post("/tree", { ...place, ...strategyRequest(this.player), nodes: this.nodes });
      // By now the user may look at another position.
      if (this.place !== place) return;
      this.show(answer);
      announce(this.count.textContent);
    } catch (error) {
      this.results.hidden = true;
      showProblem(error);
    }
  }

  show({ nodes, best_line: bestLine, omitted, report }) {
    this.tree = layOut(nodes);
    this.steps = stepsOf(nodes);
    this.entered = new Map();
    this.left = new Map();
    this.steps.forEach(({ node, isLeaving }, step) => {
      if (!this.entered.has(node)) this.entered.set(node, step);
      if (isLeaving) this.left.set(node, step);
    });
    this.slider.max = Math.max(0, this.steps.length - 1);
    this.results.hidden = nodes.length === 0;
    const cuts = nodes.filter(isCut).length;
    const more = omitted > 0 ? `, ${grouped(omitted)} more not kept` : "";
    this.count.textContent = `${grouped(nodes.length)} nodes${more}; ${grouped(cuts)} cut-offs; best move ${report.san ?? "none"}, ${scoreText(report.score)}. Scores are from the view of the side to move.`;
    this.view.isStarted = (node) => this.entered.get(node) <= this.at;
    this.view.isFinished = (node) => this.left.get(node) <= this.at;
    this.view.canvas.setAttribute("aria-label", `Search tree. ${this.count.textContent} The arrow keys go from step to step.`);
    this.at = this.steps.length - 1;
    this.view.show(this.tree, bestLine);
    this.draw();
  }

  /** The current step for a link; the last one needs no mention. */
  step() {
    return this.at < this.steps.length - 1 ? this.at : null;
  }

  /** Goes to a step. */
  go(step) {
    if (this.steps.length === 0) return;
    this.at = Math.min(Math.max(step, 0), this.steps.length - 1);
    this.draw();
    this.onChange();
    this.view.reveal(this.steps[this.at].node);
    if (!this.timer) announce(this.text.textContent);
  }

  goToCut() {
    const isCutStep = ({ node, isLeaving }, step) => step > this.at && isLeaving && isCut(this.tree.nodes[node]);
    const next = this.steps.findIndex(isCutStep);
    if (next === -1) announce("No further cut-off.");
    else this.go(next);
  }

  /** A clicked node is shown as it was left. */
  pick(node) {
    this.go(this.left.get(node) <= this.at ? this.left.get(node) : this.entered.get(node));
  }

  draw() {
    const step = this.steps[this.at];
    if (!step) return;
    const node = this.tree.nodes[step.node];
    this.view.current = step.node;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `step ${this.at + 1} of ${this.steps.length}`);
    this.text.textContent = describeStep(this.tree, step);
    const line = this.lineTo(step.node);
    const facts = [
      ["Step", `${grouped(this.at + 1)} of ${grouped(this.steps.length)}`],
      ["Line", line.map(({ san }) => san).join(" ") || "the root"],
      ["Window", windowText(node)],
      ["Score", this.left.get(step.node) <= this.at ? `${scoreText(node.score)}${node.bound ? ` (${node.bound})` : ""}` : "open"],
      ["Cut-off", (this.left.get(step.node) <= this.at && cutReason(this.tree, step.node)) || "none"],
    ];
    this.facts.replaceChildren(...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
    this.view.draw();
    this.onNode(line);
  }

  lineTo(node) {
    const line = [];
    for (let at = node; this.tree.nodes[at].parent !== null; at = this.tree.nodes[at].parent) line.unshift(this.tree.nodes[at]);
    return line;
  }

  playOrPause() {
    if (this.timer) return this.pause();
    if (this.at >= this.steps.length - 1) this.go(0);
    this.timer = setInterval(() => {
      if (this.at >= this.steps.length - 1) this.pause();
      else this.go(this.at + 1);
    }, PACE);
    this.showPlaying(true);
  }

  /** Stops playing by itself. */
  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying(false);
  }

  showPlaying(isPlaying) {
    this.playButton.querySelector("use").setAttribute("href", `/icons.svg#${isPlaying ? "pause" : "play"}`);
    this.playButton.setAttribute("aria-label", isPlaying ? "Pause" : "Play the steps");
  }

  /** A key while the tree is shown; whether it did something. */
  press(key) {
    const actions = {
      ArrowRight: () => this.go(this.at + 1),
      ArrowLeft: () => this.go(this.at - 1),
      Home: () => this.go(0),
      End: () => this.go(this.steps.length - 1),
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
