// Which piece stands where. A placement is a Map from a square's name to a letter: `K` to `p` in chess as in a FEN,
// `X` and `O` in the small games.

const SIZES = { "tic-tac-toe": [3, 3], "connect-four": [7, 6] };

/** The number of columns and rows of a game's board. */
export function boardSize(game) {
  const [columns, rows] = SIZES[game] ?? [8, 8];
  return { columns, rows };
}

/** The name of a square; column and row count from 0, the row from the top as the first player sees it. */
export function squareName(column, row, { rows }) {
  return "abcdefgh"[column] + (rows - row);
}

/** The column and row of a named square. */
export function squarePlace(square, { rows }) {
  return { column: square.charCodeAt(0) - 97, row: rows - Number(square.slice(1)) };
}

/** The placement of a position as the server writes it. */
export function placementOf(game, position) {
  if (game === "connect-four") return dropped(position);
  const rows = game === "tic-tac-toe" ? (position.match(/[XO.]{3}/gi) ?? []) : fenRows(position);
  return placementOfRows(game, rows);
}

/** The placement of rows of letters from the top, with `.` for empty squares. */
export function placementOfRows(game, rows) {
  const size = boardSize(game);
  const pieces = new Map();
  rows.forEach((line, row) =>
    [...line].forEach((letter, column) => {
      if (letter !== ".") pieces.set(squareName(column, row, size), letter);
    }),
  );
  return pieces;
}

function fenRows(fen) {
  const board = fen.split(" ")[0].split("/");
  return board.map((rank) => rank.replace(/[1-8]/g, (digit) => ".".repeat(Number(digit))));
}

function dropped(columns) {
  const pieces = new Map();
  const heights = {};
  [...columns.replaceAll(" ", "")].forEach((column, number) => {
    heights[column] = (heights[column] ?? 0) + 1;
    pieces.set(column + heights[column], number % 2 === 0 ? "X" : "O");
  });
  return pieces;
}

/** The placement after a legal move, so that the board shows it before the server answers. */
export function placementAfter(pieces, move, side) {
  const after = new Map(pieces);
  if (move.from === null) {
    after.set(move.to, side);
    return after;
  }
  const piece = after.get(move.from);
  after.delete(move.from);
  if (move.castling) {
    const { king_to: kingTo, rook_from: rookFrom, rook_to: rookTo } = move.castling;
    const rook = pieces.get(rookFrom);
    after.delete(rookFrom);
    return after.set(kingTo, piece).set(rookTo, rook);
  }
  if (move.captured_on) after.delete(move.captured_on);
  after.set(move.to, move.promotion ? sameColor(move.promotion, piece) : piece);
  return after;
}

/** A letter of a kind of piece in the color of another piece. */
export function sameColor(letter, piece) {
  return piece === piece.toUpperCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** The square on which a moved piece arrives; for castling the king's new square. */
export const arrival = (move) => move.castling?.king_to ?? move.to;

/** The squares that a move marks: where the piece was, if it was on the board, and where it arrives. */
export const squaresOf = (move) => [move.from, arrival(move)].filter(Boolean);
