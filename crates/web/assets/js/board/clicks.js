// What a user has begun on a board: the clicks on squares that lead to a move, and those that came too early.

import { movesAlong, movesAt } from "../game/choose-move.js";
import { chooseOne } from "./promotion.js";

/** The clicks on one board. */
export class Clicks {
  constructor(board) {
    this.board = board;
    /** The squares that were clicked for the move that is being entered. */
    this.path = [];
    /** The squares that were clicked before the legal moves were known. */
    this.early = [];
    this.isReplaying = false;
  }

  get moves() {
    return this.board.shown.moves;
  }

  /** Begins anew, since there is another position. While what came too early is replayed, it is for the positions to come. */
  forget() {
    this.path = [];
    if (!this.isReplaying) this.early = [];
  }

  /** Whether the piece on a square can be moved now, or be moved in advance. */
  canPickUp(square) {
    if (movesAlong(this.moves, [square]).length > 0) return true;
    return this.board.mayPremove() && this.board.shown.pieces.has(square);
  }

  /** The square that was clicked last, or null. */
  get selected() {
    return this.path.at(-1) ?? null;
  }

  /** Whether a click on a square goes on with the clicks before it. */
  canReach(square) {
    return this.path.length > 0 && movesAlong(this.moves, [...this.path, square]).length > 0;
  }

  /** Whether the clicks so far are a move, though there may be longer ones. */
  isComplete() {
    return movesAt(this.moves, this.path).length > 0;
  }

  select(path) {
    this.path = path;
    this.board.mark();
  }

  /** What a click on a square does: it goes on with the clicks before it, or begins anew. */
  press(square) {
    if (this.board.shown.isPending) {
      this.early.push(square);
      this.board.mark();
    } else if (this.path.length > 0 && this.canReach(square)) {
      this.moveTo(square);
    } else if (this.selected === square) {
      if (this.isComplete()) this.finish();
      else this.select([]);
    } else if (this.canPickUp(square)) {
      this.select([]);
      if (this.moves.length > 0) this.moveTo(square);
      else this.select([square]);
    } else if (this.path.length > 0) {
      this.moveTo(square);
    } else {
      this.select([]);
    }
  }

  // What was pressed too early is pressed again, up to the next move that has to be waited for. What is not legal by then
  // does nothing, as it would if it was pressed now.
  replay() {
    if (this.isReplaying) return;
    this.isReplaying = true;
    while (this.early.length > 0 && !this.board.shown.isPending) {
      this.press(this.early.shift());
      if (this.board.closePromotion) this.early = [];
    }
    this.isReplaying = false;
  }

  /** Adds a click to those before it and plays the move that it completes; whether it fits. A dropped piece does not glide. */
  async moveTo(square, { isDropped = false } = {}) {
    const from = this.selected;
    const path = [...this.path, square];
    const found = movesAlong(this.moves, path);
    if (found.length === 0) {
      const isPremove = this.moves.length === 0 && this.board.mayPremove() && from !== square;
      this.select([]);
      if (isPremove) this.board.onPremove?.(from, square);
      return isPremove;
    }
    this.select(path);
    if (found.length > movesAt(this.moves, path).length) return true;
    if (isDropped) this.board.layer.putDown(from, square);
    return this.finish();
  }

  /** Plays the move of the clicks so far, and asks if there are several. */
  async finish() {
    const found = movesAt(this.moves, this.path);
    const square = this.selected;
    this.select([]);
    const chosen = found.length === 1 ? found[0] : await chooseOne(this.board, found, square);
    if (chosen) this.board.onMove?.(chosen);
    else this.board.layer.show(this.board.shown.pieces);
    return true;
  }
}
