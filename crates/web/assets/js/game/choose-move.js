// Finds the legal moves that match the user's clicks. A move lists the squares to click for it, one step after
// the other.

/** The legal moves that begin with these clicks. */
export function movesAlong(moves, path) {
  return moves.filter(({ clicks }) => clicks && clicks.length >= path.length && path.every((square, step) => clicks[step].includes(square)));
}

/** The moves that these clicks complete: several if they're ambiguous, as for a promotion. */
export function movesAt(moves, path) {
  return movesAlong(moves, path).filter(({ clicks }) => clicks.length === path.length);
}

/**
 * The squares that can be clicked next, each with true if that captures. If a step has several squares, the one
 * where the piece arrives counts, if it's among them.
 */
export function targets(moves, path) {
  const found = new Map();
  for (const move of movesAlong(moves, path)) {
    const step = move.clicks[path.length] ?? [];
    const arriving = step.filter((square) => move.changes?.[square]);
    for (const square of arriving.length > 0 ? arriving : step) found.set(square, found.get(square) || Boolean(move.captured));
  }
  return found;
}

/** True if every move drops a stone into a column. */
export function areDrops(moves) {
  const isDrop = ({ clicks }) => clicks?.length === 1 && clicks[0].length > 1 && clicks[0].every((square) => square[0] === clicks[0][0][0]);
  return moves.length > 0 && moves.every(isDrop);
}
