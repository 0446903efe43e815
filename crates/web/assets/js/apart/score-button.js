// Scores are buttons: they open the position at the end of their line.

import { showProblem } from "../announce.js";
import { button } from "../dom.js";

/** Makes the button of a score; `found()` returns the arguments of `openApart`. */
export function scoreButton(text, found) {
  const open = async () => {
    // The search may go on while the dialog is loading.
    const asked = found();
    const { openApart } = await import("./dialog.js");
    await openApart(asked);
  };
  return button(text, () => open().catch(showProblem), { class: "score", title: "Where this score comes from" });
}
