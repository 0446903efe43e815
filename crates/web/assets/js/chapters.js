// The chapters of the book and their ideas, which group the strategies.

/** The chapters in order: the file, the idea, and the words of strategies that it explains. */
export const CHAPTERS = [
  ["greedy", "One ply", ["random"]],
  ["minimax", "Minimax", ["minimax", "negamax"]],
  ["alpha_beta", "Alpha-beta", ["alpha-beta", "alpha-beta-max-min", "alpha-beta-fail-hard"]],
  ["ordering", "Move ordering", ["best-looking", "worst-looking", "captures", "exchanges", "killers", "history"]],
  ["deepening", "Deepening", ["deepening"]],
  ["tables", "Tables", ["table", "deep-table"]],
  ["null_windows", "Null windows", ["pvs", "aspiration"]],
  ["passes", "MTD(f), SSS*, best node", ["mtd-f", "sss-star", "best-node"]],
  ["horizon", "Quiescence", ["quiescence"]],
  ["selective", "The engine", ["engine"]],
  ["other_trees", "Other trees, threads", ["monte-carlo", "proof-number", "parallel"]],
];
const OTHERS = "Others";

/** The last chapter you need to understand a search and its words; undefined if it's in none. */
export function chapterOf({ search, words: parts }) {
  const words = [search, ...parts.map(({ name }) => name)];
  return CHAPTERS.findLast(([, , known]) => words.some((word) => known.includes(word)));
}

/** Strategies grouped by their chapters, as choices for a drop-down list. */
export function grouped(strategies) {
  const ideaOf = ({ parts_of: made }) => chapterOf(made)?.[1] ?? OTHERS;
  const ideas = [...CHAPTERS.map(([, idea]) => idea), OTHERS];
  const choices = ideas.map((idea) => [idea, strategies.filter((each) => ideaOf(each) === idea).map(({ name }) => [name, name])]);
  return choices.filter(([, names]) => names.length > 0);
}
