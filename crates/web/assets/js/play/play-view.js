// The view "Play": a board, who plays, the moves, and what one can do with them.

import { isAbort, post } from "../api.js";
import { announce, showProblem } from "../announce.js";
import { Board } from "../board/board.js";
import { button, checkbox, element, panel } from "../dom.js";
import { movesBetween } from "../game/choose-move.js";
import { isMain } from "../game/move-tree.js";
import { GameSession } from "../game/session.js";
import { arrival, squaresOf } from "../game/placement.js";
import { sideName, spokenBoard, spokenTurn } from "../game/spoken.js";
import { prefer, preference } from "../preferences.js";
import { scoreText } from "../score.js";
import { Controls } from "./controls.js";
import { EvaluationBar } from "./evaluation-bar.js";
import { MoveList } from "./move-list.js";
import { NewGame } from "./new-game.js";
import { Opponent } from "./opponent.js";
import { PlayerStrip } from "./player-strip.js";
import { Transfer } from "./transfer.js";

const HINT_LIMITS = { time_ms: 700 };

/** The view, from its link. */
export class PlayView {
  constructor(values, saveLink) {
    this.values = values;
    this.saveLink = saveLink;
    this.session = new GameSession();
    this.board = new Board({
      onMove: (move) => this.play(move),
      onPremove: (from, to) => this.setPremove([from, to]),
      mayPremove: () => preference("premoves") && this.isWaiting(),
    });
    this.bar = new EvaluationBar(this.session);
    this.list = new MoveList(this.session);
    this.strips = [0, 1].map((index) => new PlayerStrip(this.session, index));
    this.newGame = new NewGame(this.session);
    this.transfer = new Transfer(this.session);
    this.controls = new Controls(this);
    this.opponent = null;
    this.premove = null;
    this.status = element("p", { class: "status" });
    this.host = this.build();
  }

  build() {
    this.top = element("div", { class: "strip-place" });
    this.bottom = element("div", { class: "strip-place" });
    const row = element("div", { class: "board-row" }, this.bar.host, this.board.host);
    const table = element("div", { class: "table" }, this.top, row, this.bottom, this.controls.host);
    this.promote = button("Make this the main line", () => this.session.promote(), { hidden: true });
    const moves = panel("Moves", { class: "panel moves-panel" }, this.status, this.list.host, this.promote, this.moveInput());
    const side = element("div", { class: "side" }, moves, this.newGame.host, this.transfer.host, this.options());
    return element("div", { class: "play" }, element("h1", { class: "unseen" }, "Play"), table, side);
  }

