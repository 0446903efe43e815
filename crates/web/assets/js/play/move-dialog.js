// A dialog for one move of the list: its glyph, its comment, and what to do with its variation.

import { button, choice, element, field, openDialog } from "../dom.js";
import { MOVE_MARKS, isMoveMark } from "../game/glyphs.js";
import { mistakeOf } from "../game/judged.js";
import { isMain } from "../game/move-tree.js";
import { commandsOf, shownComment } from "../game/pgn-file.js";

const NONE = "none";

/** Opens the dialog for a node of a session; `title` names the move. Changes are kept when the dialog closes. */
export function openMove(session, node, title) {
  const said = node.comments.map(shownComment).filter(Boolean).join(" ");
  const comment = element("textarea", { rows: 3 });
  comment.value = said;
  const marks = [[NONE, "None"], ...MOVE_MARKS.map((mark) => [mark, mark])];
  const mark = node.marks.find(isMoveMark) ?? mistakeOf(node) ?? NONE;
  const close = (run) => button(run.text, () => {
    dialog.close();
    run.run?.();
  });
  const main = { text: "Make this the main line", run: () => session.promote(node) };
  const actions = [{ text: "Done" }, ...(isMain(node) ? [] : [main]), { text: "Remove from here", run: () => session.cut(node) }].map(close);
  const keep = () => {
    const text = comment.value.replace(/\s+/g, " ").trim();
    if (text === said) return;
    node.comments = [[...commandsOf(node.comments), text].filter(Boolean).join(" ")].filter(Boolean);
    session.changed();
  };
  const glyphs = choice("Glyph", marks, mark, (chosen) => setMark(session, node, chosen));
  const dialog = openDialog(title, { class: "move-dialog", onclose: keep }, element("h2", {}, title), glyphs, field("Comment", comment), element("div", { class: "row" }, actions));
}

/** The user's mark replaces any other, including the engine's. */
function setMark(session, node, chosen) {
  node.marks = [...(chosen === NONE ? [] : [chosen]), ...node.marks.filter((mark) => !isMoveMark(mark))];
  if (node.judgment?.mark !== chosen) node.judgment = null;
  session.changed();
}
