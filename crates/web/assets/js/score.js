// Scores as text and as a share of an evaluation bar. A score is `{ cp }` in centipawns or `{ mate }` in moves.

/** The same score from the other side. */
export function negated(score) {
  if (score === null || score === undefined) return null;
  return "mate" in score ? { mate: -score.mate, ...(score.mate === 0 ? { lost: !score.lost } : {}) } : { cp: -score.cp };
}

/** A score as players write it: `+0.35`, `#3`, `#−2`. */
export function scoreText(score) {
  if (score === null || score === undefined) return "–";
  if ("mate" in score) return score.mate === 0 ? "#" : `#${score.mate < 0 ? "−" : ""}${Math.abs(score.mate)}`;
  return pawns(score.cp);
}

/** Centipawns as pawns, with a sign. */
export function pawns(centipawns) {
  const text = (Math.abs(centipawns) / 100).toFixed(2);
  if (centipawns === 0) return "0.00";
  return `${centipawns > 0 ? "+" : "−"}${text}`;
}

/** The share of the bar that belongs to the first player, from 0 to 1, for a score from that player's side. */
export function barShare(score) {
  if (score === null || score === undefined) return 0.5;
  if ("mate" in score) return score.mate > 0 || (score.mate === 0 && !score.lost) ? 1 : 0;
  // Four pawns ahead fill about four fifths of the bar; more changes little.
  return 1 / (1 + Math.exp(-score.cp / 280));
}

/** A large number that is easy to read: `12,345`. */
export const grouped = (number) => Math.round(number).toLocaleString("en-US");

/** A duration in milliseconds: `0.4 ms`, `250 ms`, `1.25 s`. */
export function duration(milliseconds) {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/** A share as percent. */
export const percent = (share) => (share === null || share === undefined ? "–" : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`);
