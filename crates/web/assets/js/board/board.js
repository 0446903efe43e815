// A board of squares with pieces on it. It shows a position, lets a user point at moves by mouse, touch or keyboard,
// and reports the move that was meant. It knows no rules: it gets the legal moves with each position.

import { element } from "../dom.js";
import { movesBetween, movesFrom, placingMove, targets } from "../game/choose-move.js";
import { boardSize, squareName, squarePlace } from "../game/placement.js";
import { spokenSquare } from "../game/spoken.js";
import { Arrows } from "./arrows.js";
import { listenToKeys } from "./keyboard.js";
import { PieceLayer } from "./piece-layer.js";
import { listenToPointer } from "./pointer.js";
import { choosePromotion } from "./promotion.js";

const NOTHING = { key: null, pieces: new Map(), moves: [], isPending: false, lastMove: [], check: null, line: [], isFlipped: false, label: "Board" };

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
    this.selected = null;
    this.early = [];
    this.cells = new Map();
    this.grid = element("div", { role: "grid", class: "squares" });
    this.layer = new PieceLayer(this);
    this.arrows = new Arrows(this);
    this.host = element("div", { class: "board" }, this.grid, this.layer.host, this.arrows.host);
    listenToPointer(this);
    listenToKeys(this);
  }

  /**
   * Shows a position: `{ key, game, pieces, moves, isPending, lastMove, check, line, isFlipped, label }`. While the key
   * stays the same, so does what the user has begun: a selection, a drag, a promotion, arrows. A position whose legal moves
   * are still to come is pending: what the user presses meanwhile is done when they are there.
   */
  show(position) {
    const before = this.shown;
    this.shown = { ...NOTHING, ...position };
    const isNew = before.key !== position.key || before.game !== position.game;
    if (isNew) {
      this.closePromotion?.();
      this.selected = null;
      this.arrows.drawn = [];
      this.arrows.hints = [];
      if (!this.isReplaying) this.early = [];
    }
    if (before.game !== position.game || before.isFlipped !== this.shown.isFlipped) this.build();
    this.grid.setAttribute("aria-label", this.shown.label);
    if (isNew || !isSamePlacement(before.pieces, this.shown.pieces)) this.layer.show(this.shown.pieces);
    else this.layer.complete(this.shown.pieces);
    this.arrows.draw();
    this.mark();
    this.replay();
  }

  build() {
    const { game } = this.shown;
    this.size = boardSize(game);
    const hadFocus = this.grid.contains(document.activeElement);
    this.host.dataset.game = game === "chess960" ? "chess" : game;
    this.host.style.setProperty("--columns", this.size.columns);
    this.host.style.setProperty("--rows", this.size.rows);
    this.cells.clear();
    const rows = Array.from({ length: this.size.rows }, (_, y) => {
      const cells = Array.from({ length: this.size.columns }, (_, x) => this.buildCell(x, y));
      return element("div", { role: "row" }, cells);
    });
    this.grid.replaceChildren(...rows);
    this.cursor = this.cells.has(this.cursor) ? this.cursor : [...this.cells.keys()][this.size.columns * (this.size.rows - 1)];
    this.cells.get(this.cursor).tabIndex = 0;
    if (hadFocus) this.cells.get(this.cursor).focus();
    this.layer.rebuild();
    this.arrows.rebuild();
  }

  buildCell(x, y) {
    const square = this.squareSeenAt(x, y);
    const isLight = (square.charCodeAt(0) + Number(square[1])) % 2 === 1;
    const cell = element("div", {
      role: "gridcell",
      class: `square ${isLight ? "light" : "dark"}`,
      "data-square": square,
      "data-rank": x === 0 ? square[1] : null,
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

  /** Whether the piece on a square can be moved now, or be moved in advance. */
  canPickUp(square) {
    if (movesFrom(this.shown.moves, square).length > 0) return true;
    return this.mayPremove() && this.shown.pieces.has(square);
  }

  /** Whether the selected piece can go to a square; a castling king also to its rook's. */
  canReach(square) {
    return this.selected !== null && movesBetween(this.shown.moves, this.selected, square).length > 0;
  }

  select(square) {
    this.selected = square;
    this.mark();
  }

  /** What a click on a square does: it places a stone, moves the selected piece there, or picks up the piece that is there. */
  press(square) {
    if (this.shown.isPending) {
      this.early.push(square);
      this.mark();
    } else if (this.placesStones()) {
      this.place(square);
    } else if (this.selected === square) {
      this.select(null);
    } else if (this.selected !== null && (this.canReach(square) || !this.canPickUp(square))) {
      this.moveTo(square);
    } else {
      this.select(this.canPickUp(square) ? square : null);
    }
  }

  // What was pressed too early is pressed again, up to the next move that has to be waited for. What is not legal by then
  // does nothing, as it would if it was pressed now.
  replay() {
    if (this.isReplaying) return;
    this.isReplaying = true;
    while (this.early.length > 0 && !this.shown.isPending) {
      this.press(this.early.shift());
      if (this.closePromotion) this.early = [];
    }
    this.isReplaying = false;
  }

  /** Whether a move of this game puts down a new stone. */
  placesStones() {
    return this.shown.moves.some((move) => move.from === null);
  }

  /** Plays on a square of a game in which stones are placed; whether that was legal. */
  place(square) {
    const move = placingMove(this.shown.moves, this.shown.game, square);
    if (move) this.onMove?.(move);
    return Boolean(move);
  }

  /** Moves the selected piece to a square; whether that was possible. A dropped piece does not glide. */
  async moveTo(square, { isDropped = false } = {}) {
    const from = this.selected;
    const found = movesBetween(this.shown.moves, from, square);
    this.select(null);
    if (found.length === 0) {
      const isPremove = this.shown.moves.length === 0 && this.mayPremove() && from !== square;
      if (isPremove) this.onPremove?.(from, square);
      return isPremove;
    }
    if (isDropped) this.layer.putDown(from, square);
    const chosen = found.length === 1 ? found[0] : await choosePromotion(this, found);
    if (chosen) this.onMove?.(chosen);
    else this.layer.show(this.shown.pieces);
    return true;
  }

  /** Shows the squares that a user planned to move between, or none. */
  showPremove(squares) {
    this.premove = squares;
    this.mark();
  }

  /** Sets the classes and the spoken names of all squares. */
  mark() {
    const { pieces, lastMove, check, line, moves } = this.shown;
    const reachable = this.selected === null ? new Map() : targets(moves, this.selected);
    for (const [square, cell] of this.cells) {
      cell.classList.toggle("last-move", lastMove.includes(square));
      cell.classList.toggle("check", check === square);
      cell.classList.toggle("line", line.includes(square));
      cell.classList.toggle("selected", this.selected === square);
      cell.classList.toggle("target", reachable.has(square));
      cell.classList.toggle("capture", reachable.has(square) && (reachable.get(square) || pieces.has(square)));
      cell.classList.toggle("premove", this.early.includes(square) || Boolean(this.premove?.includes(square)));
      cell.classList.toggle("movable", this.onMove !== null && this.canPickUp(square));
      cell.setAttribute("aria-label", this.spoken(square, reachable));
      cell.setAttribute("aria-selected", this.selected === square);
    }
  }

  spoken(square, reachable) {
    const notes = [
      this.shown.check === square && "in check",
      this.selected === square && "selected",
      reachable.has(square) && "possible target",
      this.shown.lastMove.includes(square) && "last move",
    ];
    return [spokenSquare(square, this.shown.pieces.get(square)), ...notes.filter(Boolean)].join(", ");
  }
}

function isSamePlacement(one, other) {
  return one.size === other.size && [...one].every(([square, letter]) => other.get(square) === letter);
}
