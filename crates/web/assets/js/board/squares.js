// The squares of a board, as cells of a grid: maps squares to the user's view, which may be from either side.

import { element, focused } from "../dom.js";
import { squareName, squarePlace } from "../game/placement.js";

/** The squares of one board. */
export class Squares {
  constructor() {
    this.host = element("div", { role: "grid", class: "squares" });
    this.columns = 0;
    this.rows = 0;
    this.isFlipped = false;
    this.height = 1;
    this.names = [];
    /** The cells by their squares. */
    this.cells = new Map();
    /** The square that Tab reaches; the arrow keys reach the others. */
    this.cursor = null;
  }

  /** Rebuilds the cells. The focus stays on its square if there's still one of that name. */
  build({ columns, rows, names = [], height = 1 }, isFlipped) {
    Object.assign(this, { columns, rows, isFlipped, height, names });
    const hadFocus = this.host.contains(focused(this.host));
    this.cells.clear();
    const lines = Array.from({ length: rows }, (_, y) => {
      const cells = Array.from({ length: columns }, (_, x) => this.buildCell(x, y));
      return element("div", { role: "row" }, cells);
    });
    this.host.replaceChildren(...lines);
    if (this.cells.size === 0) return;
    this.cursor = this.cells.has(this.cursor) ? this.cursor : [...this.cells.keys()][columns * (rows - 1)];
    this.cells.get(this.cursor).tabIndex = 0;
    if (hadFocus) this.cells.get(this.cursor).focus();
  }

  buildCell(x, y) {
    const square = this.seenAt(x, y);
    const cell = element("div", { role: "gridcell", ...this.lookOf(square, x, y), tabindex: -1 });
    this.cells.set(square, cell);
    return cell;
  }

  /** The name of a square for the side whose view this is. */
  nameOf(square) {
    return this.names[Number(this.isFlipped)]?.[square] ?? square;
  }

  /** The attributes of a square that the user sees at a column and row. */
  lookOf(square, x, y) {
    const { column, row } = squarePlace(square, this);
    const isLight = (column + this.rows - row) % 2 === 0;
    const name = this.nameOf(square);
    const rank = name === square ? x === 0 && square.slice(1) : y === 0 && name;
    const file = y === this.rows - 1 && (name === square ? square[0] : name);
    return { class: `square ${isLight ? "light" : "dark"}`, "data-square": square, "data-rank": rank || null, "data-file": file || null };
  }

  /** The square at a column and row as the user sees them. */
  seenAt(x, y) {
    return this.isFlipped ? squareName(this.columns - 1 - x, this.rows - 1 - y, this) : squareName(x, y, this);
  }

  /** The column and row at which the user sees a square. */
  placeOf(square) {
    const { column, row } = squarePlace(square, this);
    return this.isFlipped ? { x: this.columns - 1 - column, y: this.rows - 1 - row } : { x: column, y: row };
  }

  /** The square under a pointer, or null outside the board. */
  under(clientX, clientY) {
    const { left, top, width, height } = this.host.getBoundingClientRect();
    const x = Math.floor(((clientX - left) / width) * this.columns);
    const y = Math.floor(((clientY - top) / height) * this.rows);
    const isInside = x >= 0 && y >= 0 && x < this.columns && y < this.rows;
    return isInside ? this.seenAt(x, y) : null;
  }

  /** Moves the focus to the square at a column and row, or to the nearest one. */
  focus(x, y) {
    const clamp = (number, length) => Math.min(Math.max(number, 0), length - 1);
    this.cells.get(this.seenAt(clamp(x, this.columns), clamp(y, this.rows))).focus();
  }

  /** Makes a square the one that Tab reaches. */
  setCursor(square) {
    if (this.cells.has(this.cursor)) this.cells.get(this.cursor).tabIndex = -1;
    this.cursor = square;
    this.cells.get(square).tabIndex = 0;
  }
}

/** The address of a picture of SVG elements in a square of 70 by 70, or several. In a picture no script runs and nothing is loaded. */
export function pictureAddress(elements, columns = 1, rows = 1) {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${70 * columns} ${70 * rows}">${elements}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

/** The same for CSS. */
export const pictureOf = (...picture) => `url("${pictureAddress(...picture)}")`;
