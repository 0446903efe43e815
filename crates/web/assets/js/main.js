// Starts the page: shows the view that the address names, and keeps the address up to date.

import { hasLinkProblem, hideNotice, leaveLink, showLinkProblem, showNotice, showProblem } from "./announce.js";
import { linkOf } from "./game/game-link.js";
import { Keeper } from "./game/keeper.js";
import { GameSession } from "./game/session.js";
import { formatLink, parseLink } from "./link.js";
import { capitalized } from "./score.js";
import { listenToTheme } from "./theme.js";
import { keepSite } from "./transport/offline.js";
import { LeavesView } from "./watch/leaves-view.js";
import { SCENES } from "./watch/scenes.js";

/** The first view is part of the page; the others are loaded when you open them. */
const VIEWS = {
  watch: async () => (await import("./watch/watch-view.js")).WatchView,
  play: async () => (await import("./play/play-view.js")).PlayView,
  compare: async () => (await import("./compare/compare-view.js")).CompareView,
  judge: async () => (await import("./judge/judge-view.js")).JudgeView,
};
/** Browsers refuse more than some twenty changes of the address per second; faster ones wait this long. */
const SAVE_PAUSE = 60;

/** The page's one game, shared by all views. */
const keeper = new Keeper(new GameSession());
let view = null;
/** Belongs to the view that is shown or about to be; other views can no longer save, and their signal is aborted. */
let current = null;
/** The current or pending address: the name of the view and its values, and both as text, which is null until the view saves it. */
let shown = null;
let saved = null;
/** The address as it was last read or written here. */
let address = null;
let timer = null;
let written = 0;

/** Shows the view of the current address. */
async function show() {
  const { view: name, values } = parseLink(location.hash);
  const known = Object.hasOwn(VIEWS, name) ? name : "watch";
  const problem = wrongIn(name, values);
  current?.abort();
  const mine = (current = new AbortController());
  shown = { name, values };
  view?.close();
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  leaveLink();
  showProblem(null);
  if (problem) showLinkProblem(problem);
  // What the view before would still save belongs to its own address.
  clearTimeout(timer);
  saved = null;
  address = location.hash;
  view = null;
  const View = isFirst(known, values) ? LeavesView : await VIEWS[known]();
  // The user may have moved on to another view.
  if (current !== mine) return;
  view = new View(values, (...link) => current === mine && saveLink(...link), keeper, mine.signal);
  document.getElementById("view").replaceChildren(view.host);
  document.title = `${capitalized(known)} – plywood`;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.dataset.view === known) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const opened = view;
  await opened.open().catch((error) => current === mine && showProblem(error));
  opened.host.dataset.ready = "";
}

/** True if a link leads to the front page's numbers, which have no position. */
const isFirst = (view, { scene, strategy, start, moves, tab, game }) => view === "watch" && (scene ? !Object.hasOwn(SCENES, scene) : !(strategy || start || moves || tab || game));

/** The part of a link that leads nowhere, in a sentence. */
function wrongIn(view, { scene, numbers }) {
  if (!Object.hasOwn(VIEWS, view)) return `There's no view called “${view}”.`;
  if (view === "watch" && numbers && !/^\d{9}$/.test(numbers)) return `There are not nine digits in “${numbers}”.`;
  const known = ["leaves", ...Object.keys(SCENES)];
  return view === "watch" && scene && !known.includes(scene) ? `There's no scene called “${scene}”.` : null;
}

function saveLink(name, values) {
  if (hasLinkProblem()) return;
  shown = { name, values };
  saved = formatLink(name, values);
  clearTimeout(timer);
  // A reload reads the address before the page can change it, so it's written at once.
  if (performance.now() - written > SAVE_PAUSE) writeLink();
  else timer = setTimeout(writeLink, SAVE_PAUSE);
  for (const link of document.querySelectorAll("header nav a")) link.href = formatLink(link.dataset.view, sharedValues(link.dataset.view));
}

// The other views take the position along; "Play" has the game.
function sharedValues(name) {
  if (name === "play") return keeper.session.tree ? linkOf(keeper.session) : {};
  if (shown.name === name) return shown.values;
  return name === "judge" ? {} : (view?.position?.() ?? {});
}

// The browser's history remembers which game the address shows, so that a reload finds all of it.
function writeLink() {
  clearTimeout(timer);
  const game = shown.name === "play" ? keeper.session.id : null;
  // A link or the browser has changed the address, and it's about to be shown.
  if (saved === null || location.hash !== address || (saved === address && history.state?.game === game)) return;
  written = performance.now();
  history.replaceState({ game }, "", saved);
  address = location.hash;
}

function press(event) {
  const change = changeOf(event);
  if (change) {
    event.preventDefault();
    keeper[change]();
    return;
  }
  const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog, [role=dialog]");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (view?.press?.(event.key)) event.preventDefault();
}

// Ctrl+Z undoes; Ctrl+Y and Ctrl+Shift+Z redo. In a field they edit its text.
function changeOf({ ctrlKey, metaKey, shiftKey, key, target }) {
  if (!(ctrlKey || metaKey) || target.closest?.("input, textarea, dialog")) return null;
  return { z: shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()] ?? null;
}

function showUndo({ detail: label }) {
  if (label === null) hideNotice();
  else showNotice(label, { text: "Undo", run: () => keeper.undo() });
}

listenToTheme();
keeper.addEventListener("undoable", showUndo);
addEventListener("hashchange", () => location.hash !== address && show().catch(showProblem));
addEventListener("pagehide", writeLink);
document.addEventListener("keydown", press);
for (const name of ["pointerdown", "keydown", "drop"]) document.addEventListener(name, leaveLink, { capture: true });
document.querySelector("nav").addEventListener("click", writeLink);
document.querySelector("#problem button").addEventListener("click", () => showProblem(null));
show().then(keepSite).catch(showProblem);
