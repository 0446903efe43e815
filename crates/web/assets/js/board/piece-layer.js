// The pieces above the squares. Each is an element that glides to its new square when the position changes.

import { element, mayAnimate } from "../dom.js";
import { pictureOf } from "./squares.js";

/** The pieces of one board. */
export class PieceLayer {
  constructor(board) {
    this.board = board;
    this.host = element("div", { class: "pieces", "aria-hidden": "true" });
    this.drawn = new Map();
    /** Whether new pieces are dropped into a column. */
    this.isDropping = false;
  }

  /** Forgets all pieces, so that they are drawn without gliding. */
  rebuild() {
    this.drawn.clear();
    this.host.replaceChildren();
  }

  /** Draws a placement. A piece that has left one square and appeared on another counts as moved. */
  show(pieces) {
    const gone = [...this.drawn].filter(([square, { letter }]) => pieces.get(square) !== letter);
    const added = [...pieces].filter(([square, letter]) => this.drawn.get(square)?.letter !== letter);
    gone.forEach(([square]) => this.drawn.delete(square));
    const isDrop = added.length === 1 && gone.length === 0;
    for (const [square, letter] of added) {
      const from = gone.findIndex(([, piece]) => piece.letter === letter);
      const piece = from === -1 ? this.make(letter) : gone.splice(from, 1)[0][1];
      if (from === -1 && isDrop) this.enter(piece, square);
      this.drawn.set(square, piece);
    }
    gone.forEach(([, piece]) => piece.node.remove());
    for (const [square, piece] of this.drawn) this.put(piece, square);
  }

  make(letter) {
    const node = element("div", { class: "piece", "data-piece": letter });
    const { pictures, isChess, height } = this.board.shown.grid;
    const picture = pictures?.[letter];
    if (picture) node.style.background = `${pictureOf(picture, 1, height)} center / 100% 100% no-repeat`;
    else if (!isChess && !["X", "O"].includes(letter)) node.classList.add("letter");
    this.host.append(node);
    return { letter, node };
  }

  /** A stone that is dropped into a column falls from above. */
  enter(piece, square) {
    if (!this.isDropping || !mayAnimate()) return;
    const { x } = this.board.squares.placeOf(square);
    const start = this.board.shown.isFlipped ? this.board.squares.rows : -1;
    piece.node.style.transform = `translate(${x * 100}%, ${start * 100}%)`;
    // Reading the layout makes the browser start the motion here.
    piece.node.getBoundingClientRect();
  }

  put({ node }, square) {
    const { x, y } = this.board.squares.placeOf(square);
    const { height, rows } = this.board.squares;
    // High pieces stand at the lower edge and hang from the upper one.
    const turned = height > 1 && 2 * y < rows ? " rotate(180deg)" : "";
    node.classList.toggle("gliding", mayAnimate() && !node.classList.contains("held"));
    node.classList.remove("held");
    node.style.transform = `translate(${x * 100}%, ${y * 100}%)${turned}`;
  }

  /** Lets a piece follow the pointer. */
  hold(square, clientX, clientY) {
    const node = this.drawn.get(square)?.node;
    if (!node) return;
    const { left, top, width } = this.board.squares.host.getBoundingClientRect();
    const half = width / this.board.squares.columns / 2;
    node.classList.add("held");
    node.classList.remove("gliding");
    node.style.transform = `translate(${clientX - left - half}px, ${clientY - top - half * this.board.squares.height}px)`;
  }

  /** Puts a held piece on a square at once, before the position changes. */
  putDown(from, to) {
    const piece = this.drawn.get(from);
    if (!piece) return;
    const taken = this.drawn.get(to);
    if (taken && taken !== piece && (piece.letter === piece.letter.toUpperCase()) !== (taken.letter === taken.letter.toUpperCase())) {
      taken.node.remove();
      this.drawn.delete(to);
    }
    this.put(piece, to);
    // The next position would move the piece from its old square; it's there already, so it doesn't glide.
    piece.node.classList.add("held");
  }

  /** Lets a held piece go back to its square. */
  release(square) {
    const piece = this.drawn.get(square);
    if (!piece) return;
    piece.node.classList.remove("held");
    this.put(piece, square);
  }
}
