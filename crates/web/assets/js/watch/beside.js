// A second search of the same position: its tree stands beside the first one, and both are gone through together.

import { strategyOf, strategyWith } from "../catalog.js";
import { element, panel } from "../dom.js";
import { TreePanel } from "../inside/tree-panel.js";
import { playerName } from "../player-spec.js";
import { counted } from "../score.js";

/** The part of a search that tries the worst moves first. */
const WORST = "worst-looking";

/** The trees of two searches; `tree` is the panel of the first one, whose canvas is here while there are two. */
export class Beside {
  constructor(tree, onChange) {
    this.panels = [tree, new TreePanel({ onNode: () => this.lead(1), onChange })];
    this.titles = this.panels.map(() => element("p", { class: "counts-told" }));
    const [first, second] = this.titles.map((title) => element("div", {}, title));
    second.append(this.second.stepper.view.host);
    this.first = first;
    this.host = panel("The second tree", { class: "panel beside", hidden: true }, this.second.setup, element("div", { class: "trees" }, first, second));
  }

  get second() {
    return this.panels[1];
  }

  get isOn() {
    return !this.host.hidden;
  }

  /** Shows the second tree beside the first one, or the first one alone. */
  turn(isOn) {
    const { view, slider } = this.panels[0].stepper;
    this.host.hidden = !isOn;
    if (isOn) this.first.append(view.host);
    else slider.before(view.host);
  }

  /** Searches the position that the first tree is of, at first with its moves in the worst order, or by minimax. */
  async search(player) {
    const [{ game, place, nodes, player: other }, second] = this.panels;
    const { parts_of: made, parts } = await strategyOf(game.name, other.strategy);
    const isOrdered = parts.includes(WORST) && !made.words.some((word) => word.name === WORST);
    const usual = { ...other, strategy: isOrdered ? await worstFirst(game.name, made.text) : "minimax" };
    // A new tree begins at its first step, to which the first one does not go back.
    this.isLeading = true;
    await second.open(game, place, player ?? second.player ?? usual, nodes);
    await second.search();
    this.isLeading = false;
    this.lead(0);
  }

  /** One of the two has made a step, and the other one follows. */
  lead(leader) {
    const [from, to] = [this.panels[leader], this.panels[1 - leader]];
    if (!this.isOn || this.isLeading || !from.hasTree || !to.hasTree) return;
    this.isLeading = true;
    // The longer search goes on to its own end.
    const [{ at, steps }, last] = [from.stepper, to.stepper.steps.length - 1];
    to.stepper.go(at === steps.length - 1 ? last : at);
    this.isLeading = false;
    this.panels.forEach((each, index) => (this.titles[index].textContent = told(each)));
  }
}

function told({ player, stepper: { story, at } }) {
  const [visited, all] = [story.visited(at), story.minimaxNodes(at)];
  const hidden = all === undefined ? "" : `, ${counted(Math.max(0, all - visited), "node")} hidden`;
  return `${playerName(player)}: ${counted(visited, "node")} visited${hidden}`;
}

/** The strategy with its moves in the worst order. */
async function worstFirst(game, text) {
  const { name } = await strategyWith(game, text, "best-looking", []);
  return (await strategyWith(game, name, WORST, [""])).name;
}
