// The user's options for all games.

import { announce, showProblem } from "../announce.js";
import { hasChoice, isHere } from "../api.js";
import { gameNamed, strategyOf } from "../catalog.js";
import { button, checkbox, element, field, select } from "../dom.js";
import { spokenBoard } from "../game/spoken.js";
import { prefer, preference } from "../preferences.js";
import { capitalized } from "../score.js";
import { openKeys } from "./controls.js";

/** The settings of live analysis that cost threads or memory: `[name, text, values]`. In a browser a search has one thread. */
async function costs() {
  const { name, default_strategy: strategy } = await gameNamed("chess");
  const { settings } = await strategyOf(name, strategy);
  const costly = settings.filter(({ resource }) => resource && !(isHere && resource === "threads"));
  return costly.map(({ name: setting, resource, usual, range }) => [setting, resource === "megabytes" ? "Memory, MB" : capitalized(setting), doublings(Number(usual), Number(range[1]))]);
}

function doublings(from, to) {
  return from > to ? [] : [from, ...doublings(2 * from, to)];
}

/** Where searches run; a change reloads the page, and the game survives. */
function place() {
  const choose = (where) => {
    prefer("searches", where);
    location.reload();
  };
  return hasChoice && field("Searches run", select([["server", "on the server"], ["browser", "in this browser"]], isHere ? "browser" : "server", choose));
}

/** The panel for a game, its evaluation bar and its live analysis. */
export function optionsPanel({ session, bar, live }) {
  const option = (name, text, changed) =>
    checkbox(text, preference(name), (isOn) => {
      prefer(name, isOn);
      changed?.(isOn);
    });
  const searching = ([name, text, values]) => {
    const choose = (value) => {
      prefer(name, Number(value));
      live.restart();
    };
    return field(text, select(values.map((value) => [value, value]), preference(name) ?? values[0], choose));
  };
  const counts = element("fieldset", { class: "counts" }, element("legend", {}, "Live analysis of chess"), searching(["lines", "Lines", [1, 2, 3, 4, 5]]));
  costs().then((fields) => counts.append(...fields.map(searching)), showProblem);
  bar.setVisible(preference("evaluationBar"));
  return element(
    "details",
    { class: "options" },
    element("summary", {}, "Options"),
    option("evaluationBar", "Evaluation bar", (isOn) => bar.setVisible(isOn)),
    place(),
    counts,
    element("div", { class: "row" }, button("Keys", openKeys, { title: "Keys (?)" }), button("Read the board aloud", () => announce(spokenBoard(session.pieces(), session.grid())))),
  );
}
