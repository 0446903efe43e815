// Mouse, pen and touch on a board: drag a piece, or click it and then its target. The right button draws arrows.

/** A pointer must move this many pixels to drag; anything less is a click with an unsteady hand. */
const DRAG_DISTANCE = 4;

/** Makes a board react to pointers. */
export function listenToPointer(board) {
  let drag = null;
  let arrowFrom = null;

  board.host.addEventListener("contextmenu", (event) => event.preventDefault());

  board.host.addEventListener("pointerdown", (event) => {
    const square = board.squares.under(event.clientX, event.clientY);
    if (square === null || event.target.closest(".promotion")) return;
    // The focus stays where it is, so that the arrow keys still walk through the game.
    event.preventDefault();
    if (event.button === 2) {
      arrowFrom = square;
      return;
    }
    if (event.button !== 0) return;
    board.arrows.clear();
    if (!board.onMove) return;
    drag = press(board, square, event);
    if (drag) board.host.setPointerCapture(event.pointerId);
  });

  board.host.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const distance = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    drag.isMoving ||= distance >= DRAG_DISTANCE;
    if (!drag.isMoving) return;
    board.layer.hold(drag.square, event.clientX, event.clientY);
    hover(board, board.squares.under(event.clientX, event.clientY));
  });

  board.host.addEventListener("pointerup", (event) => {
    const square = board.squares.under(event.clientX, event.clientY);
    if (event.button === 2 && arrowFrom !== null) {
      if (square !== null) board.arrows.toggle(arrowFrom, square, event);
      arrowFrom = null;
    }
    if (!drag || event.button !== 0) return;
    const { isMoving, square: from, wasSelected } = drag;
    drag = null;
    hover(board, null);
    if (isMoving) drop(board, from, square);
    else if (wasSelected) board.clicks.press(from);
  });

  board.host.addEventListener("pointercancel", () => {
    if (drag) board.layer.release(drag.square);
    drag = null;
    hover(board, null);
  });
}

/** Handles the left button on a square; returns a drag if its piece can be moved, or might be soon. */
function press(board, square, { clientX: x, clientY: y }) {
  const wasSelected = board.clicks.selected === square;
  const isEarly = board.shown.isPending;
  // A selected piece can still be dragged; only a click puts it back when the button goes up.
  if (!wasSelected || isEarly) board.clicks.press(square);
  const mayMove = isEarly ? board.shown.pieces.has(square) : board.clicks.selected === square;
  return mayMove ? { square, x, y, isMoving: false, wasSelected: wasSelected && !isEarly } : null;
}

async function drop(board, from, to) {
  if (to === null && board.onRemove) return board.onRemove(from);
  const isOther = to !== null && to !== from;
  if (board.shown.isPending) {
    // A drag may have begun in another position, which forgot its square.
    if (isOther) for (const square of board.clicks.early.at(-1) === from ? [to] : [from, to]) board.clicks.press(square);
    board.layer.release(from);
    return;
  }
  if (board.clicks.selected !== from) board.clicks.path = [from];
  const moved = isOther && (await board.clicks.moveTo(to, { isDropped: true }));
  if (moved && board.clicks.path.length === 0) return;
  board.layer.release(from);
  if (!moved) board.clicks.select([]);
}

function hover(board, square) {
  board.host.querySelector(".hover")?.classList.remove("hover");
  if (square !== null) board.squares.cells.get(square).classList.add("hover");
}
