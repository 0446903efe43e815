// A recorded search to step through.

import { isAbort, post } from "../api.js";
import { announce, showLinkProblem, showProblem } from "../announce.js";
import { button, element, iconButton } from "../dom.js";
import { strategyRequest } from "../player-spec.js";
import { grouped, scoreText } from "../score.js";
import { Stepper } from "../stepper/stepper.js";

/** More nodes than this are too many to look at one by one. */
const MOST_NODES = 10000;

/** The search of a position by a player. The arguments are for the stepper. */
export class Search {
  constructor(handlers) {
    this.stepper = new Stepper({
      // There is little room in a node.
      scoreText: (score) => scoreText(score, this.game).replace(" in ", " "),
      button: (icon, name, onclick) => (icon === "play" ? button("Next", () => this.isEnded || onclick(), { class: "primary", title: "Next sentence (Space)" }) : iconButton(icon, name, onclick)),
      announce,
      ...handlers,
    });
    this.stopButton = button("Stop", () => this.stop(), { hidden: true });
    this.state = element("p", { class: "quiet", role: "status" });
    this.host = element("div", { class: "row search-state" }, this.state, this.stopButton);
  }

  /** Searches a position of a game, replacing the last search; returns true if there's a tree. */
  async run(game, place, player) {
    this.clear();
    showProblem(null);
    const search = (this.latest = new AbortController());
    Object.assign(this, { game, place, player });
    this.tell("Searching …", true);
    try {
      const answer = await post("/tree", { ...place, ...strategyRequest(player), nodes: MOST_NODES }, search.signal);
      if (this.latest !== search) return false;
      this.show(answer);
    } catch (error) {
      if (this.latest !== search) return false;
      this.tell(isAbort(error) ? "The search was stopped." : "");
      if (!isAbort(error)) showProblem(error);
    }
    return this.hasTree;
  }

  /** Shows a search that was recorded elsewhere. */
  open(game, recorded) {
    this.clear();
    Object.assign(this, { game, latest: null });
    this.show({ ...recorded, report: { complete: true } });
  }

  /** Stops the running search. */
  stop() {
    this.latest?.abort();
  }

  tell(text, isRunning = false) {
    this.state.textContent = text;
    this.stopButton.hidden = !isRunning;
  }

  show({ passes, earlier, report }) {
    const sum = (count) => passes.reduce((all, pass) => all + count(pass), 0);
    const omitted = sum((pass) => pass.omitted);
    /** All visited nodes, including those that aren't shown. */
    this.visited = sum((pass) => pass.nodes.length) + omitted;
    this.report = report;
    const isComplete = report.complete || report.reason === "solved";
    const notes = [
      !isComplete && `The search is not complete: ${report.reason}${report.clipped?.includes("nodes") ? `; this strategy gets ${grouped(report.limits.nodes)} nodes at most` : ""}.`,
      omitted > 0 && `${grouped(omitted)} more nodes are not shown.`,
      earlier > 0 && `${grouped(earlier)} earlier passes are not shown.`,
    ];
    this.tell(notes.filter(Boolean).join(" "));
    if (passes.length > 0) this.stepper.show(passes, `${grouped(this.visited)} nodes.`);
  }

  /** True if there is a tree. */
  get hasTree() {
    return this.stepper.steps.length > 0;
  }

  /** True if all steps of all passes have been shown. */
  get isOver() {
    const { pass, passes, at, steps } = this.stepper;
    return this.hasTree && pass === passes.length - 1 && at === steps.length - 1;
  }

  /** True if there's nothing left to tell. A tree that the search keeps may grow anew. */
  get isEnded() {
    return this.isOver && !this.stepper.story.isKept;
  }

  /** Drops the tree. */
  clear() {
    this.stop();
    this.stepper.clear();
    this.tell("");
  }

  /** The current pass and step for a link; the last pass and its first step are left out. */
  shown() {
    const { pass, passes, at } = this.stepper;
    return { pass: pass < passes.length - 1 ? pass + 1 : null, step: at || null };
  }

  /** Goes to the pass and the step of a link. */
  go({ pass, step }) {
    const wrong = [pass, step].find((text) => text && !/^(\d+|end)$/.test(text));
    if (wrong) return showLinkProblem(`There's no step “${wrong}”.`);
    if (pass) this.stepper.goToPass(Number(pass) - 1);
    if (step) this.stepper.go(step === "end" ? Infinity : Number(step));
  }
}
