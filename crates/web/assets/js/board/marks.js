// The marks on a board: the last move, a check, the selected piece and its targets; as classes and as spoken names.

import { targets } from "../game/choose-move.js";
import { spokenSquare } from "../game/spoken.js";

/** Marks all squares of a board. */
export function mark(board) {
  const { pieces, moves, grid } = board.shown;
  const { path } = board.clicks;
  const reachable = path.length === 0 ? new Map() : targets(moves, path);
  for (const [square, cell] of board.squares.cells) {
    const marks = marksOf(board, square, reachable);
    for (const [name, isSet] of Object.entries(marks)) cell.classList.toggle(name, isSet);
    const notes = Object.entries(SPOKEN).filter(([name]) => marks[name]);
    const text = [spokenSquare(board.squares.nameOf(square), pieces.get(square), grid), ...notes.map(([, words]) => words)];
    cell.setAttribute("aria-label", text.join(", "));
    cell.setAttribute("aria-selected", board.clicks.selected === square);
  }
}

/** The spoken marks, in order. */
const SPOKEN = { check: "in check", current: "selected", target: "possible target", "last-move": "last move" };

/** The marks of a square by name, which are also its classes; `reachable` are the squares to click next, and if that captures. */
function marksOf(board, square, reachable) {
  const { pieces, lastMove, check, line } = board.shown;
  const { path, early, selected } = board.clicks;
  return {
    "last-move": lastMove.includes(square),
    check: check === square,
    line: line.includes(square),
    selected: path.includes(square),
    current: selected === square,
    target: reachable.has(square),
    capture: reachable.has(square) && (reachable.get(square) || pieces.has(square)),
    early: early.includes(square),
    movable: board.onMove !== null && board.clicks.canPickUp(square),
  };
}
