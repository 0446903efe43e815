// The chapters of the book and their ideas.

/** The chapters in order: the file and the idea. */
export const CHAPTERS = [
  ["greedy", "One ply"],
  ["minimax", "Minimax"],
  ["alpha_beta", "Alpha-beta"],
  ["ordering", "Move ordering"],
  ["deepening", "Deepening"],
  ["tables", "Tables"],
  ["null_windows", "Null windows"],
  ["passes", "MTD(f), SSS*, best node"],
  ["dice", "Dice"],
  ["horizon", "Quiescence"],
  ["selective", "The engine"],
  ["proofs", "Proofs"],
  ["monte_carlo", "Monte Carlo, threads"],
];

/** The last chapter you need to understand a strategy; undefined if none explains it. */
export function chapterOf({ chapters }) {
  return CHAPTERS.findLast(([file]) => chapters.includes(file));
}
