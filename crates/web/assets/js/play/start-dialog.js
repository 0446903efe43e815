// The dialog that sets up a game: the game, your color, the opponent and the time. Nothing starts until you press
// its button.

import { chess960Start, gameNamed, games } from "../catalog.js";
import { showProblem } from "../announce.js";
import { button, choice, element, field, select } from "../dom.js";
import { usualPlayer } from "../player-spec.js";
import { capitalized } from "../score.js";
import { StrategyField } from "../strategy-field.js";

const TIMES = [["", "No clock"], ["60+0", "1 minute"], ["180+2", "3 minutes + 2 seconds"], ["300+3", "5 minutes + 3 seconds"], ["600+5", "10 minutes + 5 seconds"], ["1800+20", "30 minutes + 20 seconds"]];

/** The dialog of one session. */
export class StartDialog {
  constructor(session) {
    this.session = session;
    this.host = element("dialog", { class: "start-dialog", "aria-labelledby": "start-title" });
  }

  /** Opens the dialog with the players of the current game. */
  async open() {
    const { game, players, clock } = this.session;
    const seat = { "true,false": "first", "false,true": "second", "true,true": "both", "false,false": "neither" }[players.map((player) => player === null).join()];
    const opponents = players.map((player, index) => player ?? players[1 - index] ?? usualPlayer(game));
    Object.assign(this, { game, seat, opponents, time: clock ? `${clock.base / 1000}+${clock.increment / 1000}` : "" });
    this.all = await games();
    this.draw();
    this.host.showModal();
  }

  draw() {
    const { game } = this;
    const names = this.all.map(({ name, title }) => [name, title]);
    const [first, second] = game.players.map(capitalized);
    const seats = [["first", first], ["second", second], ["random", "Random"], ["both", "Both sides"], ["neither", "Neither"]];
    this.number ??= element("input", { type: "number", min: 0, max: 959, placeholder: "random" });
    const times = TIMES.some(([value]) => value === this.time) ? TIMES : [...TIMES, [this.time, this.time]];
    const actions = [button("Start", () => this.start().catch(showProblem), { class: "primary" }), button("Cancel", () => this.host.close())];
    if (game.name === this.session.game.name) actions.splice(1, 0, button("Go on with these players", () => this.change()));
    this.host.replaceChildren(
      element("h2", { id: "start-title" }, "New game"),
      field("Game", select(names, game.name, (name) => this.choose(name), { class: "game-name" })),
      ...(game.name === "chess960" ? [field("Start number, 0 to 959", this.number)] : []),
      choice("You play", seats, this.seat, (seat) => this.sit(seat)),
      element("div", { class: "players" }, this.fields()),
      field("Time", select(times, this.time, (time) => (this.time = time))),
      element("div", { class: "row" }, actions),
    );
  }

  /** A field for each strategy that plays; the opponent is the same on either side. */
  fields() {
    if (this.seat === "both") return [];
    const { game } = this;
    const one = (label, index, take) => new StrategyField({ label, game, player: this.opponents[index], hasStrength: true, onchange: take }).host;
    if (this.seat !== "neither") return [one("Opponent", 1, (player) => (this.opponents = [player, player]))];
    return game.players.map((name, index) => one(capitalized(name), index, (player) => (this.opponents = this.opponents.with(index, player))));
  }

  async choose(name) {
    this.game = await gameNamed(name);
    this.opponents = [usualPlayer(this.game), usualPlayer(this.game)];
    this.draw();
    this.host.querySelector(".game-name").focus();
  }

  sit(seat) {
    this.seat = seat;
    this.draw();
    this.host.querySelector(`[name="You play"][value=${seat}]`).focus();
  }

  players() {
    const seat = this.seat === "random" ? (Math.random() < 0.5 ? "first" : "second") : this.seat;
    const isPerson = { first: [true, false], second: [false, true], both: [true, true], neither: [false, false] }[seat];
    return this.opponents.map((player, index) => (isPerson[index] ? null : player));
  }

  async start() {
    const [base, increment] = this.time.split("+").map((seconds) => 1000 * Number(seconds));
    const clock = this.time === "" ? null : { base, increment, spent: 0 };
    const position = await startOf(this.game, this.number.value.trim()).finally(() => this.host.close());
    await this.session.start(this.game, position, this.players(), clock);
  }

  /** Changes the players of the game on the board. */
  change() {
    this.host.close();
    this.session.set({ players: this.players(), isPaused: this.seat === "neither" });
  }
}

/** Where a game begins; in Chess960 at a number, or at random. */
export async function startOf(game, number = "") {
  // The stones of EinStein are set up at random: for each side, its letters change places.
  if (game.name === "einstein") return [/[A-F]/g, /[a-f]/g].reduce(shuffled, game.start.split(" ")[0]) + " A";
  if (game.name !== "chess960") return game.start;
  return (await chess960Start(number === "" ? null : Number(number))).position;
}

/** A text in which the letters of a pattern have changed places at random. */
function shuffled(text, letters) {
  const left = text.match(letters);
  return text.replace(letters, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}