  moveInput() {
    const input = element("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": "Type a move, such as Nf3", placeholder: "Type a move" });
    // A move may be typed before the server has confirmed the one before it.
    let typed = Promise.resolve();
    const play = (event) => {
      event.preventDefault();
      const text = input.value.trim();
      input.value = "";
      if (text !== "") typed = typed.then(() => this.session.known()).then(() => this.play(text), showProblem);
    };
    return element("form", { class: "row move-input", onsubmit: play }, input, button("Play", null, { type: "submit" }));
  }

  options() {
    const option = (name, text, changed) =>
      checkbox(text, preference(name), (isOn) => {
        prefer(name, isOn);
        changed?.(isOn);
      });
    const showDots = (isOn) => this.board.host.classList.toggle("no-dots", !isOn);
    showDots(preference("legalDots"));
    this.bar.setVisible(preference("evaluationBar"));
    return element(
      "details",
      { class: "panel options" },
      element("summary", {}, "Options"),
      option("evaluationBar", "Evaluation bar", (isOn) => this.bar.setVisible(isOn)),
      option("legalDots", "Dots on legal targets", showDots),
      option("animation", "Gliding pieces"),
      option("premoves", "Premoves: plan a move while the opponent thinks", () => this.draw()),
      element(
        "p",
        { class: "quiet" },
        "Keys: ← and → walk through the game, f flips the board, u takes back, h gives a hint. On the board the arrow keys go from square to square, and Enter picks up and puts down. The right mouse button draws arrows, with Shift and Alt in other colors.",
      ),
      button("Read the board aloud", () => announce(spokenBoard(this.session.pieces()))),
    );
  }

  /** Loads the game of the link and shows it. */
  async open() {
    await this.session.restore(this.values).catch(async (error) => {
      showProblem(error);
      await this.session.restore({ game: this.values.game });
    });
    this.opponent = new Opponent(this.session, (side) => this.showThinking(side));
    this.session.addEventListener("change", () => this.draw());
    this.session.addEventListener("played", ({ detail }) => this.announceMove(detail));
    this.session.addEventListener("loaded", () => this.newGame.draw());
    await this.newGame.draw();
    this.draw();
    this.opponent.update();
  }

  /** Stops everything that runs for this view. */
  close() {
    this.opponent?.stop();
    this.bar.stop();
    this.hinting?.abort();
    this.opponent = null;
  }

  draw() {
    const { session } = this;
    const { node, isFlipped } = session;
    this.board.show({
      key: node,
      game: session.game.name,
      pieces: session.pieces(),
      moves: this.isPlayable() ? node.answer.moves : [],
      isPending: node.answer === null && session.isPersonsTurn(),
      lastMove: node.move ? squaresOf(node.move) : [],
      check: node.check,
      line: node.answer?.outcome?.line ?? [],
      isFlipped,
      label: `${session.game.title} board, ${session.sideName()} to move`,
    });
    const [upper, lower] = isFlipped ? [0, 1] : [1, 0];
    this.top.replaceChildren(this.strips[upper].host);
    this.bottom.replaceChildren(this.strips[lower].host);
    this.strips.forEach((strip) => strip.draw());
    this.list.draw();
    this.controls.draw();
    this.transfer.draw();
    this.bar.update();
    this.drawStatus();
    this.promote.hidden = isMain(node);
    this.saveLink("play", session.link());
    this.playPremove();
  }

  drawStatus() {
    const { node } = this.session;
    const { outcome, claim } = node.answer ?? {};
    const turn = `${sideName(this.session.sideName())} to move${node.check ? ", in check" : ""}.`;
    this.status.textContent = outcome ? outcome.text : claim ? `Draw: ${claim}.` : turn;
    this.status.classList.toggle("over", Boolean(outcome || claim));
  }

  isPlayable() {
    return this.session.node.answer !== null && this.session.isPersonsTurn();
  }

  isWaiting() {
    const { players, node } = this.session;
    return !this.session.isPersonsTurn() && players.includes(null) && node.answer?.outcome !== undefined;
  }

  async play(move) {
    showProblem(null);
    try {
      if (!this.isPlayable()) throw new Error("It is not your turn.");
      this.session.isPaused = false;
      await this.session.play(move);
    } catch (error) {
      showProblem(error);
    }
  }

  announceMove(node) {
    announce(spokenTurn(this.session.sideName(node.parent), node.move, node.answer));
  }

  showThinking(side) {
    this.strips.forEach((strip, index) => strip.think(index === side, this.opponent?.last[index]));
  }

  setPremove(squares) {
    this.premove = squares;
    this.board.showPremove(squares);
    if (squares) announce(`Premove ${squares.join(" to ")}.`);
  }

  playPremove() {
    if (!this.premove || !this.isPlayable()) return;
    const [from, to] = this.premove;
    const [move] = movesBetween(this.session.node.answer.moves, from, to);
    this.setPremove(null);
    if (move) queueMicrotask(() => this.play(move));
  }

  /** Shows the best move of the game's strongest strategy as an arrow. */
  async hint() {
    const { session } = this;
    this.hinting?.abort();
    this.hinting = new AbortController();
    this.status.textContent = "Looking for a good move …";
    try {
      await session.known();
      const { node } = session;
      if (node.answer.outcome) return this.drawStatus();
      const answer = await post("/best-move", { ...session.place(), limits: HINT_LIMITS }, this.hinting.signal);
      if (session.node !== node) return;
      const move = node.answer.moves.find((legal) => legal.move === answer.move);
      this.board.arrows.hint([{ from: move.from ?? move.to, to: arrival(move), color: "blue" }]);
      this.status.textContent = `Hint: ${answer.san} (${scoreText(answer.score)}).`;
      announce(this.status.textContent);
    } catch (error) {
      this.drawStatus();
      if (!isAbort(error)) showProblem(error);
    }
  }

  /** A key that no control has used; whether it did something. */
  press(key) {
    if (key === "Escape") this.setPremove(null);
    return this.controls.press(key);
  }

  /** The position of this view, for the links to the other views. */
  position() {
    const { game, start } = this.session.link();
    return { game, start, moves: this.session.place().moves.join(".") };
  }
}
