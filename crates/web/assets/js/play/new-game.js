// Starting a game: which game, which start, who plays.

import { chess960Start, gameNamed, games } from "../catalog.js";
import { showProblem } from "../announce.js";
import { button, element, field, panel, select } from "../dom.js";
import { usualPlayer } from "../player-spec.js";
import { StrategyField } from "../strategy-field.js";
import { sideName } from "../game/spoken.js";

/** The panel with the players and the button for a new game. */
export class NewGame {
  constructor(session) {
    this.session = session;
    this.fields = element("div", { class: "players" });
    this.picker = element("div", { class: "game-picker" });
    this.number = element("input", { type: "number", min: 0, max: 959, placeholder: "random", "aria-describedby": "number-hint" });
    this.numberField = field("Start number, 0 to 959", this.number);
    const start = button("New game", () => this.start(this.chosen), { class: "primary" });
    this.host = panel("Game", { class: "panel new-game" }, this.picker, this.numberField, this.fields, start);
  }

  /** Shows the game and the players of the session. */
  async draw() {
    const all = await games();
    const { game, players } = this.session;
    this.chosen = game;
    const choices = all.map(({ name, title }) => [name, title]);
    const list = select(choices, game.name, (name) => this.switchTo(name), { "aria-label": "Game", class: "game-name" });
    this.picker.replaceChildren(list);
    this.numberField.hidden = game.name !== "chess960";
    const fields = game.players.map((name, index) => {
      const onchange = (player) => this.session.set({ players: this.session.players.with(index, player) });
      return new StrategyField({ label: sideName(name), game, player: players[index], mayBePerson: true, onchange }).host;
    });
    this.fields.replaceChildren(...fields);
  }

  async switchTo(name) {
    await this.start(await gameNamed(name));
  }

  /** Starts a game; players that the new game does not have are replaced by its usual strategy. */
  async start(game) {
    try {
      const isSame = game.name === this.session.game.name;
      const players = isSame ? this.session.players : this.session.players.map((player) => (player === null ? null : usualPlayer(game)));
      await this.session.start(game, await this.position(game), players);
      if (!isSame) await this.draw();
    } catch (error) {
      showProblem(error);
    }
  }

  async position(game) {
    if (game.name !== "chess960") return game.start;
    const text = this.number.value.trim();
    return (await chess960Start(text === "" ? null : Number(text))).position;
  }
}
