// Words that light squares on a board while one points at them, or has gone to them by keyboard or touch.

import { element } from "../dom.js";

/** The squares of a chess board that a text names. */
export const squaresIn = (text) => text.match(/\b[a-h][1-8]\b/g) ?? [];

/** A text whose squares are lit; `light` gets them, and none afterwards. A click may do something of its own. */
export function lighting(text, squares, light, onclick = () => light(squares)) {
  const [on, off] = [() => light(squares), () => light([])];
  return element("button", { type: "button", class: "lights", onmouseenter: on, onfocus: on, onmouseleave: off, onblur: off, onclick }, text);
}
