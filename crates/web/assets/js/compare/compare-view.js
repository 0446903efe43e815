// The view "Compare": several strategies on one position, side by side and live.

import { isAbort } from "../api.js";
import { announce, hasLinkProblem, showLinkProblem, showProblem } from "../announce.js";
import { isSimplest, playerOfLink, strategies, strategyOf } from "../catalog.js";
import { button, element, iconButton, panel, select } from "../dom.js";
import { formatLink } from "../link.js";
import { formatPlayer, parsePlayer } from "../player-spec.js";
import { PositionPanel } from "../position-panel.js";
import { StrategyField } from "../strategy-field.js";
import { NodePlot } from "./node-plot.js";
import { Race } from "./race.js";
import { RaceTable } from "./race-table.js";

const MOST = 4;
const KINDS = [["depth", "Depth"], ["time_ms", "Time in ms"], ["nodes", "Nodes"]];
/** A deeper search has too many steps to watch. */
const WATCHABLE = 3;
const AMOUNTS = { depth: 4, time_ms: 2000, nodes: 200000 };

/** The view, from its link. */
export class CompareView {
  constructor(values, saveLink, keeper, signal) {
    Object.assign(this, { values, saveLink, signal });
    this.positionPanel = new PositionPanel(() => this.changePosition(), (place) => keeper.play(place));
    this.table = new RaceTable((line) => this.positionPanel.follow(line), (row) => this.race.found(row), (row) => this.watched(row));
    this.plot = new NodePlot();
    this.race = null;
    this.hasRun = Boolean(values.run);
    this.host = this.build();
  }

  build() {
    this.list = element("div", { class: "entrants" });
    this.add = button("Add a strategy", () => this.setPlayers([...this.players, this.newPlayer()]));
    this.limitHost = element("div", { class: "limit" });
    this.startButton = button("Compare", () => this.start(), { class: "primary" });
    this.stopButton = button("Stop", () => this.race?.stop());
    this.notes = element("ul", { class: "quiet notes" });
    this.results = panel("Results", { class: "panel results" }, this.table.host, this.notes, this.plot.host);
    const row = element("div", { class: "row" }, this.add, this.limitHost, this.startButton, this.stopButton);
    const setup = panel("Strategies", { class: "panel" }, this.list, row);
    const side = element("div", { class: "side" }, setup, this.results);
    const { board, controls } = this.positionPanel;
    const position = element("section", { class: "position", "aria-label": "Position" }, board.host, board.buttons, controls);
    return element("div", { class: "compare" }, element("h1", { class: "unseen" }, "Compare"), position, side);
  }

  async open() {
    const { strategies: text, limit } = this.values;
    await this.positionPanel.openLink(this.values);
    const { game } = this.positionPanel;
    const { limits, strategy: rest } = parsePlayer(`x:${limit ?? ""}`);
    if (rest !== "x") showLinkProblem(`There's no limit “${limit}”.`);
    this.setLimit(limits);
    this.known = await strategies(game.name);
    const texts = (text ?? "").split(";").filter(Boolean);
    const players = await Promise.all(texts.map((each) => playerOfLink(game, each)));
    if (texts.length > MOST) showLinkProblem(`At most ${MOST} strategies are compared, so these were left out: ${texts.slice(MOST).join(", ")}.`);
    await this.setPlayers(players.filter(Boolean));
    this.signal.throwIfAborted();
    this.draw();
    if (this.values.run && !hasLinkProblem()) this.start();
  }

  close() {
    this.race?.stop();
  }

  /** The game may have changed: strategies that it does not have are dropped. */
  async changePosition() {
    this.race?.stop();
    this.hasRun = false;
    this.known = await strategies(this.positionPanel.game.name);
    await this.setPlayers(this.players);
  }

  async setPlayers(players) {
    const fits = (player) => strategyOf(this.positionPanel.game.name, player.strategy).then(() => [player], () => []);
    this.players = (await Promise.all(players.map(fits))).flat().slice(0, MOST);
    while (this.players.length < (players.length === 0 ? 3 : 2)) this.players = [...this.players, this.newPlayer()];
    this.list.replaceChildren(...this.players.map((_, index) => this.entrant(index)));
    this.add.hidden = this.players.length >= MOST;
    this.save();
  }

