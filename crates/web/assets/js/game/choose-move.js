// Finds the legal moves that match the user's clicks. A move lists the squares to click for it, one step after
// the other.

/** The legal moves that begin with these clicks. */
export function movesAlong(moves, path) {
  return moves.filter((move) => nextSteps(move, path) !== null);
}

/** The steps that may come next after these clicks, each as its squares; null if the move doesn't begin with them. */
function nextSteps({ clicks, clicks_in_pairs: arePairs }, path) {
  if (!clicks) return null;
  if (!arePairs) return clicks.length >= path.length && path.every((square, step) => clicks[step].includes(square)) ? clicks.slice(path.length, path.length + 1) : null;
  const pairs = clicks.flatMap((from, step) => (step % 2 === 0 ? [[from, clicks[step + 1]]] : []));
  for (let step = 0; step + 1 < path.length; step += 2) {
    const found = pairs.findIndex(([from, to]) => from.includes(path[step]) && to.includes(path[step + 1]));
    if (found === -1) return null;
    pairs.splice(found, 1);
  }
  if (path.length % 2 === 0) return pairs.map(([from]) => from);
  const begun = pairs.filter(([from]) => from.includes(path.at(-1))).map(([, to]) => to);
  return begun.length > 0 ? begun : null;
}

/** The moves that these clicks complete: several if they're ambiguous, as for a promotion. */
export function movesAt(moves, path) {
  return moves.filter((move) => nextSteps(move, path)?.length === 0);
}

/**
 * The squares that can be clicked next, each with true if that captures. If a step has several squares, the one
 * where the piece arrives counts, if it's among them.
 */
export function targets(moves, path) {
  const found = new Map();
  for (const move of moves) {
    for (const step of nextSteps(move, path) ?? []) {
      const arriving = step.filter((square) => move.changes?.[square]);
      for (const square of arriving.length > 0 && !move.clicks_in_pairs ? arriving : step) found.set(square, found.get(square) || Boolean(move.captured));
    }
  }
  return found;
}

/** True if every move drops a stone into a column. */
export function areDrops(moves) {
  const isDrop = ({ clicks }) => clicks?.length === 1 && clicks[0].length > 1 && clicks[0].every((square) => square[0] === clicks[0][0][0]);
  return moves.length > 0 && moves.every(isDrop);
}
