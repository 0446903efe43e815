// The keys of the view, as a list.

import { button, element } from "../dom.js";

const KEYS = [
  ["← →", "walk through the game; the mouse wheel on the board does so, too"],
  ["Home End", "the first and the last position"],
  ["f", "flips the board"],
  ["u", "takes back"],
  ["Ctrl+Z", "undoes what was taken back, removed or replaced; Ctrl+Shift+Z or Ctrl+Y does it again"],
  ["h", "gives a hint"],
  ["x", "shows what the other side threatens"],
  ["l", "turns the live analysis on and off"],
  ["?", "shows these keys"],
  ["Arrows, Enter", "on the board go from square to square, pick up and put down"],
  ["Right button", "draws arrows and rings on the board, with Shift and Alt in other colors, and opens a move of the list; so does a long press"],
];

/** Opens the list. */
export function openKeys() {
  const rows = KEYS.map(([key, text]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, text)]);
  const dialog = element("dialog", { class: "keys", "aria-label": "Keys", onclose: () => dialog.remove() }, element("h2", {}, "Keys"), element("dl", {}, rows), element("div", { class: "row" }, button("Close", () => dialog.close())));
  document.body.append(dialog);
  dialog.showModal();
}
