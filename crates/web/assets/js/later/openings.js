// The names of well-known openings, by their moves.

import { fileText } from "./file-text.js";

/**
 * A key that ignores the order of the moves: each side's moves, sorted. Nearly all transpositions of an opening share it, and no two
 * openings are known that share it without reaching the same position.
 */
function movesOfSides(sans) {
  const side = (first) => sans.filter((_, ply) => ply % 2 === first).sort().join(" ");
  return `${side(0)}/${side(1)}`;
}

/** The openings in a text, each as `[name, moves]`: a line has a name and moves, and a name after a dash is a variation of the last one without. */
export const readOpenings = (text) =>
  text.trim().split("\n").reduce((known, line) => {
    const [name, moves] = line.split(": ");
    const [family] = known.at(-1)?.[0].split(": ") ?? [];
    return [...known, [name.replace(/^- /, `${family}: `), moves.split(" ")]];
  }, []);

const names = fileText("openings.txt")
  .then((text) => new Map(readOpenings(text).map(([name, moves]) => [movesOfSides(moves), name])));

/** The name of the opening with these moves from the start of chess, by the longest line in the table; null if there's none. */
export async function openingOf(sans) {
  const known = await names;
  // No opening in the table has more moves.
  for (let count = Math.min(sans.length, 30); count > 0; count -= 1) {
    const name = known.get(movesOfSides(sans.slice(0, count)));
    if (name) return name;
  }
  return null;
}
