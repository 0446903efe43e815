// The position in "Watch" and "Compare": a board on which you can play moves, and ways to choose another position.

import { isAbort, post } from "./api.js";
import { announce, showLinkProblem, showProblem } from "./announce.js";
import { Board } from "./board/board.js";
import { gameNamed, games } from "./catalog.js";
import { button, element, field, iconButton, select } from "./dom.js";
import { legalMoves } from "./game/game-link.js";
import { formatMoves, parseMoves } from "./game/move-tree.js";
import { placementAfter, shownOf, squaresOf } from "./game/placement.js";
import { capitalized } from "./score.js";

/** While a user hurries through positions, only one that stays this many milliseconds is requested. */
const REST = 60;

/** A position with its board. `onChange` is called when the user has chosen another one, `onPlay` to begin a game there. */
export class PositionPanel {
  constructor(onChange, onPlay) {
    Object.assign(this, { onChange, onPlay });
    this.board = new Board({ onMove: (move) => this.playMove(move), announce });
    this.picker = element("div", {});
    // Positions without a board are written as text.
    this.text = element("input", { type: "text", spellcheck: "false", autocomplete: "off", onchange: () => this.load(this.text.value.trim()) });
    this.field = field("Position", this.text);
    this.note = element("p", { class: "quiet", "aria-live": "polite" });
    this.back = iconButton("undo", "Take back", () => this.takeBack());
    this.flip = iconButton("flip", "Flip the board", () => this.turn());
    this.edit = button("Edit the board", () => this.openEditor().catch(showProblem));
    const play = button("Play from here", () => this.onPlay(this.shownLink()));
    this.controls = element("div", { class: "position-controls" }, this.picker, element("div", { class: "row" }, this.back, this.flip, this.edit, play, this.note), this.field);
    this.moves = [];
    this.isFlipped = false;
    this.isPending = false;
  }

  /** Shows the position of a link. */
  async open({ game, start, moves }) {
    const found = await gameNamed(game);
    const place = { game: found.name, position: start ?? found.start, moves: parseMoves(moves ?? "") };
    this.answer = await post("/legal-moves", place);
    if (!this.isPending) this.key = {};
    Object.assign(this, { game: found, start: place.position, moves: place.moves, shown: null });
    const choices = (await games()).map(({ name, title }) => [name, title]);
    this.picker.replaceChildren(select(choices, this.game.name, (name) => this.change({ game: name }), { "aria-label": "Game" }));
    this.draw();
  }

  /** Shows the position of a link, or as much of it as is legal, with the reason. */
  async openLink(values) {
    const { game, start, moves } = values;
    try {
      await this.open(values);
    } catch (error) {
      showLinkProblem(error);
      if (error.field !== "moves") return this.open({ game });
      const line = parseMoves(moves);
      const found = await gameNamed(game);
      const count = await legalMoves({ game: found.name, position: start ?? found.start, moves: line });
      await this.open({ ...values, moves: formatMoves(line.slice(0, count)) });
    }
  }

  /** The part of a request that names the position. */
  place() {
    return { game: this.game.name, position: this.start, moves: this.moves };
  }

  /** The position for the dialog that takes a score apart, with the side to move, whose point of view the scores have. */
  scored() {
    return { game: this.game, place: this.place(), side: this.game.players.indexOf(this.answer.side_to_move) };
  }

  /** The values for a link. */
  link() {
    return { game: this.game.name, start: this.start === this.game.start ? null : this.start, moves: formatMoves(this.moves) };
  }

  /** The values for a link to the position on the board, which may be further on. */
  shownLink() {
    const { history } = this.shown?.answer ?? this.answer;
    return { ...this.link(), moves: formatMoves(history.map(({ move }) => move)) };
  }

  async change(values) {
    showProblem(null);
    try {
      await this.open(values);
      this.onChange();
    } catch (error) {
      if (this.isPending) this.draw();
      showProblem(error);
    }
  }

  load(start) {
    return this.change({ game: this.game.name, start });
  }

  async openEditor() {
    const { openEditor } = await import("./later/editor.js");
    openEditor(this.game, this.answer.position, (position) => this.load(position));
  }

  /** Shows a move at once; the answer brings the opponent's legal moves. */
  playMove(move) {
    const { board, answer } = this;
    this.isPending = true;
    this.key = {};
    const pieces = placementAfter(board.shown.pieces, move);
    board.show({ ...board.shown, key: this.key, pieces, moves: [], isPending: true, lastMove: squaresOf(move), check: null });
    return this.change({ ...this.link(), moves: formatMoves([...this.moves, move.move]) });
  }

  takeBack() {
    if (this.moves.length > 0) this.change({ ...this.link(), moves: formatMoves(this.moves.slice(0, -1)) });
  }

  turn() {
    this.isFlipped = !this.isFlipped;
    if (!this.isPending) this.draw();
  }

  /** Shows the position after a line of moves, `[{ move, san }]`, and then calls a function, unless another line comes first. */
  follow(line, then = () => {}) {
    clearTimeout(this.timer);
    if (line.length === 0) {
      this.preview(null);
      return then();
    }
    const { key } = this;
    const timer = setTimeout(async () => {
      try {
        const answer = await this.positionAfter(line);
        if (timer !== this.timer || key !== this.key) return;
        this.preview({ answer, note: line.map(({ san }) => san).join(" ") });
        then();
      } catch (error) {
        if (!isAbort(error)) showProblem(error);
      }
    }, REST);
    this.timer = timer;
  }

  /** The server's answer for the position after a line of moves. */
  positionAfter(line) {
    const place = this.place();
    return post("/legal-moves", { ...place, moves: [...place.moves, ...line.map(({ move }) => move)] });
  }

  /** Shows a position further on, or the panel's own again: `{ answer, note }`. */
  preview(shown) {
    this.shown = shown;
    if (!this.isPending && this.answer) this.draw();
  }

  draw() {
    const { shown } = this;
    const answer = shown?.answer ?? this.answer;
    this.isPending = false;
    const label = `${this.game.title} board`;
    this.board.show({ ...shownOf(this.game, answer), key: shown ?? this.key, ...(shown && { moves: [] }), isFlipped: this.isFlipped, label });
    this.back.setAttribute("aria-disabled", this.moves.length === 0);
    this.edit.hidden = !this.game.is_chess;
    this.field.hidden = this.board.squares.columns > 0;
    // Typed text stays while positions further on are shown.
    if (this.drawn !== this.answer) this.text.value = this.answer.position;
    this.drawn = this.answer;
    this.note.textContent = shown?.note ?? answer.outcome?.text ?? `${capitalized(answer.side_to_move)} to move`;
    if (shown) this.note.append(" ", button("Back", () => this.preview(null), { class: "small" }));
  }
}
