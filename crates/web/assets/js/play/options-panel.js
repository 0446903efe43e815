// The user's options for all games.

import { announce } from "../announce.js";
import { hasChoice, isHere } from "../api.js";
import { button, checkbox, element, field, select } from "../dom.js";
import { spokenBoard } from "../game/spoken.js";
import { prefer, preference } from "../preferences.js";
import { openKeys } from "./keys-dialog.js";

/** The settings of live analysis: `[name, text, values]`. In a browser a search has one thread. */
const SEARCHING = [["lines", "Lines", [1, 2, 3, 4, 5]], ...(isHere ? [] : [["threads", "Threads", [1, 2, 3, 4]]]), ["hash", "Memory, MB", [16, 32, 64]]];

/** Where searches run; a change reloads the page, and the game survives. */
function place() {
  const choose = (where) => {
    prefer("searches", where);
    location.reload();
  };
  return hasChoice && field("Searches run", select([["server", "on the server"], ["browser", "in this browser"]], isHere ? "browser" : "server", choose));
}

/** The panel for a board, its evaluation bar and its live analysis; `draw` draws the view again. */
export function optionsPanel({ session, board, bar, live }, draw) {
  const option = (name, text, changed) =>
    checkbox(text, preference(name), (isOn) => {
      prefer(name, isOn);
      changed?.(isOn);
    });
  const showDots = (isOn) => board.host.classList.toggle("no-dots", !isOn);
  const searching = ([name, text, values]) => {
    const choose = (value) => {
      prefer(name, Number(value));
      live.restart();
    };
    return field(text, select(values.map((value) => [value, value]), preference(name), choose));
  };
  showDots(preference("legalDots"));
  bar.setVisible(preference("evaluationBar"));
  return element(
    "details",
    { class: "options" },
    element("summary", {}, "Options"),
    option("evaluationBar", "Evaluation bar", (isOn) => bar.setVisible(isOn)),
    option("legalDots", "Dots on legal targets", showDots),
    option("animation", "Gliding pieces"),
    option("premoves", "Premoves: plan a move while the opponent thinks", draw),
    place(),
    element("fieldset", { class: "counts" }, element("legend", {}, "Live analysis of chess"), SEARCHING.map(searching)),
    element("div", { class: "row" }, button("Keys", openKeys, { title: "Keys (?)" }), button("Read the board aloud", () => announce(spokenBoard(session.pieces(), session.grid())))),
  );
}
