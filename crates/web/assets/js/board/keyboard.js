// The keyboard on a board: arrow keys move from square to square, Enter selects a piece and then its target.

import { counted } from "../score.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Makes a board react to keys while one of its squares has the focus. */
export function listenToKeys(board) {
  board.squares.host.addEventListener("keydown", (event) => {
    const square = event.target.dataset?.square;
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!press(board, square, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  board.squares.host.addEventListener("focusin", (event) => {
    if (event.target.dataset.square) board.squares.setCursor(event.target.dataset.square);
  });
}

function press(board, square, key) {
  const { x, y } = board.squares.placeOf(square);
  const { columns } = board.squares;
  if (Object.hasOwn(STEPS, key)) {
    const [right, down] = STEPS[key];
    board.squares.focus(x + right, y + down);
  } else if (key === "Home" || key === "End") {
    board.squares.focus(key === "Home" ? 0 : columns - 1, y);
  } else if (key === "Enter" || key === " ") {
    activate(board, square);
  } else if (key === "Escape" && board.clicks.selected !== null) {
    board.clicks.select([]);
    board.announce("Selection cleared.");
  } else {
    return false;
  }
  return true;
}

/** Enter does what a click does, and says what came of it. */
function activate(board, square) {
  const { clicks, squares } = board;
  if (!board.onMove) return;
  if (board.shown.isPending) return clicks.press(square);
  const before = clicks.selected;
  const isMove = clicks.canReach(square) || (before === square && clicks.isComplete());
  clicks.press(square);
  if (clicks.selected === square) {
    const count = squares.host.querySelectorAll(".target").length;
    board.announce(`${squares.nameOf(square)} selected, ${counted(count, "target")}.`);
  } else if (!isMove) {
    board.announce(before === null ? "Nothing to move here." : before === square ? "Selection cleared." : `${squares.nameOf(square)} is not a legal target.`);
  }
}
