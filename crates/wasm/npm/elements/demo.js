// The page that shows both elements.

import "./elements.js";

const [board, moves] = ["play", "moves"].map((id) => document.getElementById(id));

function show() {
  const { history, outcome, side_to_move: side } = board.state;
  const text = history.map(({ san }, index) => (index % 2 ? san : `${index / 2 + 1}. ${san}`)).join(" ");
  moves.textContent = `${text} ${outcome?.text ?? `${side === "white" ? "White" : "Black"} to move.`}`.trim();
}

// The event comes first, so that a page can refuse the move.
board.addEventListener("move", () => queueMicrotask(show));
document.getElementById("undo").addEventListener("click", () => board.undo().then(show));
document.getElementById("flip").addEventListener("click", () => (board.orientation = board.orientation === "black" ? "white" : "black"));
