// Writes a game with its variations and comments as PGN.

import { noteOf } from "./judged.js";

const WIDTH = 80;

/** The PGN of a tree; `names` are the players, `result` is as in PGN. A plain one has the moves of the main line alone. */
export function writePgn(tree, { names, result, standardStart, isPlain = false }) {
  const tags = [
    ["Event", "A game on plywood"],
    ["Site", "?"],
    ["Date", today()],
    ["Round", "-"],
    ["White", names[0]],
    ["Black", names[1]],
    ["Result", result],
  ];
  if (tree.game === "chess960") tags.push(["Variant", "Chess960"]);
  if (tree.game === "chess960" || tree.start !== standardStart) tags.push(["SetUp", "1"], ["FEN", tree.start]);
  const head = tags.map(([name, value]) => `[${name} "${escaped(value)}"]`).join("\n");
  return `${head}\n\n${wrapped([...words(tree, isPlain), result])}\n`;
}

const escaped = (value) => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"');

function today() {
  const now = new Date();
  return [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join(".");
}

function words(tree, isPlain) {
  const first = firstPly(tree.start);
  const found = isPlain ? [] : comments(tree.root);
  let isNumbered = true;
  const write = (node) => {
    const ply = first + node.ply - 1;
    const number = `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "..."}`;
    if (ply % 2 === 0 || isNumbered) found.push(number);
    found.push(...(isPlain ? [node.move.san] : [...markedMove(node), ...comments(node)]));
    isNumbered = !isPlain && comments(node).length > 0;
  };
  const follow = (parent) => {
    const [main, ...variations] = parent.children;
    if (!main) return;
    write(main);
    for (const node of isPlain ? [] : variations) {
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

// Marks that PGN writes as numbers stand apart from the move.
function markedMove({ move, marks, judgment }) {
  const all = [...new Set([...marks, judgment].filter(Boolean))];
  const isNumber = (mark) => mark.startsWith("$");
  return [move.san + all.filter((mark) => !isNumber(mark)).join(""), ...all.filter(isNumber)];
}

function comments(node) {
  const judged = [node.score && `[%eval ${evaluation(node.score)}]`, noteOf(node)].filter(Boolean).join(" ");
  // A closing brace would end a comment.
  return [...node.comments, judged].filter(Boolean).flatMap((text) => `{${text.replaceAll("}", ")")}}`.split(/\s+/));
}

const evaluation = ({ cp, mate }) => (mate === undefined ? (cp / 100).toFixed(2) : `#${mate}`);

/** The ply at which a game from a FEN starts: 0 for White's first move. */
export function firstPly(fen) {
  const fields = fen.split(" ");
  const number = Math.max(1, Number(fields[5]) || 1);
  return 2 * (number - 1) + (fields[1] === "b" ? 1 : 0);
}

function wrapped(words) {
  const lines = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line += line === "" ? word : ` ${word}`;
    }
  }
  return [...lines, line].join("\n");
}
