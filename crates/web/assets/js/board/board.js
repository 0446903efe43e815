// A board of squares with pieces on it. It shows a position, lets a user point at moves by mouse, touch or keyboard,
// and reports the move that was meant. It knows no rules: it gets the legal moves with each position, and with each move the
// squares that are clicked for it. Moves without clicks are buttons beside the board.

import { button, element } from "../dom.js";
import { areDrops, targets } from "../game/choose-move.js";
import { squareName, squarePlace } from "../game/placement.js";
import { spokenSquare } from "../game/spoken.js";
import { Arrows } from "./arrows.js";
import { Clicks } from "./clicks.js";
import { listenToKeys } from "./keyboard.js";
import { PieceLayer } from "./piece-layer.js";
import { listenToPointer } from "./pointer.js";
import { pictureOf } from "./picture.js";

const NOTHING = { key: null, grid: {}, pieces: new Map(), moves: [], isPending: false, lastMove: [], check: null, line: [], isFlipped: false, label: "Board" };

/** One board on the page. */
export class Board {
  /**
   * `onMove` gets a legal move; `onPremove` gets two squares while it is not the user's turn, if `mayPremove()` says so.
   * A board without `onMove` only shows positions.
   */
  constructor({ onMove = null, onPremove = null, mayPremove = () => false } = {}) {
    this.onMove = onMove;
    this.onPremove = onPremove;
    this.mayPremove = mayPremove;
    this.shown = { ...NOTHING, game: null };
    this.clicks = new Clicks(this);
    this.size = { columns: 0, rows: 0 };
    this.cells = new Map();
    this.grid = element("div", { role: "grid", class: "squares" });
    this.layer = new PieceLayer(this);
    this.arrows = new Arrows(this);
    this.text = element("pre", { hidden: true, tabindex: 0 });
    this.buttons = element("div", { class: "move-buttons", role: "group", "aria-label": "Moves to play" });
    this.host = element("div", { class: "board" }, this.grid, this.layer.host, this.arrows.host, this.text);
    listenToPointer(this);
    listenToKeys(this);
  }

  /**
   * Shows a position: `{ key, game, grid, pieces, moves, isPending, lastMove, check, line, isFlipped, label }`. While the key
   * stays the same, so does what the user has begun: a selection, a drag, a promotion, arrows. A position whose legal moves
   * are still to come is pending: what the user presses meanwhile is done when they are there.
   */
  show(position) {
    const before = this.shown;
    this.shown = { ...NOTHING, ...position };
    const isNew = before.key !== position.key || before.game !== position.game;
    if (isNew) {
      this.closePromotion?.();
      this.clicks.forget();
      this.arrows.drawn = [];
      this.arrows.hints = [];
    }
    const { columns, rows } = this.shown.grid;
    const isOther = columns !== this.size.columns || rows !== this.size.rows || before.game !== position.game;
    if (isOther || before.isFlipped !== this.shown.isFlipped) this.build();
    if (this.shown.moves.length > 0) this.isDropping = areDrops(this.shown.moves);
    this.grid.setAttribute("aria-label", this.shown.label);
    this.text.textContent = this.shown.grid.text ?? "";
    this.text.setAttribute("aria-label", this.shown.label);
    this.showButtons();
    if (isNew || !isSamePlacement(before.pieces, this.shown.pieces)) this.layer.show(this.shown.pieces);
    else this.layer.complete(this.shown.pieces);
    this.arrows.draw();
    this.mark();
    this.clicks.replay();
  }

  build() {
    const { columns, rows: height, color, pictures, isChess } = this.shown.grid;
    this.size = { columns, rows: height };
    const hadFocus = this.grid.contains(document.activeElement);
    this.host.dataset.game = isChess ? "chess" : this.shown.game;
    this.host.classList.toggle("cells", !isChess);
    this.host.classList.toggle("textual", columns === 0);
    this.text.hidden = columns > 0;
    this.host.style.setProperty("--board", color ?? "");
    this.host.style.setProperty("--empty", pictures?.["."] ? pictureOf(pictures["."]) : "none");
    this.host.style.setProperty("--columns", this.size.columns);
    this.host.style.setProperty("--rows", this.size.rows);
    this.cells.clear();
    const rows = Array.from({ length: this.size.rows }, (_, y) => {
      const cells = Array.from({ length: this.size.columns }, (_, x) => this.buildCell(x, y));
      return element("div", { role: "row" }, cells);
    });
    this.grid.replaceChildren(...rows);
    this.layer.rebuild();
    if (this.cells.size === 0) return;
    this.cursor = this.cells.has(this.cursor) ? this.cursor : [...this.cells.keys()][this.size.columns * (this.size.rows - 1)];
    this.cells.get(this.cursor).tabIndex = 0;
    if (hadFocus) this.cells.get(this.cursor).focus();
    this.arrows.rebuild();
  }

