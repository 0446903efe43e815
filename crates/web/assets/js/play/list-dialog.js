// A dialog to choose from a long list of games, with a field that narrows it.

import { button, element, openDialog } from "../dom.js";
import { counted } from "../score.js";

/** The most rows drawn at once. */
const MOST = 200;

/** Opens a list of `{ text, note, run }`; choosing one runs it. */
export function openList(title, items, hint) {
  const list = element("ul", { class: "choices" });
  const count = element("p", { class: "quiet", "aria-live": "polite" });
  const filter = element("input", { type: "search", placeholder: "Filter", "aria-label": "Filter", oninput: () => draw() });
  const choose = (item) => {
    dialog.close();
    item.run();
  };
  const draw = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = items.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
    count.textContent = found.length > MOST ? `${counted(found.length, "game")}; the first ${MOST} are shown.` : `${counted(found.length, "game")}.`;
    list.replaceChildren(...found.slice(0, MOST).map((item) => element("li", {}, button(item.text, () => choose(item)), element("span", { class: "quiet" }, item.note ?? ""))));
  };
  draw();
  const close = button("Close", () => dialog.close());
  const dialog = openDialog(title, { class: "list-dialog" }, element("h2", {}, title), element("p", { class: "quiet" }, hint), filter, count, list, close);
}
