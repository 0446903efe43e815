// Arrows and rings over a board: drawn by the user with the right button, or shown by hints.

import { svg } from "../dom.js";

/** The arrows of one board. A square is 100 units wide. */
export class Arrows {
  constructor(board) {
    this.board = board;
    this.host = svg("svg", { class: "arrows", "aria-hidden": "true" });
    this.drawn = [];
    this.hints = [];
  }

  rebuild() {
    const { columns, rows, height } = this.board.squares;
    this.host.setAttribute("viewBox", `0 0 ${100 * columns} ${100 * rows * height}`);
  }

  /** Draws an arrow, or removes it if it is there. Shift and Alt choose the color. */
  toggle(from, to, { shiftKey, altKey }) {
    const color = shiftKey && altKey ? "yellow" : shiftKey ? "red" : altKey ? "blue" : "green";
    const rest = this.drawn.filter((arrow) => arrow.from !== from || arrow.to !== to);
    const old = this.drawn.find((arrow) => arrow.from === from && arrow.to === to);
    this.drawn = old?.color === color ? rest : [...rest, { from, to, color }];
    this.draw();
    this.board.onDraw?.(this.drawn);
  }

  /** Shows moves as arrows until the position changes: `[{ from, to, color }]`; the color may be scissors. */
  hint(arrows) {
    this.hints = arrows.filter(({ from }) => from);
    this.draw();
  }

  /** Removes arrows shown or drawn for the moment; those kept with a position stay. */
  clear() {
    this.forget();
    this.draw();
  }

  /** Forgets these arrows; they stay visible until the next drawing. */
  forget() {
    this.drawn = this.board.onDraw ? this.board.shown.drawn : [];
    this.hints = [];
  }

  draw() {
    const all = [...this.drawn, ...this.hints];
    this.host.replaceChildren(...all.map((arrow) => this.shape(arrow, all)));
  }

  /** Of two opposite arrows each keeps to its right, which leaves room for a third between them. */
  shape({ from, to, color }, all) {
    const aside = all.some((other) => other.from === to && other.to === from) ? 17 : 0;
    const [start, end] = [this.center(from), this.center(to)];
    if (color === "scissors") return svg("text", { class: color, x: start.x, y: start.y }, "✂");
    const attributes = { class: `arrow ${color}` };
    if (from === to) return svg("circle", { ...attributes, cx: start.x, cy: start.y, r: 45, fill: "none" });
    return svg("path", { ...attributes, d: arrowPath(start, end, aside) });
  }

  center(square) {
    const { x, y } = this.board.squares.placeOf(square);
    return { x: 100 * x + 50, y: (100 * y + 50) * this.board.squares.height };
  }
}

/** The outline of an arrow: seven corners by their distance along the arrow and to its right, all of them moved `aside`. */
function arrowPath(start, end, aside) {
  const [across, down] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(across, down);
  const [tail, neck, tip] = [26, length - 40, length - 4];
  const corners = [[tail, -8], [neck, -8], [neck, -22], [tip, 0], [neck, 22], [neck, 8], [tail, 8]];
  const points = corners.map(([along, right]) => {
    const x = start.x + (along * across - (right + aside) * down) / length;
    const y = start.y + (along * down + (right + aside) * across) / length;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}z`;
}
