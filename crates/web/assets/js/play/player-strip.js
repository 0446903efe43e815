// The line above or below the board: who plays this side, and what a strategy thought of its last move.

import { scoreButton } from "../apart/score-button.js";
import { pictureOf } from "../board/squares.js";
import { element } from "../dom.js";
import { titleOfPicture } from "../game/spoken.js";
import { capitalized, counted, negated, roughly, scoreText } from "../score.js";
import { clockText, timeLeft } from "./clocks.js";

/** A clock warns below this many milliseconds. */
const LITTLE = 20000;

/** The strip of one player of a session. */
export class PlayerStrip {
  constructor(session, index) {
    this.session = session;
    this.index = index;
    this.sign = element("span", { class: "side-sign", "aria-hidden": "true" });
    this.name = element("span", { class: "player-name" });
    this.thought = element("span", { class: "thought" });
    this.clock = element("span", { class: "clock", role: "timer", hidden: true });
    this.host = element("div", { class: "strip" }, this.sign, this.name, this.thought, this.clock);
  }

  /** Shows the player's name, and if it's their turn. */
  draw() {
    const { game, players } = this.session;
    const isOver = Boolean(this.session.node.outcome);
    this.host.dataset.side = game.players[this.index];
    const picture = pictureOfPlayer(this.session.grid(), game.players[this.index]);
    this.sign.classList.toggle("drawn", Boolean(picture));
    this.sign.style.background = picture ? `${pictureOf(picture)} center / 130% 130%` : "";
    this.host.classList.toggle("to-move", !isOver && this.session.sideAt() === this.index);
    this.name.textContent = `${capitalized(game.players[this.index])}: ${this.session.playerNames()[this.index]}`;
    if (players[this.index] === null || this.session.node.ply === 0) this.thought.textContent = "";
    this.drawClock();
  }

  drawClock() {
    const { session, index } = this;
    this.clock.hidden = session.clock === null;
    if (this.clock.hidden) return;
    const left = timeLeft(session, index);
    this.clock.textContent = clockText(left);
    this.clock.classList.toggle("short", left < LITTLE);
  }

  /** Shows that the player is thinking, or its last answer. */
  think(isThinking, answer) {
    this.host.classList.toggle("thinking", isThinking);
    if (isThinking) this.thought.textContent = "thinking …";
    else if (answer && this.session.players[this.index]) this.thought.replaceChildren(...summary(answer, this.session, this.index));
    else this.thought.textContent = "";
  }
}

/** The picture of a player's pieces: the one named after the player, as a letter or by its title. */
function pictureOfPlayer({ pictures }, player) {
  return Object.entries(pictures ?? {}).find(([letter, svg]) => [letter, titleOfPicture(svg)].includes(player))?.[1];
}

function summary({ score, place, line, evaluator, depth, counts, time_ms: time }, { game, players }, index) {
  const forFirst = index === 0 ? score : negated(score);
  const text = scoreText(forFirst, game);
  // A weakened player adds noise to its scores, so no terms add up to them.
  const isPlain = score === null || players[index].elo;
  const shown = isPlain ? text : scoreButton(text, () => ({ game, place, line, score: forFirst, side: 0, evaluator }));
  const rest = (name, text) => element("span", { class: name }, ` · ${text}`);
  return [shown, rest("depth", `depth ${depth}`), rest("rest", `${counted(counts.nodes, "node")} · ${roughly(time)}`)];
}
