// The rules of the small games: connect four, tic-tac-toe and written trees. The tests compare them with the library's.

const LETTERS = ["X", "O"];

/** The game of stones on cells in which a row wins; `read` and `write` translate between rows of letters and text. */
function rowGame({ columns, rows, length, players, words, ...others }) {
  const cellName = (column, row) => "abcdefg"[column] + (rows - row);
  const side = ({ stones }) => stones.flat().filter(Boolean).length % 2;
  const row = ({ stones }) => {
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) {
        for (const [right, down] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
          const line = Array.from({ length }, (_, step) => [x + step * right, y + step * down]);
          if (line.every(([column, at]) => stones[at]?.[column] && stones[at][column] === stones[y][x])) return line.map(([column, at]) => cellName(column, at));
        }
      }
    }
    return [];
  };
  const put = (position, x, y, text) => {
    const stones = position.stones.map((line) => [...line]);
    stones[y][x] = LETTERS[side(position)];
    return { stones, text: position.text + text };
  };
  return {
    players,
    side,
    line: row,
    empty: () => ({ stones: Array.from({ length: rows }, () => Array(columns).fill("")), text: "" }),
    put,
    cellName,
    cells: ({ stones }) => Object.fromEntries(stones.flatMap((line, y) => line.flatMap((letter, x) => (letter ? [[cellName(x, y), letter]] : [])))),
    outcome: (position) => {
      if (row(position).length > 0) return { winner: players[1 - side(position)], reason: words };
      return position.stones.flat().every(Boolean) ? { winner: null, reason: "the board is full" } : null;
    },
    ...others,
  };
}

const disc = (title, color) => `<circle cx="35" cy="35" r="27" fill="${color}" stroke="none"><title>${title}</title></circle>`;

const four = rowGame({ columns: 7, rows: 6, length: 4, players: ["red", "yellow"], words: "four in a row" });
const drops = (position) =>
  [..."abcdefg"].flatMap((letter, x) => {
    const y = position.stones.findLastIndex((line) => line[x] === "");
    if (y < 0 || four.outcome(position)) return [];
    const clicks = [position.stones.map((_, row) => four.cellName(x, row))];
    return [{ move: letter, after: () => four.put(position, x, y, letter), data: () => ({ san: letter, to: four.cellName(x, y), clicks }) }];
  });
const connectFour = {
  ...four,
  grid: { columns: 7, rows: 6, color: "#2f5fa8", pictures: { ".": disc("empty", "#e9edf3"), X: disc("red", "#e0483e"), O: disc("yellow", "#f2c230") } },
  start: "",
  read: (text) =>
    [...text.trim()].reduce((position, letter, index) => {
      if (!/[a-g]/.test(letter)) throw new Error(`expected a column from a to g as move ${index + 1}, found '${letter}'`);
      const found = drops(position).find(({ move }) => move === letter);
      if (!found) throw new Error(`move ${index + 1} (${letter}) is not possible: the column is full or the game is over`);
      return found.after();
    }, four.empty()),
  write: ({ text }) => text,
  moves: drops,
};

const three = rowGame({ columns: 3, rows: 3, length: 3, players: ["X", "O"], words: "three in a row" });
const ticTacToe = {
  ...three,
  grid: { columns: 3, rows: 3, color: null, pictures: {} },
  start: ".........",
  read: (text) => {
    const cells = [...text.replace(/[\s/]/g, "")];
    if (cells.length !== 9) throw new Error(`expected 9 cells, found ${cells.length}`);
    if (cells.some((cell) => !".XO".includes(cell))) throw new Error(`expected "X", "O" and "." in "${text}"`);
    const [first, second] = LETTERS.map((letter) => cells.filter((cell) => cell === letter).length);
    if (first - second !== 0 && first - second !== 1) throw new Error(`expected as many X as O, or one more, found ${first} X and ${second} O`);
    return { stones: [0, 3, 6].map((at) => cells.slice(at, at + 3).map((cell) => (cell === "." ? "" : cell))), text: "" };
  },
  write: ({ stones }) => stones.flat().map((cell) => cell || ".").join(""),
  moves: (position) => {
    const free = position.stones.flatMap((line, y) => line.flatMap((letter, x) => (letter ? [] : [[x, y]])));
    const move = ([x, y]) => {
      const name = three.cellName(x, y);
      return { move: name, after: () => three.put(position, x, y, ""), data: () => ({ san: name, to: name, clicks: [[name]] }) };
    };
    return three.line(position).length > 0 ? [] : free.map(move);
  },
};

/** Reads `((3 12) (2 4))` as nested lists of numbers. */
function readTree(text) {
  const words = text.match(/[()]|-?\d+|[^\s()]+/g) ?? [];
  const node = () => {
    const word = words.shift();
    if (/^-?\d+$/.test(word ?? "")) return Number(word);
    if (word !== "(") throw new Error(word ? `expected a number or "(", found "${word}"` : "the tree is not closed");
    const branches = [];
    while (words.length > 0 && words[0] !== ")") branches.push(node());
    if (words.shift() !== ")") throw new Error(`the tree is not closed: expected 1 more ")" at the end`);
    if (branches.length === 0) throw new Error("a node has no branches");
    return branches;
  };
  const tree = node();
  if (words.length > 0) throw new Error(`expected the end of the tree, found "${words[0]}"`);
  return { node: tree, ply: 0 };
}

const writeTree = (node) => (Array.isArray(node) ? `(${node.map(writeTree).join(" ")})` : String(node));
const letterOf = (index) => "abcdefghijklmnopqrstuvwxyz"[index % 26] + (index < 26 ? "" : Math.floor(index / 26));
const tree = {
  players: ["max", "min"],
  grid: null,
  start: "((3 12 8) (2 4 6) (14 5 2))",
  read: readTree,
  // A tree that was entered has no text of its own.
  write: ({ node, ply }) => (ply === 0 ? writeTree(node) : ""),
  text: ({ node }) => writeTree(node),
  side: ({ ply }) => ply % 2,
  cells: () => ({}),
  moves: ({ node, ply }) => {
    const branches = Array.isArray(node) ? node : [];
    const move = (branch, index) => ({ move: String(index + 1), after: () => ({ node: branch, ply: ply + 1 }), data: () => ({ san: letterOf(index), to: String(index + 1), clicks: null }) });
    return branches.map(move);
  },
  outcome: ({ node }) => (Array.isArray(node) ? null : { winner: node === 0 ? null : tree.players[node > 0 ? 0 : 1], reason: String(Math.abs(node)) }),
};

export default { "connect-four": connectFour, "tic-tac-toe": ticTacToe, tree };
