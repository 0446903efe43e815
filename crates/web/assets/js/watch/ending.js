// The end of a search: another search of the position runs to its end beside it, and two big numbers show the nodes of both.

import { showProblem } from "../announce.js";
import { highestLimits, strategyOf, strategyWith } from "../catalog.js";
import { element } from "../dom.js";
import { playerName } from "../player-spec.js";
import { counted, grouped, scoreText } from "../score.js";
import { Search } from "./search.js";

/** How long the other search runs on screen, in milliseconds. */
const TIME = 5000;
/** The part that makes a search try the worst moves first, and the one for the best. */
const [WORST, BEST] = ["worst-looking", "best-looking"];

/** The trees of a search and of the other one, which appears when the first one is over. */
export class Ending {
  constructor(first) {
    this.first = first;
    this.second = new Search({ onStep: () => this.count(), pace: () => TIME / this.second.stepper.steps.length });
    this.numbers = [0, 1].map(() => element("strong", { class: "big" }));
    this.names = [0, 1].map(() => element("span", {}));
    this.captions = this.numbers.map((number, index) => element("figcaption", {}, number, " nodes ", this.names[index]));
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

  /** Runs the other search, step by step if it `isPlaying`; a scene that `answer`s needs no verdict. */
  async show(player, { answer, plies } = {}, isPlaying) {
    const { game, place } = this.first;
    this.isTold = answer !== undefined;
    this.turn(true);
    this.verdict.textContent = "";
    this.plot.replaceChildren();
    [this.first.player, player].forEach((each, index) => (this.names[index].textContent = shortName(each)));
    this.numbers[0].textContent = grouped(this.first.visited);
    this.numbers[1].textContent = "…";
    if (!(await this.second.run(game, place, player)) || !this.isOn) return;
    const { stepper } = this.second;
    if (isPlaying) stepper.playOrPause();
    else stepper.go(stepper.steps.length - 1);
    if (plies) this.drawPlot(plies).catch(showProblem);
  }

  count() {
    const { second, first } = this;
    const { story, at } = second.stepper;
    this.numbers[1].textContent = grouped(second.isOver ? second.visited : story.visited(at));
    if (!second.isOver) return;
    const [one, other] = [first, second].map(({ report, game }) => `${report.san}, worth ${scoreText(report.score, game)}`);
    const times = Math.max(first.visited, second.visited) / Math.min(first.visited, second.visited);
    if (!this.isTold) this.verdict.textContent = `${one === other ? `Both find ${one}` : `One finds ${one}, the other ${other}`}; one visits ${times.toFixed(1)} times as many nodes.`;
  }

  /** Counts the nodes of both searches for one ply, two and so on. */
  async drawPlot(plies) {
    const { first, second } = this;
    const [{ Race }, { NodePlot }] = await Promise.all([import("../compare/race.js"), import("../compare/node-plot.js")]);
    if (!this.isOn) return;
    const plot = new NodePlot();
    this.plot.replaceChildren(plot.host);
    const race = new Race(first.place, [first.player, second.player], { depth: plies }, () => plot.draw(race.rows));
    await race.run((await highestLimits()).time_ms);
  }
}

/** A player in words: `alpha-beta, best moves first`. */
function shortName(player) {
  return playerName({ ...player, limits: {} }).replace(/\+(best|worst)-looking/, ", $1 moves first");
}

/** The player to compare another one with: the same, but with its moves in the worst order, or without cutoffs. */
export async function opposite(game, player) {
  const { parts_of: made, parts } = await strategyOf(game.name, player.strategy);
  const words = made.words.map(({ name }) => name);
  if (words.includes(WORST)) return { ...player, strategy: await ordered(game, made.text, WORST, BEST) };
  if (parts.includes(WORST)) return { ...player, strategy: await ordered(game, made.text, BEST, WORST) };
  return { ...player, strategy: made.search === "minimax" ? "alpha-beta" : "minimax" };
}

async function ordered({ name: game }, text, without, by) {
  const { name } = await strategyWith(game, text, without, []);
  return (await strategyWith(game, name, by, [""])).name;
}
