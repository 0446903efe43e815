// Asks which piece a pawn becomes: the choices lie over the board, the queen on the promotion square.

import { element } from "../dom.js";
import { sameColor } from "../game/placement.js";

const NAMES = { q: "Queen", n: "Knight", r: "Rook", b: "Bishop" };

/** Shows the choices; gives the chosen move, or null if the user chose none. */
export function choosePromotion(board, moves) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const close = (move) => {
      board.closePromotion = null;
      picker.remove();
      if (board.host.contains(before)) before.focus();
      resolve(move);
    };
    board.closePromotion = () => close(null);
    const picker = build(board, moves, close);
    board.host.append(picker);
    picker.querySelector("button").focus();
  });
}

function build(board, moves, close) {
  const { x, y } = board.placeOf(moves[0].to);
  const isAtTop = y === 0;
  const choices = Object.keys(NAMES)
    .map((letter) => moves.find((move) => move.promotion.toLowerCase() === letter))
    .filter(Boolean);
  const buttons = choices.map((move) => {
    const piece = sameColor(move.promotion, move.piece);
    return element(
      "button",
      { type: "button", "aria-label": NAMES[move.promotion.toLowerCase()], onclick: () => close(move) },
      element("span", { class: "piece", "data-piece": piece }),
    );
  });
  const list = element("div", { class: "promotion-choices" }, isAtTop ? buttons : buttons.reverse());
  list.style.setProperty("--x", x);
  list.classList.toggle("at-bottom", !isAtTop);
  const picker = element("div", { class: "promotion", role: "dialog", "aria-label": "Promote to" }, list);
  picker.addEventListener("click", (event) => event.target === picker && close(null));
  picker.addEventListener("keydown", (event) => press(event, buttons, close));
  return picker;
}

function press(event, buttons, close) {
  const step = { ArrowDown: 1, ArrowRight: 1, Tab: event.shiftKey ? -1 : 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (event.key === "Escape") close(null);
  else if (step) buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length).focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
