// The keyboard on a board: arrow keys move from square to square, Enter selects a piece and then its target.

import { announce } from "../announce.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Makes a board react to keys while one of its squares has the focus. */
export function listenToKeys(board) {
  board.grid.addEventListener("keydown", (event) => {
    const square = event.target.dataset?.square;
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!press(board, square, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  board.grid.addEventListener("focusin", (event) => {
    if (event.target.dataset.square) setCursor(board, event.target.dataset.square);
  });
}

function press(board, square, key) {
  const { x, y } = board.placeOf(square);
  const { columns, rows } = board.size;
  if (key in STEPS) {
    const [right, down] = STEPS[key];
    focus(board, clamp(x + right, columns), clamp(y + down, rows));
  } else if (key === "Home" || key === "End") {
    focus(board, key === "Home" ? 0 : columns - 1, y);
  } else if (key === "Enter" || key === " ") {
    activate(board, square);
  } else if (key === "Escape" && board.clicks.selected !== null) {
    board.clicks.select([]);
    announce("Selection cleared.");
  } else {
    return false;
  }
  return true;
}

const clamp = (number, length) => Math.min(Math.max(number, 0), length - 1);

function focus(board, x, y) {
  board.cells.get(board.squareSeenAt(x, y)).focus();
}

// Only one square can be reached with Tab; the arrow keys reach the others.
function setCursor(board, square) {
  if (board.cells.has(board.cursor)) board.cells.get(board.cursor).tabIndex = -1;
  board.cursor = square;
  board.cells.get(square).tabIndex = 0;
}

async function activate(board, square) {
  if (!board.onMove) return;
  if (board.shown.isPending) {
    board.clicks.press(square);
    return;
  }
  const isBegun = board.clicks.path.length > 0;
  if (board.clicks.canReach(square)) {
    await board.clicks.moveTo(square);
  } else if (board.clicks.selected === square && !board.clicks.isComplete()) {
    board.clicks.select([]);
    announce("Selection cleared.");
  } else if (board.clicks.selected === square || board.clicks.canPickUp(square)) {
    board.clicks.press(square);
  } else if (isBegun) {
    await board.clicks.moveTo(square);
    announce(`${square} is not a legal target.`);
  } else {
    announce("Nothing to move here.");
  }
  if (board.clicks.selected === square) {
    const count = board.grid.querySelectorAll(".target").length;
    announce(`${square} selected, ${count} ${count === 1 ? "target" : "targets"}.`);
  }
}
