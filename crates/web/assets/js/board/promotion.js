// Asks which of several moves with the same clicks you mean: which piece a pawn becomes, or a move from a list. The
// choices cover the board, the first one on the clicked square.

import { element, focused } from "../dom.js";
import { sameColor } from "../game/placement.js";

const NAMES = { q: "Queen", n: "Knight", r: "Rook", b: "Bishop" };

/** Shows the choices at a square; returns the chosen move, or null if there was no choice. */
export function chooseOne(board, moves, square) {
  return new Promise((resolve) => {
    const before = focused(board.host);
    const close = (move) => {
      board.closePromotion = null;
      picker.remove();
      if (board.host.contains(before)) before.focus();
      resolve(move);
    };
    board.closePromotion = () => close(null);
    const { picker, first } = build(board, moves, square, close);
    board.host.append(picker);
    first.focus();
  });
}

function build(board, moves, square, close) {
  const { x, y } = board.squares.placeOf(square);
  const isAtTop = y < board.squares.rows / 2;
  const arePieces = moves.every(({ promotion }) => Object.hasOwn(NAMES, promotion?.toLowerCase() ?? ""));
  const order = Object.keys(NAMES);
  const rank = ({ promotion }) => order.indexOf(promotion.toLowerCase());
  const sorted = arePieces ? moves.toSorted((one, other) => rank(one) - rank(other)) : moves;
  const buttons = sorted.map((move) => {
    const onclick = () => close(move);
    if (!arePieces) return element("button", { type: "button", onclick }, move.san);
    const piece = element("span", { class: "piece", "data-piece": sameColor(move.promotion, move.piece) });
    return element("button", { type: "button", "aria-label": NAMES[move.promotion.toLowerCase()], onclick }, piece);
  });
  const [first] = buttons;
  const list = element("div", { class: "promotion-choices" }, isAtTop ? buttons : buttons.reverse());
  list.style.setProperty("--x", x);
  list.classList.toggle("at-bottom", !isAtTop);
  list.classList.toggle("texts", !arePieces);
  const picker = element("div", { class: "promotion", role: "dialog", "aria-label": arePieces ? "Promote to" : "Which move" }, list);
  picker.addEventListener("click", (event) => event.target === picker && close(null));
  picker.addEventListener("keydown", (event) => press(event, buttons, close));
  return { picker, first };
}

function press(event, buttons, close) {
  const step = { ArrowDown: 1, ArrowRight: 1, Tab: event.shiftKey ? -1 : 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (event.key === "Escape") close(null);
  else if (step) buttons.at((buttons.indexOf(focused(buttons[0])) + step) % buttons.length).focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
