// The chapters of the book and their ideas, which group the strategies.

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
  ["horizon", "Quiescence"],
  ["selective", "The engine"],
  ["other_trees", "Other trees, threads"],
];
const OTHERS = "Others";

/** The last chapter you need to understand a strategy; undefined if none explains it. */
export function chapterOf({ chapters }) {
  return CHAPTERS.findLast(([file]) => chapters.includes(file));
}

/** Strategies grouped by their chapters, as choices for a drop-down list. */
export function grouped(strategies) {
  const ideaOf = (strategy) => chapterOf(strategy)?.[1] ?? OTHERS;
  const ideas = [...CHAPTERS.map(([, idea]) => idea), OTHERS];
  const choices = ideas.map((idea) => [idea, strategies.filter((each) => ideaOf(each) === idea).map(({ name }) => [name, name])]);
  return choices.filter(([, names]) => names.length > 0);
}
