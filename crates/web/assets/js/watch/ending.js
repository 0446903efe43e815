// The end of a search: another search of the position runs to its end beside it, and two big numbers show the nodes of both.

import { showProblem } from "../announce.js";
import { isSimplest } from "../catalog.js";
import { element } from "../dom.js";
import { playerName } from "../player-spec.js";
import { counted, grouped, scoreText } from "../score.js";
import { Search } from "./search.js";

/** The trees of a search and of the other one, which appears when the first one is over. */
export class Ending {
  constructor(first, signal) {
    this.first = first;
    this.second = new Search({ onStep: () => this.count(), signal });
    this.numbers = [0, 1].map(() => element("strong", { class: "big" }));
    this.names = [0, 1].map(() => element("span", {}));
    this.captions = this.numbers.map((number, index) => element("figcaption", {}, number, " positions ", this.names[index]));
    const figures = [first, this.second].map(({ stepper }, index) => element("figure", {}, this.captions[index], stepper.view.host));
    this.other = figures[1];
    this.trees = element("div", { class: "trees" }, figures);
    this.verdict = element("p", { class: "quiet", role: "status" });
    this.plot = element("div", {});
    this.host = element("div", { class: "ending" }, this.verdict, this.second.host);
    this.hide();
  }

  hide() {
    this.turn(false);
    this.second.stop();
    this.second.stepper.pause();
  }

  turn(isOn) {
    this.isOn = isOn;
    [this.captions[0], this.other, this.host].forEach((part) => (part.hidden = !isOn));
  }

  /** Runs the other search; a scene that `answer`s needs no verdict. */
  async show(player, { answer, names, plies } = {}) {
    const { game, place } = this.first;
    this.isTold = answer !== undefined;
    this.turn(true);
    this.verdict.textContent = "";
    this.plot.replaceChildren();
    [this.first.player, player].forEach((each, index) => (this.names[index].textContent = names?.[index] ?? playerName({ ...each, limits: {} })));
    this.numbers[0].textContent = grouped(this.first.visited);
    this.numbers[1].textContent = "…";
    if (!(await this.second.run(game, place, player)) || !this.isOn) return;
    this.second.stepper.go(Infinity);
    if (plies) this.drawPlot(plies).catch(showProblem);
  }

  count() {
    const { second, first } = this;
    if (!second.isOver) return;
    this.numbers[1].textContent = grouped(second.visited);
    const [one, other] = [first, second].map(({ report, game }) => `${report.san}, worth ${scoreText(report.score, game)}`);
    const times = Math.max(first.visited, second.visited) / Math.min(first.visited, second.visited);
    if (!this.isTold) this.verdict.textContent = `${one === other ? `Both find ${one}` : `One finds ${one}, the other ${other}`}; one looks at ${times.toFixed(1)} times as many positions.`;
  }

  /** Counts the nodes of both searches for one ply, two and so on. */
  async drawPlot(plies) {
    const { first, second } = this;
    const [{ Race }, { NodePlot }] = await Promise.all([import("../compare/race.js"), import("../compare/node-plot.js")]);
    if (!this.isOn) return;
    const plot = new NodePlot();
    this.plot.replaceChildren(plot.host);
    const race = new Race({ place: first.place }, [first.player, second.player], { depth: plies }, () => plot.draw(race.rows));
    await race.run();
  }
}

/** The player to compare another one with: the game's simplest search, which skips nothing, or the next after it. */
export async function opposite(game, player) {
  const [simplest, next] = game.compared;
  return { ...player, strategy: (await isSimplest(game, player)) && next ? next : simplest };
}
