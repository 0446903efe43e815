// The line above or below the board: who plays this side, and what a strategy thought of its last move.

import { element } from "../dom.js";
import { sideName } from "../game/spoken.js";
import { playerName } from "../player-spec.js";
import { duration, grouped, scoreText } from "../score.js";

/** The strip of one player of a session. */
export class PlayerStrip {
  constructor(session, index) {
    this.session = session;
    this.index = index;
    this.name = element("span", { class: "player-name" });
    this.thought = element("span", { class: "thought" });
    this.host = element("div", { class: "strip" }, element("span", { class: "side-sign", "aria-hidden": "true" }), this.name, this.thought);
  }

  /** Shows the player's name, and whether it has the move. */
  draw() {
    const { game, players } = this.session;
    const isOver = Boolean(this.session.node.answer?.outcome);
    this.host.dataset.side = game.players[this.index];
    this.host.classList.toggle("to-move", !isOver && this.session.sideAt() === this.index);
    this.name.textContent = `${sideName(game.players[this.index])}: ${playerName(players[this.index])}`;
    if (players[this.index] === null || this.session.node.ply === 0) this.thought.textContent = "";
  }

  /** Shows that the player thinks, or what its last answer was. */
  think(isThinking, answer) {
    this.host.classList.toggle("thinking", isThinking);
    if (isThinking) this.thought.textContent = "thinking …";
    else if (answer && this.session.players[this.index]) this.thought.textContent = summary(answer);
    else this.thought.textContent = "";
  }
}

function summary({ score, depth, counts, time_ms: time }) {
  return [scoreText(score), `depth ${depth}`, `${grouped(counts.nodes)} nodes`, duration(time)].join(" · ");
}
