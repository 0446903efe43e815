// The board editor: a dialog where you click and drag pieces on a board, to begin a game from there.

import { announce } from "../announce.js";
import { post } from "../api.js";
import { Board } from "../board/board.js";
import { button, checkbox, choice, element, field, openDialog, select } from "../dom.js";
import { placementOf } from "../game/placement.js";
import { spokenPiece } from "../game/spoken.js";

const PIECES = [..."KQRBNPkqrbnp"];
const MOVE = "move";
const REMOVE = "remove";
const RIGHTS = [["K", "White O-O"], ["Q", "White O-O-O"], ["k", "Black O-O"], ["q", "Black O-O-O"]];
const SIZE = { columns: 8, rows: 8 };
const SQUARES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index % 8] + (8 - Math.floor(index / 8)));

/** A spare piece follows the pointer once it has moved this far; less is a click. */
const DRAG_DISTANCE = 4;

/** Opens the editor with a chess position; `onDone` gets the edited one, if it's legal. */
export function openEditor(game, position, onDone) {
  new Editor(game, position, onDone);
}

class Editor {
  constructor(game, position, onDone) {
    Object.assign(this, { game, onDone, tool: MOVE });
    this.board = new Board({ onMove: (move) => this.change(move), onRemove: (square) => this.put(square, null), announce });
    this.problem = element("p", { class: "field-problem", role: "alert" });
    this.text = element("output", { class: "quiet position-text" });
    this.settings = element("div", { class: "editor-settings" });
    this.palette = element("div", { class: "palette", onpointerdown: (event) => this.takeSpare(event) });
    const actions = [
      button("Play from here", () => this.finish(), { class: "primary" }),
      button("Start position", () => this.load(game.start)),
      button("Empty board", () => this.load("8/8/8/8/8/8/8/8 w - - 0 1")),
      button("Cancel", () => this.host.close()),
    ];
    const parts = [this.palette, this.board.host, this.settings, this.text, this.problem, element("div", { class: "row" }, actions)];
    this.load(position);
    this.host = openDialog("Board editor", { class: "editor" }, element("h2", {}, "Board editor"), parts);
  }

  /** Takes a position from its FEN. */
  load(fen) {
    const [placement, side, castling, passed, halfmoves, number] = fen.split(" ");
    Object.assign(this, { pieces: readPlacement(placement), side, rights: castling === "-" ? "" : castling, passed, halfmoves, number });
    const sides = [["w", "White to move"], ["b", "Black to move"]];
    const rights = RIGHTS.map(([letter, text]) => checkbox(text, this.rights.includes(letter), (isOn) => this.allow(letter, isOn)));
    const count = (name, text, min) => field(text, element("input", { type: "number", min, value: this[name], oninput: ({ target }) => this.set({ [name]: target.value }) }));
    this.passing = field("En passant on", select([], "-", (chosen) => this.set({ passed: chosen })));
    const counts = element("div", { class: "counts" }, this.passing, count("halfmoves", "Plies without progress", 0), count("number", "Move number", 1));
    this.settings.replaceChildren(choice("Side to move", sides, side, (chosen) => this.set({ side: chosen })), element("div", { class: "rights" }, rights), counts);
    const spares = PIECES.map((letter) => [letter, element("span", { class: "piece", "data-piece": letter, role: "img", "aria-label": spokenPiece(letter) })]);
    const tools = [[MOVE, "Move"], ...spares.slice(0, 6), [REMOVE, "Remove"], ...spares.slice(6)];
    this.palette.replaceChildren(choice("What a click does", tools, this.tool, (tool) => this.set({ tool })));
    this.set({});
  }

  allow(letter, isOn) {
    const rights = RIGHTS.map(([known]) => known).filter((known) => (known === letter ? isOn : this.rights.includes(known)));
    this.set({ rights: rights.join("") });
  }

  set(changes) {
    Object.assign(this, changes);
    this.problem.textContent = "";
    this.offerPassing();
    this.text.textContent = this.fen();
    this.board.show({ key: {}, game: this.game.name, grid: { ...SIZE, isChess: true }, pieces: this.pieces, moves: this.moves(), label: "Board to edit" });
  }