  newPlayer() {
    const used = this.players.map(({ strategy }) => strategy);
    const { compared } = this.positionPanel.game;
    const usual = compared.map((text) => this.known.find(({ parts_of: { text: known } }) => known === text)?.name ?? text);
    const names = [...usual, ...this.known.map(({ name }) => name)];
    return { strategy: names.find((name) => !used.includes(name)) ?? names[0], evaluator: null, limits: {} };
  }

  entrant(index) {
    const onchange = (player) => {
      this.players = this.players.with(index, player);
      this.save();
    };
    const { game } = this.positionPanel;
    const choice = new StrategyField({ label: `Strategy ${index + 1}`, game, player: this.players[index], hasLimit: false, onchange });
    const remove = iconButton("remove", `Remove strategy ${index + 1}`, () => this.setPlayers(this.players.toSpliced(index, 1)));
    remove.hidden = this.players.length <= 2;
    return element("div", { class: `entrant series-${index}` }, choice.host, remove);
  }

  setLimit(limits) {
    const [kind, amount] = Object.entries(limits)[0] ?? ["depth", Math.max(AMOUNTS.depth, this.positionPanel.game.usual_depth)];
    this.limits = { [kind]: amount };
    const choose = (chosen) => {
      this.setLimit({ [chosen]: AMOUNTS[chosen] });
      this.save();
    };
    const change = (event) => {
      const number = Math.round(Number(event.target.value));
      this.setLimit({ [kind]: number >= 1 ? number : AMOUNTS[kind] });
      this.save();
    };
    this.limitHost.replaceChildren(
      select(KINDS, kind, choose, { "aria-label": "Limit for all strategies" }),
      element("input", { type: "number", min: 1, value: amount, "aria-label": "Amount of the limit", onchange: change }),
    );
  }

  async start() {
    this.race?.stop();
    showProblem(null);
    this.hasRun = true;
    this.save();
    const scored = this.positionPanel.scored();
    const race = new Race(scored, this.players, this.limits, () => this.draw());
    this.race = race;
    try {
      const simplest = await Promise.all(this.players.map((player) => isSimplest(scored.game, player)));
      race.reference = simplest.indexOf(true);
      await race.run();
      announce(`Comparison finished. ${race.rows.map(({ name, report }) => `${name}: ${report?.san ?? "no move"}`).join(", ")}.`);
    } catch (error) {
      if (isAbort(error)) announce("Comparison stopped.");
      else showProblem(error);
    }
  }

  draw() {
    // Events come faster than the screen is painted; what they changed is drawn once for each frame.
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      const rows = this.race?.rows ?? [];
      this.table.draw(rows, this.positionPanel.game);
      this.plot.draw(rows);
      this.notes.replaceChildren(...(this.race?.notes ?? []).map((note) => element("li", {}, note)));
      this.results.classList.toggle("empty", rows.length === 0);
      const isRunning = this.race?.isRunning ?? false;
      this.startButton.disabled = isRunning;
      this.stopButton.disabled = !isRunning;
      this.results.dataset.running = isRunning;
    });
  }

  /** The address at which one watches the search of a row, to a depth that can be watched, and what to press for it. */
  watched({ player, report }) {
    const depth = Math.min(WATCHABLE, report.depth);
    const href = formatLink("watch", { ...this.positionPanel.link(), strategy: formatPlayer({ ...player, limits: { depth } }) });
    return { href, text: depth < report.depth ? `Show me why, to depth ${depth}` : "Show me why" };
  }

  save() {
    const limit = Object.entries(this.limits).map(([kind, amount]) => `${kind.replace("_ms", "")}=${amount}`).join();
    this.saveLink("compare", { ...this.positionPanel.link(), strategies: this.players.map(formatPlayer).join(";"), limit, run: this.hasRun });
  }

  /** The position of this view, for the links to the other views. */
  position() {
    return this.positionPanel.link();
  }
}
