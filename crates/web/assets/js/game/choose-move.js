// Finds the legal moves that a user means by pointing at squares.

import { arrival } from "./placement.js";

/** The legal moves of the piece on a square. */
export function movesFrom(moves, from) {
  return moves.filter((move) => move.from === from);
}

/**
 * The legal moves from one square to another: several if a pawn promotes. A castling move is found by the square that
 * the king goes to and by the rook's square, but a plain king move to the same square comes first, since in Chess960
 * the king may stand one step from its castling square.
 */
export function movesBetween(moves, from, to) {
  const own = movesFrom(moves, from);
  const plain = own.filter((move) => !move.castling && move.to === to);
  if (plain.length > 0) return plain;
  return own.filter((move) => move.castling && [move.to, arrival(move), move.castling.rook_from].includes(to));
}

/** The squares that a piece can be dropped on, each with whether that captures. */
export function targets(moves, from) {
  const found = new Map();
  for (const move of movesFrom(moves, from)) {
    const to = move.castling && arrival(move) === from ? move.castling.rook_from : arrival(move);
    found.set(to, found.get(to) || Boolean(move.captured));
    // In Chess960 the rook's square is the usual way to point at castling.
    if (move.castling && move.to === move.castling.rook_from) found.set(move.to, false);
  }
  return found;
}

/** The move that places a stone on a square, or drops one into its column. */
export function placingMove(moves, game, square) {
  const inColumn = (move) => move.to[0] === square[0];
  return moves.find((move) => move.from === null && (game === "connect-four" ? inColumn(move) : move.to === square));
}
