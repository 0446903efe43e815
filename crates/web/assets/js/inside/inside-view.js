// The view "Inside": how a search went, and how a score and a position look taken apart.

import { post } from "../api.js";
import { showProblem } from "../announce.js";
import { button, element } from "../dom.js";
import { formatPlayer, parsePlayer } from "../player-spec.js";
import { PositionPanel } from "../position-panel.js";
import { EvaluationPanel } from "./evaluation-panel.js";
import { QuestionsPanel } from "./questions-panel.js";
import { TreePanel } from "./tree-panel.js";

const TABS = [["tree", "Search tree"], ["evaluation", "Evaluation"], ["questions", "Ten questions"]];
/** A small game near its end has a tree that one can read as a whole. */
const EXAMPLE = { game: "tic-tac-toe", start: "XOX.O..X." };

/** The view, from its link. */
export class InsideView {
  constructor(values, saveLink, keeper) {
    this.values = values.game || values.start ? values : { ...values, ...(values.tab && values.tab !== "tree" ? {} : EXAMPLE) };
    this.saveLink = saveLink;
    this.positionPanel = new PositionPanel(() => this.changePosition(), (place) => keeper.play(place));
    this.tree = new TreePanel({ onNode: (line) => this.positionPanel.follow(line), onChange: () => this.save() });
    const light = (squares) => [this.positionPanel.board, this.evaluation.board].forEach((board) => board.light(squares));
    this.evaluation = new EvaluationPanel((name) => this.chooseEvaluator(name), light);
    this.questions = new QuestionsPanel({ light, onMove: (line) => this.positionPanel.follow(line) });
    this.tab = TABS.some(([name]) => name === values.tab) ? values.tab : "tree";
    this.evaluator = values.evaluator ?? null;
    this.host = this.build();
  }

  build() {
    this.tabs = TABS.map(([name, text]) =>
      button(text, () => this.openTab(name), { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "data-tab": name }),
    );
    const bar = element("div", { role: "tablist", class: "tabs", "aria-label": "Look inside" }, this.tabs);
    bar.addEventListener("keydown", (event) => this.pressTab(event));
    this.panels = TABS.map(([name]) =>
      element("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }, this[name].host),
    );
    const content = element("section", { class: "panel" }, bar, this.panels);
    return element("div", { class: "inside" }, element("h1", { class: "unseen" }, "Inside"), this.positionPanel.host, content);
  }

  async open() {
    await this.positionPanel.open(this.values).catch((error) => {
      showProblem(error);
      return this.positionPanel.open(EXAMPLE);
    });
    const nodes = Number(this.values.nodes) || null;
    await this.prepare(this.values.strategy ? parsePlayer(this.values.strategy) : null, nodes);
    const { pass, step } = this.values;
    await this.openTab(this.tab);
    if (this.tab === "tree") this.tree.go({ pass, step });
  }

  prepare(player, nodes) {
    return this.tree.open(this.positionPanel.game, this.positionPanel.place(), player, nodes);
  }

  close() {
    this.tree.stop();
    this.tree.stepper.pause();
    this.positionPanel.follow([]);
  }

  async changePosition() {
    this.answer = null;
    this.tree.clear();
    await this.prepare(this.tree.player, this.tree.nodes);
    await this.openTab(this.tab);
  }

  async openTab(tab) {
    this.tab = tab;
    this.tabs.forEach((node) => {
      const isOpen = node.dataset.tab === tab;
      node.setAttribute("aria-selected", isOpen);
      node.tabIndex = isOpen ? 0 : -1;
    });
    this.panels.forEach((node) => (node.hidden = node.id !== `panel-${tab}`));
    this.save();
    try {
      if (tab === "tree") await this.openTree();
      else await this.openEvaluation();
    } catch (error) {
      showProblem(error);
    }
  }

  // Looking at a tree shows it at once if it is cheap, which it is in the small games and to a small depth.
  async openTree() {
    const { depth } = this.tree.player.limits;
    if (!this.tree.hasTree && depth) await this.tree.search();
  }

  async openEvaluation() {
    this.positionPanel.preview(null);
    this.answer ??= await post("/evaluate", { ...this.positionPanel.place(), questions: true });
    this.evaluation.show(this.answer, this.positionPanel, this.evaluator);
    this.questions.show(this.answer, this.positionPanel.answer);
  }

  chooseEvaluator(name) {
    this.evaluator = name;
    this.evaluation.show(this.answer, this.positionPanel, name);
    this.evaluation.choice.querySelector("select").focus();
    this.save();
  }

  pressTab(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = TABS.findIndex(([name]) => name === this.tab);
    const next = (now + step + TABS.length) % TABS.length;
    this.openTab(TABS[next][0]);
    this.tabs[next].focus();
  }

  save() {
    this.saveLink("inside", {
      ...this.positionPanel.link(),
      tab: this.tab,
      strategy: formatPlayer(this.tree.player),
      nodes: this.tree.nodes,
      ...this.tree.shown(),
      evaluator: this.evaluator,
    });
  }

  /** A key that no control has used; whether it did something. */
  press(key) {
    return this.tab === "tree" && this.tree.stepper.press(key);
  }

  /** The position of this view, for the links to the other views. */
  position() {
    return this.positionPanel.link();
  }
}