  buildCell(x, y) {
    const square = this.squareSeenAt(x, y);
    const { column, row } = squarePlace(square, this.size);
    const isLight = (column + this.size.rows - row) % 2 === 0;
    const cell = element("div", {
      role: "gridcell",
      class: `square ${isLight ? "light" : "dark"}`,
      "data-square": square,
      "data-rank": x === 0 ? square.slice(1) : null,
      "data-file": y === this.size.rows - 1 ? square[0] : null,
      tabindex: -1,
    });
    this.cells.set(square, cell);
    return cell;
  }

  /** The square at a column and row as the user sees them. */
  squareSeenAt(x, y) {
    const { columns, rows } = this.size;
    return this.shown.isFlipped ? squareName(columns - 1 - x, rows - 1 - y, this.size) : squareName(x, y, this.size);
  }

  /** The column and row at which the user sees a square. */
  placeOf(square) {
    const { column, row } = squarePlace(square, this.size);
    const { columns, rows } = this.size;
    return this.shown.isFlipped ? { x: columns - 1 - column, y: rows - 1 - row } : { x: column, y: row };
  }

  /** The square under a pointer, or null outside of the board. */
  squareAt(clientX, clientY) {
    const { left, top, width, height } = this.grid.getBoundingClientRect();
    const x = Math.floor(((clientX - left) / width) * this.size.columns);
    const y = Math.floor(((clientY - top) / height) * this.size.rows);
    const isInside = x >= 0 && y >= 0 && x < this.size.columns && y < this.size.rows;
    return isInside ? this.squareSeenAt(x, y) : null;
  }

  /** Moves that are not clicked are buttons. */
  showButtons() {
    const moves = this.onMove === null ? [] : this.shown.moves.filter(({ clicks }) => clicks === null);
    this.buttons.hidden = moves.length === 0;
    this.buttons.replaceChildren(...moves.map((move) => button(move.san, () => this.onMove(move))));
  }

  /** Shows the squares that a user planned to move between, or none. */
  showPremove(squares) {
    this.premove = squares;
    this.mark();
  }

  /** Sets the classes and the spoken names of all squares. */
  mark() {
    const { pieces, lastMove, check, line, moves } = this.shown;
    const { path, early } = this.clicks;
    const reachable = path.length === 0 ? new Map() : targets(moves, path);
    for (const [square, cell] of this.cells) {
      cell.classList.toggle("last-move", lastMove.includes(square));
      cell.classList.toggle("check", check === square);
      cell.classList.toggle("line", line.includes(square));
      cell.classList.toggle("selected", path.includes(square));
      cell.classList.toggle("target", reachable.has(square));
      cell.classList.toggle("capture", reachable.has(square) && (reachable.get(square) || pieces.has(square)));
      cell.classList.toggle("premove", early.includes(square) || Boolean(this.premove?.includes(square)));
      cell.classList.toggle("movable", this.onMove !== null && this.clicks.canPickUp(square));
      cell.setAttribute("aria-label", this.spoken(square, reachable));
      cell.setAttribute("aria-selected", this.clicks.selected === square);
    }
  }

  spoken(square, reachable) {
    const notes = [
      this.shown.check === square && "in check",
      this.clicks.selected === square && "selected",
      reachable.has(square) && "possible target",
      this.shown.lastMove.includes(square) && "last move",
    ];
    return [spokenSquare(square, this.shown.pieces.get(square), this.shown.grid.isChess), ...notes.filter(Boolean)].join(", ");
  }
}

function isSamePlacement(one, other) {
  return one.size === other.size && [...one].every(([square, letter]) => other.get(square) === letter);
}
