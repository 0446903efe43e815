// What the engine thinks of the moves of a game: a score after each, and a mark for the bad ones.

/** The marks of bad moves, with what they are called. */
export const MISTAKES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/** The mark of a bad move, by the engine or by whoever annotated the game; undefined if there is none. */
export const mistakeOf = (node) => node.judgment ?? node.marks.find((mark) => mark in MISTAKES);

/** The score after a move from White's view; a mate needs no engine. */
export function scoreAfter(node) {
  if (!node.move?.san?.endsWith("#")) return node.score;
  const isWhites = node.parent.position?.split(" ")[1] === "w";
  return { mate: 0, lost: !isWhites };
}

/** What is said about a bad move: how bad it is, and the move that was better, which is the first variation to it. */
export function noteOf({ judgment, parent }) {
  if (!judgment) return "";
  const name = MISTAKES[judgment];
  const better = parent.children[1];
  return `${name[0].toUpperCase()}${name.slice(1)}.${better ? ` ${better.move.san} was best.` : ""}`;
}

/** Adds what the engine found to the moves of a game; `judged` is an annotated game without comments of its own. */
export function addJudgments(session, judged) {
  const nodes = [];
  for (const move of judged.nodes) {
    const parent = move.parent === null ? session.tree.root : nodes[move.parent];
    const node = session.addMove(parent, move);
    nodes.push(node);
    if (!move.main) continue;
    Object.assign(node, { score: move.score, judgment: move.marks.find((mark) => mark in MISTAKES) ?? null });
  }
}

const LETTERS = { i: "?!", m: "?", b: "??" };

/** The scores and judgments of the moves of a line as short text for links: `35.-20i.m3`. */
export function formatJudgments(line) {
  const one = ({ score, judgment }) => {
    const letter = Object.keys(LETTERS).find((known) => LETTERS[known] === judgment) ?? "";
    return (score ? ("mate" in score ? `m${score.mate}` : score.cp) : "") + letter;
  };
  return line.map(one).join(".").replace(/\.+$/, "");
}

/** Gives the moves of a line what such a text says about them. */
export function readJudgments(line, text) {
  text.split(".").slice(0, line.length).forEach((part, index) => {
    const [, mate, number, letter] = part.match(/^(m?)(-?\d+)?([imb]?)$/) ?? [];
    const score = number === undefined ? null : mate ? { mate: Number(number) } : { cp: Number(number) };
    Object.assign(line[index], { score, judgment: LETTERS[letter] ?? null });
  });
}