  /** Offers the squares that a pawn may just have passed; any other one is dropped. */
  offerPassing() {
    const squares = passedSquares(this.pieces, this.side);
    if (!squares.includes(this.passed)) this.passed = "-";
    this.passing.lastChild.replaceChildren(...["-", ...squares].map((square) => new Option(square === "-" ? "no square" : square, square, false, square === this.passed)));
  }

  /** The possible edits, as moves: each piece can go anywhere, or a click changes any square. */
  moves() {
    if (this.tool !== MOVE) return SQUARES.map((square) => ({ to: square, clicks: [[square]] }));
    const targets = (from) => SQUARES.filter((to) => to !== from).map((to) => ({ from, to, clicks: [[from], [to]] }));
    return [...this.pieces.keys()].flatMap(targets);
  }

  change({ from, to }) {
    if (from) this.put(to, this.pieces.get(from), from);
    // Placing a piece on its equal removes it.
    else this.put(to, [REMOVE, this.pieces.get(to)].includes(this.tool) ? null : this.tool);
  }

  /** Puts a piece on a square, or none, and removes it from its old square. */
  put(square, letter, from = null) {
    const pieces = new Map(this.pieces);
    pieces.delete(from);
    if (letter === null) pieces.delete(square);
    else pieces.set(square, letter);
    this.set({ pieces });
  }

  /** Lets a spare piece of the palette be dragged to a square. */
  takeSpare({ target, clientX: x, clientY: y }) {
    const letter = target.closest("label")?.querySelector(".piece")?.dataset.piece;
    if (!letter) return;
    const spare = element("span", { class: "piece spare", "data-piece": letter });
    const ended = new AbortController();
    const on = (name, run) => addEventListener(name, run, { signal: ended.signal });
    const end = () => {
      spare.remove();
      ended.abort();
    };
    on("pointermove", ({ clientX, clientY }) => {
      if (!spare.isConnected && Math.hypot(clientX - x, clientY - y) < DRAG_DISTANCE) return;
      if (!spare.isConnected) this.host.append(spare);
      spare.style.translate = `${clientX}px ${clientY}px`;
    });
    on("pointerup", ({ clientX, clientY }) => {
      const square = spare.isConnected && this.board.squares.under(clientX, clientY);
      end();
      if (square) this.put(square, letter);
    });
    on("pointercancel", end);
  }

  fen() {
    return `${writePlacement(this.pieces)} ${this.side} ${this.rights || "-"} ${this.passed} ${this.halfmoves} ${this.number}`;
  }

  async finish() {
    try {
      const { position } = await post("/legal-moves", { game: this.game.name, position: this.fen() });
      this.host.close();
      this.onDone(position);
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }
}

/** The squares that a pawn of the side that just moved may have passed: the pawn is in front of the square, and nothing is behind it. */
export function passedSquares(pieces, side) {
  const [pawn, standing, passed, first] = side === "w" ? ["p", 5, 6, 7] : ["P", 4, 3, 2];
  const files = [..."abcdefgh"].filter((file) => pieces.get(`${file}${standing}`) === pawn && !pieces.has(`${file}${passed}`) && !pieces.has(`${file}${first}`));
  return files.map((file) => `${file}${passed}`);
}

/** The pieces of the first field of a FEN by their squares. */
export function readPlacement(text) {
  const rows = text.split("/").map((row) => row.replace(/\d/g, (count) => ".".repeat(Number(count))));
  const cells = [...rows.join("")].map((letter, index) => [SQUARES[index], letter]);
  return placementOf(Object.fromEntries(cells.filter(([, letter]) => letter !== ".")));
}

/** The first field of a FEN. */
export function writePlacement(pieces) {
  const rows = Array.from({ length: 8 }, (_, row) => SQUARES.slice(8 * row, 8 * row + 8).map((square) => pieces.get(square) ?? ".").join(""));
  return rows.map((row) => row.replace(/\.+/g, (empty) => empty.length)).join("/");
}
