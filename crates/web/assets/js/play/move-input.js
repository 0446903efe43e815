// A field in which moves are typed.

import { showProblem } from "../announce.js";
import { button, element } from "../dom.js";

/** The field of a session; `play` gets the text of a move. */
export function moveInput(session, play) {
  const input = element("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": "Type a move", placeholder: "Type a move" });
  // You can type a move before the server has confirmed the one before it.
  let typed = Promise.resolve();
  const onsubmit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = "";
    if (text !== "") typed = typed.then(() => session.known()).then(() => play(text), showProblem);
  };
  return element("form", { class: "row move-input", onsubmit }, input, button("Play", null, { type: "submit" }));
}
