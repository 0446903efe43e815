// The part of "Inside" that shows how a strategy searched: its tree, step by step.

import { isAbort, post } from "../api.js";
import { announce, showProblem } from "../announce.js";
import { strategyOf } from "../catalog.js";
import { button, element, field, iconButton, iconLink } from "../dom.js";
import { strategyRequest } from "../player-spec.js";
import { counted, grouped, scoreText } from "../score.js";
import { StrategyField } from "../strategy-field.js";
import { isCut } from "./layout.js";
import { Stepper } from "./stepper.js";

const MOST_NODES = 20000;
/** The panel. `onNode` gets the moves that lead to the current node, `onChange` is called when the settings change; the rest is for the stepper. */
export class TreePanel {
  constructor({ onNode, onChange, ...more }) {
    this.onNode = onNode;
    this.onChange = onChange;
    this.stepper = new Stepper({
      // There is little room in a node.
      scoreText: (score) => scoreText(score, this.game).replace(" in ", " "),
      button: iconButton,
      announce,
      onStep: (line) => this.onNode(line),
      onMove: () => this.onChange(),
      ...more,
    });
    this.stepper.playButton.addEventListener("playing", ({ detail }) => this.showPlaying(detail));
    this.host = this.build();
  }

  build() {
    this.setup = element("div", { class: "tree-setup" });
    this.stopButton = button("Stop", () => this.stop(), { hidden: true });
    this.state = element("p", { class: "quiet", role: "status" });
    this.found = element("p", { class: "quiet" });
    // It would tell what a reader wants to predict.
    this.finding = element("details", { class: "found" }, element("summary", {}, "What the search found"), this.found);
    const { chooser, view, tools, slider, text, facts, legend } = this.stepper;
    this.results = element("div", { class: "tree-results", hidden: true }, chooser, view.host, tools, slider, legend, text, facts, this.finding);
    return element("div", { class: "tree-panel" }, this.setup, element("div", { class: "row" }, this.state, this.stopButton), this.results);
  }

  /** Shows the settings for a position. */
  async open(game, place, player, nodes) {
    const usual = { strategy: "alpha-beta", evaluator: null, limits: { depth: game.is_chess ? 3 : game.usual_depth } };
    const isOther = this.game !== undefined && this.game.name !== game.name;
    Object.assign(this, { game, place });
    const isKnown = player && (await strategyOf(game.name, player.strategy).then(() => true, () => false));
    const wanted = isKnown ? player : usual;
    // A depth that suits one game may be far too much for another.
    const hasLimits = Object.keys(wanted.limits).length > 0 && !isOther;
    this.player = hasLimits ? wanted : { ...wanted, limits: usual.limits };
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
    this.stepper.pause();
    this.stop();
    showProblem(null);
    const { place } = this;
    const search = (this.latest = new AbortController());
    // By now the user may look at another position, or have begun another search.
    const isWanted = () => this.place === place && this.latest === search;
    this.tell("Searching …", true);
    try {
      const answer = await post("/tree", { ...place, ...strategyRequest(this.player), nodes: this.nodes }, search.signal);
      if (!isWanted()) return;
      this.tell(answer.report.complete || answer.report.reason === "solved" ? "" : `The search is not complete: ${answer.report.reason}.`);
      this.show(answer);
      announce("The search is done. Its steps can be gone through.");
    } catch (error) {
      if (!isWanted()) return;
      this.tell(isAbort(error) ? "The search was stopped." : "");
      this.results.hidden = true;
      if (!isAbort(error)) showProblem(error);
    }
  }

  /** Stops the search that is on its way. */
  stop() {
    this.latest?.abort();
  }

  tell(text, isRunning = false) {
    this.state.textContent = text;
    this.stopButton.hidden = !isRunning;
  }

  show({ passes, earlier, report }) {
    this.results.hidden = passes.length === 0;
    if (passes.length === 0) return;
    const nodes = passes.flatMap((pass) => pass.nodes);
    const omitted = passes.reduce((sum, pass) => sum + pass.omitted, 0);
    const cuts = nodes.filter(isCut).length;
    const more = omitted > 0 ? `, ${grouped(omitted)} more not kept` : "";
    const before = earlier > 0 ? `; ${earlier} earlier passes are not kept` : "";
    this.finding.open = false;
    this.found.textContent = `${counted(nodes.length, "node")}${more}; ${counted(cuts, "cut-off")}${before}; best move ${report.san ?? "none"}, worth ${scoreText(report.score, this.game)}. Scores are from the view of the side to move at the root.`;
    this.stepper.show(passes, `${counted(nodes.length, "node")}.`);
  }

  /** Whether there is a tree. */
  get hasTree() {
    return this.stepper.steps.length > 0;
  }

  /** Forgets the tree. */
  clear() {
    this.stop();
    this.stepper.clear();
    this.results.hidden = true;
  }

  /** The current pass and step for a link; the last pass and its first step need no mention. */
  shown() {
    const { pass, passes, at } = this.stepper;
    return { pass: pass < passes.length - 1 ? pass + 1 : null, step: at || null };
  }

  /** Goes to the pass and the step of a link. */
  go({ pass, step }) {
    if (pass) this.stepper.goToPass(Number(pass) - 1);
    if (step) this.stepper.go(Number(step));
  }

  showPlaying(isPlaying) {
    const { playButton } = this.stepper;
    playButton.querySelector("use").setAttribute("href", iconLink(isPlaying ? "pause" : "play"));
    playButton.setAttribute("aria-label", isPlaying ? "Pause" : "Play the steps");
  }
}
