// What a user chooses for all games, and the keys.

import { announce } from "../announce.js";
import { button, checkbox, element } from "../dom.js";
import { spokenBoard } from "../game/spoken.js";
import { prefer, preference } from "../preferences.js";

const KEYS =
  "Keys: ← and → walk through the game, f flips the board, u takes back, Ctrl+Z undoes, Ctrl+Shift+Z or Ctrl+Y does it again, h gives a hint, x shows what the other side threatens, l turns the live analysis on and off. On the board the arrow keys go from square to square, and Enter picks up and puts down. The right mouse button draws arrows and rings, with Shift and Alt in other colors; they are kept with the game.";

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
    element("p", { class: "quiet" }, KEYS),
    button("Read the board aloud", () => announce(spokenBoard(session.pieces(), session.game.is_chess))),
  );
}
