// Writes a game with its variations and comments as PGN.

import { movesToMate } from "../score.js";
import { isMoveMark, numberOf } from "./glyphs.js";
import { noteOf } from "./judged.js";
import { lastOf, pathTo } from "./move-tree.js";

/** The tags that every game has, with their values if they're unknown. */
const ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };

/**
 * The PGN of a tree, with its tags; `names` are the players if the tags don't name them. A game that hasn't changed since
 * it was read is written as the text it was read from.
 */
export function writePgn(tree, options) {
  const text = written(tree, options);
  return tree.source?.written === text ? tree.source.text : text;
}

/** Remembers the text a tree was just read from. */
export function keepSource(tree, text, options) {
  tree.source = { text, written: written(tree, options) };
}

/** The PGN of the main line's moves alone, for the engine to rate. */
export function plainPgn(tree, standardStart) {
  return `${head(startTags(tree, standardStart))}\n\n${wrapped([...pathTo(lastOf(tree.root)).map(({ move }) => move.san), "*"])}\n`;
}

function written(tree, { names, result, standardStart }) {
  const given = new Map(tree.tags);
  const known = { ...ROSTER, White: names[0], Black: names[1], ...Object.fromEntries(given), Result: result };
  const roster = Object.keys(ROSTER).map((name) => [name, known[name]]);
  const needed = startTags(tree, standardStart).filter(([name]) => !given.has(name));
  const others = tree.tags.filter(([name]) => !Object.hasOwn(ROSTER, name));
  return `${head([...roster, ...others, ...needed])}\n\n${wrapped([...words(tree), result])}\n`;
}

function startTags({ game, start }, standardStart) {
  const variant = game === "chess960" ? [["Variant", "Chess960"]] : [];
  return game === "chess960" || start !== standardStart ? [...variant, ["SetUp", "1"], ["FEN", start]] : [];
}

const head = (tags) => tags.map(([name, value]) => `[${name} "${escaped(value)}"]`).join("\n");
const escaped = (value) => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"');

/** The tags of a game that begins here and now. */
export function ownTags() {
  const now = new Date();
  const date = [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join(".");
  return [["Event", "A game on plywood"], ["Date", date], ["Round", "-"]];
}

function words(tree) {
  const first = firstPly(tree.start);
  const found = comments(tree.root);
  let isNumbered = true;
  const write = (node) => {
    const ply = first + node.ply - 1;
    const before = braced(node.before);
    found.push(...before);
    if (ply % 2 === 0 || isNumbered || before.length > 0) found.push(moveNumber(ply, "..."));
    found.push(...markedMove(node), ...comments(node));
    isNumbered = comments(node).length > 0;
  };
  const follow = (parent) => {
    const [main, ...variations] = parent.children;
    if (!main) return;
    write(main);
    for (const node of variations) {
      const start = found.length;
      isNumbered = true;
      write(node);
      follow(node);
      found[start] = `(${found[start]}`;
      found[found.length - 1] += ")";
      isNumbered = true;
    }
    follow(main);
  };
  follow(tree.root);
  return found;
}

// Marks that PGN writes as numbers are set apart from the move.
function markedMove({ move, marks, judgment }) {
  const all = [...new Set([...marks, judgment?.mark].filter(Boolean))];
  return [move.san + all.filter(isMoveMark).join(""), ...all.filter((mark) => !isMoveMark(mark)).map((mark) => numberOf(mark) ?? mark)];
}

function comments(node) {
  const has = (command) => node.comments.some((text) => text.includes(`[%${command} `));
  const clock = node.clock !== null && !has("clk") && `[%clk ${clockText(node.clock)}]`;
  const judged = [node.score && !has("eval") && `[%eval ${evaluation(node.score)}]`, clock, noteOf(node)].filter(Boolean).join(" ");
  return braced([...node.comments, judged]);
}

// A closing brace would end a comment.
const braced = (texts) => texts.filter(Boolean).flatMap((text) => `{${text.replaceAll("}", ")")}}`.split(/\s+/));

const evaluation = (score) => (movesToMate(score) === undefined ? (score.cp / 100).toFixed(2) : `#${movesToMate(score)}`);

/** A time below a day: `1:02:03`. */
const clockText = (milliseconds) => new Date(milliseconds).toISOString().slice(11, 19).replace(/^0/, "");

/** The ply at which a game from a FEN starts: 0 for White's first move. */
export function firstPly(fen) {
  const fields = fen.split(" ");
  const number = Math.max(1, Number(fields[5]) || 1);
  return 2 * (number - 1) + (fields[1] === "b" ? 1 : 0);
}

/** The number before a move at a ply, with these dots before one of Black: `12.`, `12…`. */
export const moveNumber = (ply, dots = "…") => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : dots}`;

/** Lines of at most 80 characters. */
const wrapped = (words) => words.join(" ").match(/\S.{0,79}(?!\S)|\S+/g).join("\n");
