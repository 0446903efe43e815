// A board of squares with pieces. It shows a position, lets the user enter moves by mouse, touch or keyboard,
// and reports the chosen move. It doesn't know the rules: it gets the legal moves with each position, and with each move the
// squares to click for it. Moves without clicks are buttons beside the board.

import { button, element } from "../dom.js";
import { areDrops } from "../game/choose-move.js";
import { Arrows } from "./arrows.js";
import { Clicks } from "./clicks.js";
import { listenToKeys } from "./keyboard.js";
import { mark } from "./marks.js";
import { PieceLayer } from "./piece-layer.js";
import { listenToPointer } from "./pointer.js";
import { Squares, pictureOf } from "./squares.js";

const NOTHING = { key: null, game: null, grid: {}, pieces: new Map(), moves: [], isPending: false, drawn: [], lastMove: [], check: null, line: [], isFlipped: false, label: "Board" };

/** One board on the page. */
export class Board {
  /**
   * `onMove` gets a legal move.
   * A board without `onMove` only shows positions. `onRemove` gets a square whose piece was dragged off the board. `onDraw` gets the arrows and rings of a position when the user has changed them,
   * to keep them with it; without it they go with the next press. `announce` reads a text aloud.
   */
  constructor({ onMove = null, onRemove = null, onDraw = null, announce = () => {} } = {}) {
    Object.assign(this, { onMove, onRemove, onDraw, announce });
    this.shown = NOTHING;
    /** The squares of the user's planned move. */
    this.clicks = new Clicks(this);
    this.squares = new Squares();
    this.layer = new PieceLayer(this);
    this.arrows = new Arrows(this);
    this.text = element("pre", { hidden: true, tabindex: 0 });
    this.buttons = element("div", { class: "move-buttons", role: "group", "aria-label": "Moves to play" });
    this.host = element("div", { class: "board" }, this.squares.host, this.layer.host, this.arrows.host, this.text);
    listenToPointer(this);
    listenToKeys(this);
  }

  /**
   * Shows a position: `{ key, game, grid, pieces, moves, isPending, drawn, lastMove, check, line, isFlipped, label }`. While the key
   * stays the same, so does the user's unfinished input: a selection, a drag, a promotion, arrows. A position whose legal moves
   * haven't arrived yet is pending: clicks are replayed once they do.
   */
  show(position) {
    const before = this.shown;
    this.shown = { ...NOTHING, ...position };
    const isNew = before.key !== this.shown.key || before.game !== this.shown.game;
    if (isNew) this.forget();
    if (!this.fits(before)) this.build();
    if (this.shown.moves.length > 0) this.layer.isDropping = areDrops(this.shown.moves);
    this.describe();
    this.showButtons();
    if (isNew || this.layer.drawn.size === 0 || !isSamePlacement(before.pieces, this.shown.pieces)) this.layer.show(this.shown.pieces);
    if (this.onDraw) this.arrows.drawn = this.shown.drawn;
    this.arrows.draw();
    mark(this);
    this.clicks.replay();
  }

  /** Drops the user's unfinished input. */
  forget() {
    this.closePromotion?.();
    this.clicks.forget();
    this.arrows.forget();
  }

  /** True if the board has the squares of this position. */
  fits(before) {
    const { grid, game, isFlipped } = this.shown;
    const isSameSize = grid.columns === this.squares.columns && grid.rows === this.squares.rows;
    return isSameSize && game === before.game && isFlipped === this.squares.isFlipped;
  }

  build() {
    const { grid, game, isFlipped } = this.shown;
    const { columns, rows, height, color, pictures, backdrop, isChess } = grid;
    this.host.dataset.game = isChess ? "chess" : game;
    this.host.classList.toggle("cells", !isChess);
    this.host.classList.toggle("textual", columns === 0);
    this.text.hidden = columns > 0;
    this.host.style.setProperty("--board", backdrop ? "transparent" : (color ?? ""));
    this.host.style.setProperty("--backdrop", backdrop ? pictureOf(backdrop, columns, rows * height) : "none");
    this.host.style.setProperty("--height", height ?? 1);
    this.host.style.setProperty("--empty", pictures?.["."] ? pictureOf(pictures["."]) : "none");
    this.host.style.setProperty("--columns", columns);
    this.host.style.setProperty("--rows", rows);
    this.squares.build(grid, isFlipped);
    this.layer.rebuild();
    this.arrows.rebuild();
  }

  /** Describes the board in words, or as text if it has no squares. */
  describe() {
    const { label, grid } = this.shown;
    this.squares.host.setAttribute("aria-label", label);
    this.text.textContent = grid.text ?? "";
    this.text.setAttribute("aria-label", label);
  }

  /** Moves you can't click, such as a pass, are buttons. */
  showButtons() {
    const moves = this.onMove === null ? [] : this.shown.moves.filter(({ clicks }) => !clicks?.length);
    const hadFocus = this.buttons.contains(document.activeElement);
    this.buttons.hidden = moves.length === 0;
    this.buttons.replaceChildren(...moves.map((move) => button(move.san, () => this.onMove(move))));
    // After a roll the keyboard goes on with the board.
    if (hadFocus) (this.buttons.firstChild ?? this.host.querySelector("[data-square][tabindex='0']"))?.focus({ preventScroll: true });
  }

  /** Highlights these squares and no others. */
  light(squares) {
    for (const [square, cell] of this.squares.cells) cell.classList.toggle("lit", squares.includes(square));
  }
}

function isSamePlacement(one, other) {
  return one.size === other.size && [...one].every(([square, letter]) => other.get(square) === letter);
}
