// Finds the legal moves that a user means by clicking on squares. A move says which squares are clicked for it, one step after
// the other.

/** The legal moves that begin with clicks on these squares. */
export function movesAlong(moves, path) {
  return moves.filter(({ clicks }) => clicks && clicks.length >= path.length && path.every((square, step) => clicks[step].includes(square)));
}

/** The moves that are complete with these clicks: several if the clicks say too little, as for a promotion. */
export function movesAt(moves, path) {
  return movesAlong(moves, path).filter(({ clicks }) => clicks.length === path.length);
}

/**
 * The squares that can be clicked after these, each with whether that captures. Of several squares for one step the one
 * counts on which the piece arrives, if there is such a one.
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

/** Whether every move is a stone that is dropped into a column. */
export function areDrops(moves) {
  const isDrop = ({ clicks }) => clicks?.length === 1 && clicks[0].length > 1 && clicks[0].every((square) => square[0] === clicks[0][0][0]);
  return moves.length > 0 && moves.every(isDrop);
}
