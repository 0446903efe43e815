// The annotation glyphs: their numbers in PGN, their signs and their meanings.

/** The signs behind a move itself; the API writes them as they are. */
export const MOVE_MARKS = ["!", "?", "!!", "??", "!?", "?!"];

/**
 * Glyphs of a move or a position by number, with the API's sign where fonts often lack it; if several numbers share a sign, the
 * first one is written for it.
 */
const GLYPHS = {
  7: ["□", "the only move"],
  8: ["□", "the only good move"],
  10: ["=", "equal"],
  11: ["=", "equal, quiet"],
  12: ["=", "equal, active"],
  13: ["∞", "unclear"],
  14: ["+=", "White is slightly better", "⩲"],
  15: ["=+", "Black is slightly better", "⩱"],
  16: ["±", "White is better"],
  17: ["∓", "Black is better"],
  18: ["+-", "White is winning"],
  19: ["-+", "Black is winning"],
  20: ["+-", "White is crushing"],
  21: ["-+", "Black is crushing"],
  140: ["∆", "with the idea"],
  141: ["∇", "directed against"],
  142: ["⌓", "better is"],
  143: ["≤", "worse is"],
  144: ["==", "equivalent is"],
  145: ["RR", "a comment of the editors"],
  146: ["N", "a novelty"],
};

/** What White has at an even number, and Black at the next one. */
const SIDES = {
  22: ["⊙", "to move in zugzwang"],
  24: ["○", "a little more space"],
  26: ["○", "more space"],
  28: ["○", "much more space"],
  30: ["↻", "a small lead in development"],
  32: ["↻", "a lead in development"],
  34: ["↻", "a large lead in development"],
  36: ["↑", "the initiative"],
  38: ["↑", "a lasting initiative"],
  40: ["→", "an attack"],
  42: ["∞", "too little compensation"],
  44: ["=∞", "compensation"],
  46: ["=∞", "more than enough compensation"],
  130: ["⇆", "a little counterplay"],
  132: ["⇆", "counterplay"],
  134: ["⇆", "strong counterplay"],
  136: ["⊕", "little time"],
  138: ["⊕", "very little time"],
};

/** A mark of the API, which is a sign or `$` and a number: `{ sign, meaning }`; the marks of moves need no words. */
export function glyphOf(mark) {
  const number = Number(numberOf(mark)?.slice(1));
  const [sign, words] = GLYPHS[number] ?? SIDES[number] ?? SIDES[number - 1] ?? [mark, mark];
  return { sign, meaning: number in GLYPHS || sign === mark ? words : `${number % 2 === 0 ? "White" : "Black"} has ${words}` };
}

/** True if a mark comes directly after its move. */
export const isMoveMark = (mark) => MOVE_MARKS.includes(mark);

/** A mark as PGN writes it: `$14`; undefined for the marks of moves, which stay as they are. */
export function numberOf(mark) {
  if (mark.startsWith("$")) return mark;
  const found = Object.keys(GLYPHS).find((number) => GLYPHS[number].includes(mark));
  return found && `$${found}`;
}
