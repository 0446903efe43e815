// What the JSON of a score says.

/**
 * What a score says: `{ cp }`, or `{ plies, isWin }` for a sure win or loss. As JSON the library writes centipawns as `{ cp }`, full moves
 * to a mate as `{ mate }`, negative for the side that is mated, and the plies as `{ won_in }` or `{ lost_in }` where no move of the
 * winner is the last.
 */
export function readScore(score) {
  if ("cp" in score) return score;
  const { mate } = score;
  if (mate === undefined) return { plies: score.won_in ?? score.lost_in, isWin: "won_in" in score };
  return mate > 0 ? { plies: 2 * mate - 1, isWin: true } : { plies: -2 * mate, isWin: false };
}

/** A sure win or loss as players write it: `#3`, `#−2`, and `#` where it is there. */
export function mateText({ plies, isWin }) {
  return plies === 0 ? "#" : `#${isWin ? "" : "−"}${Math.ceil(plies / 2)}`;
}
