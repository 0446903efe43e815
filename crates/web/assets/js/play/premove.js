// A move you plan while a strategy thinks: two squares of the board, played once a legal move fits them.

import { announce } from "../announce.js";
import { movesAt } from "../game/choose-move.js";
import { preference } from "../preferences.js";

/** The premove of a session on its board; `play` plays a move. */
export class Premove {
  constructor(session, board, play) {
    Object.assign(this, { session, board, play, squares: null });
  }

  /** True if you can plan a move now: a strategy is thinking, and the game goes on. */
  isPossible() {
    const { players, node } = this.session;
    return preference("premoves") && !this.session.isPersonsTurn() && players.includes(null) && node.answer?.outcome !== undefined;
  }

  /** Plans a move between two squares, or none. */
  plan(squares) {
    this.squares = squares;
    this.board.showPremove(squares);
    if (squares) announce(`Premove ${squares.join(" to ")}.`);
  }

  /** Plays the planned move if it's legal, once it's the person's turn again. */
  playOne() {
    const { answer } = this.session.node;
    if (!this.squares || answer === null || !this.session.isPersonsTurn()) return;
    const [move] = movesAt(answer.moves, this.squares);
    this.plan(null);
    if (move) queueMicrotask(() => this.play(move));
  }
}
