// What a user chooses for all games.

import { announce } from "../announce.js";
import { button, checkbox, element } from "../dom.js";
import { spokenBoard } from "../game/spoken.js";
import { prefer, preference } from "../preferences.js";
import { openKeys } from "./keys-dialog.js";

/** The panel for a board and its evaluation bar; `draw` draws the view anew. */
export function optionsPanel(session, board, bar, draw) {
  const option = (name, text, changed) =>
    checkbox(text, preference(name), (isOn) => {
      prefer(name, isOn);
      changed?.(isOn);
    });
  const showDots = (isOn) => board.host.classList.toggle("no-dots", !isOn);
  showDots(preference("legalDots"));
  bar.setVisible(preference("evaluationBar"));
  return element(
    "details",
    { class: "panel options" },
    element("summary", {}, "Options"),
    option("evaluationBar", "Evaluation bar", (isOn) => bar.setVisible(isOn)),
    option("legalDots", "Dots on legal targets", showDots),
    option("animation", "Gliding pieces"),
    option("premoves", "Premoves: plan a move while the opponent thinks", draw),
    element("div", { class: "row" }, button("Keys", openKeys, { title: "Keys (?)" }), button("Read the board aloud", () => announce(spokenBoard(session.pieces(), session.grid())))),
  );
}
