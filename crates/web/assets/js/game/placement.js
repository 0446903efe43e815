// The pieces on their squares. A placement is a Map from the name of a square to its content, as the server sends it: a letter, or
// elements of SVG.

const COLUMNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The name of a square; column and row count from 0, the row from the top as the first player sees it. */
export function squareName(column, row, { rows }) {
  return COLUMNS[column] + (rows - row);
}

/** The column and row of a named square. */
export function squarePlace(square, { rows }) {
  return { column: COLUMNS.indexOf(square[0]), row: rows - Number(square.slice(1)) };
}

/** The facts about a position that a board needs, from the server's description. */
export function gridOf(game, { grid, text, position }) {
  const { columns, rows, color, pictures, backdrop, names, cell_height: height = 1 } = grid ?? { columns: game.columns, rows: game.rows };
  return { columns, rows, color, pictures, backdrop, names, height, text: text || position, isChess: game.is_chess };
}

/** The part of a position that a board shows, from the server's description. */
export function shownOf(game, answer) {
  const move = answer.history.at(-1);
  const { moves, check, outcome, grid } = answer;
  return { game: game.name, grid: gridOf(game, answer), pieces: placementOf(grid?.cells), moves, check, lastMove: move ? squaresOf(move) : [], line: outcome?.line ?? [] };
}

/** The placement of the server's cells. */
export const placementOf = (cells) => new Map(Object.entries(cells ?? {}));

/** The placement after moves, by the cells they change; unchanged if those are unknown. */
export function placementAfter(pieces, ...moves) {
  const after = new Map(pieces);
  for (const [square, content] of moves.flatMap(({ changes }) => Object.entries(changes ?? {}))) {
    if (content === "") after.delete(square);
    else after.set(square, content);
  }
  return after;
}

/** The letter of a kind of piece in another piece's color. */
export function sameColor(letter, piece) {
  return piece === piece.toUpperCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** The square on which a moved piece arrives; for castling the king's new square. */
export const arrival = (move) => move.castling?.king_to ?? move.to;

/** The squares to mark for a move: where the piece was, if it was on the board, and where it arrives. */
export const squaresOf = (move) => [move.from, arrival(move)].filter(Boolean);
