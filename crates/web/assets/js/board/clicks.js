// The user's unfinished move on a board: the squares clicked so far, and clicks that came too early.

import { movesAlong, movesAt } from "../game/choose-move.js";
import { mark } from "./marks.js";
import { chooseOne } from "./promotion.js";

/** The clicks on one board. */
export class Clicks {
  constructor(board) {
    this.board = board;
    /** The squares clicked so far for the current move. */
    this.path = [];
    /** The squares clicked before the legal moves were known. */
    this.early = [];
    this.isReplaying = false;
  }

  get moves() {
    return this.board.shown.moves;
  }

  /** Starts over for a new position. While early clicks are replayed, they're for positions to come. */
  forget() {
    this.path = [];
    if (!this.isReplaying) this.early = [];
  }

  /** True if the piece on a square can be moved now. */
  canPickUp(square) {
    return movesAlong(this.moves, [square]).length > 0;
  }

  /** The last square clicked, or null. */
  get selected() {
    return this.path.at(-1) ?? null;
  }

  /** True if a click on a square continues the clicks so far. */
  canReach(square) {
    return this.path.length > 0 && movesAlong(this.moves, [...this.path, square]).length > 0;
  }

  /** True if the clicks so far are a move, even if a longer one begins with them. */
  isComplete() {
    return movesAt(this.moves, this.path).length > 0;
  }

  select(path) {
    this.path = path;
    mark(this.board);
  }

  /** What a click on a square does: continue the clicks so far, or start over. */
  press(square) {
    if (this.board.shown.isPending) {
      this.early.push(square);
      mark(this.board);
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

  // Replays early clicks up to the next move the server has to confirm. A click that isn't legal by then
  // does nothing, as if it were made now.
  replay() {
    if (this.isReplaying) return;
    this.isReplaying = true;
    while (this.early.length > 0 && !this.board.shown.isPending) {
      this.press(this.early.shift());
      if (this.board.closePromotion) this.early = [];
    }
    this.isReplaying = false;
  }

  /** Adds a click and plays the move it completes; returns true if it fits. A dropped piece doesn't glide. */
  async moveTo(square, { isDropped = false } = {}) {
    const from = this.selected;
    const path = [...this.path, square];
    const found = movesAlong(this.moves, path);
    if (found.length === 0) {
      this.select([]);
      return false;
    }
    this.select(path);
    if (found.length > movesAt(this.moves, path).length) return true;
    if (isDropped) this.board.layer.putDown(from, square);
    return this.finish();
  }

  /** Plays the move that was clicked, and asks if there are several. */
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
