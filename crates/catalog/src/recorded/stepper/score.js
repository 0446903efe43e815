// Scores in JSON.

/**
 * Reads a score: `{ cp }`, or `{ plies, isWin }` for a proven win or loss. In JSON the library writes centipawns as `{ cp }`, full moves
 * to a mate as `{ mate }`, negative for the side that is mated, and the plies as `{ won_in }` or `{ lost_in }` if the last move is not
 * the winner's.
 */
export function readScore(score) {
  if ("cp" in score) return score;
  const { mate } = score;
  if (mate === undefined) return { plies: score.won_in ?? score.lost_in, isWin: "won_in" in score };
  return mate > 0 ? { plies: 2 * mate - 1, isWin: true } : { plies: -2 * mate, isWin: false };
}

/** Returns the text of a proven win or loss: `#3`, `#−2`, and `#` at its end. */
export function mateText({ plies, isWin }) {
  return plies === 0 ? "#" : `#${isWin ? "" : "−"}${Math.ceil(plies / 2)}`;
}
