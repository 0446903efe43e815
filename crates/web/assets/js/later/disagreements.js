// Where two strategies part: both search every position of the game, and the list marks the moves where they choose differently.

import { isAbort, post } from "../api.js";
import { announce, showProblem } from "../announce.js";
import { strategies, strategyOf } from "../catalog.js";
import { button, element } from "../dom.js";
import { lastOf, pathTo } from "../game/move-tree.js";
import { playerName, strategyRequest } from "../player-spec.js";
import { counted } from "../score.js";
import { StrategyField, usualLimits } from "../strategy-field.js";

/** A game has many positions, and each is searched twice. */
const MILLISECONDS = 200;

/** The choice of two strategies for the session's game, and their searches. */
export class Disagreements {
  constructor(session) {
    this.session = session;
    this.fields = element("div", { class: "players" });
    this.start = button("Mark where they part", () => this.run());
    this.stopButton = button("Stop", () => this.stop(), { hidden: true });
    this.note = element("p", { class: "quiet", "aria-live": "polite" });
    this.host = element("div", { class: "pgn" }, this.fields, element("div", { class: "row" }, this.start, this.stopButton, this.note));
  }

  /** Shows the strategies of the session's game. */
  async draw() {
    const { game, tree } = this.session;
    this.start.disabled = tree.root.children.length === 0;
    if (this.game === game) return;
    this.game = game;
    this.stop();
    const names = (await strategies(game.name)).map(({ name }) => name);
    // The first of a comparison is its reference.
    const second = [...game.compared.slice(1), ...names].find((name) => names.includes(name) && name !== game.default_strategy) ?? game.default_strategy;
    this.players = await Promise.all([game.default_strategy, second].map((name) => newPlayer(name, game)));
    if (this.game !== game) return;
    const choice = (label, index) => new StrategyField({ label, game, player: this.players[index], onchange: (player) => (this.players[index] = player) }).host;
    this.fields.replaceChildren(...["One strategy", "The other"].map(choice));
  }

  /** Searches the positions of the main line one after the other, until it is stopped or another game comes. */
  async run() {
    const { session, players } = this;
    const { tree } = session;
    this.stop();
    const { signal } = (this.controller = new AbortController());
    const nodes = pathTo(lastOf(tree.root));
    let parted = 0;
    try {
      for (const [index, node] of nodes.entries()) {
        this.show(`Looking at position ${index + 1} of ${nodes.length} …`, true);
        const place = session.place(node.parent);
        const { rows } = await post("/compare", { ...place, strategies: players.map(strategyRequest), in_game: true }, signal);
        if (session.tree !== tree) return this.show("");
        const isParted = rows[0].move !== rows[1].move;
        parted += Number(isParted);
        const opinion = ({ san, line, score, evaluator }, player) => ({ name: playerName(players[player]), san, line, score: score && session.forFirst(score, node.parent), evaluator });
        const before = node.opinions;
        node.opinions = isParted ? rows.map(opinion) : null;
        if (before !== node.opinions) session.changed();
      }
      this.show(parted === 0 ? "They want the same moves throughout." : `They part in ${parted} of ${counted(nodes.length, "position")}.`);
      announce(this.note.textContent);
    } catch (error) {
      this.show("");
      if (!isAbort(error)) showProblem(error);
    }
  }

  stop() {
    this.controller?.abort();
  }

  show(text, isRunning = false) {
    this.note.textContent = text;
    this.stopButton.hidden = !isRunning;
  }
}

async function newPlayer(strategy, game) {
  const { time_ms: time, ...limits } = usualLimits(await strategyOf(game.name, strategy), game);
  return { strategy, evaluator: null, limits: time ? { time_ms: MILLISECONDS } : limits };
}
