// Starts the page: shows the view that the address names, and keeps the address true.

import { hideNotice, showNotice, showProblem } from "./announce.js";
import { CompareView } from "./compare/compare-view.js";
import { linkOf } from "./game/game-link.js";
import { Keeper } from "./game/keeper.js";
import { GameSession } from "./game/session.js";
import { formatLink, parseLink } from "./link.js";
import { PlayView } from "./play/play-view.js";
import { listenToTheme } from "./theme.js";
import { keepSite } from "./transport/offline.js";

const VIEWS = { play: () => PlayView, compare: () => CompareView, inside: later("inside"), watch: later("watch") };
/** Browsers refuse more than some twenty changes of the address in a second; quicker ones wait this long. */
const SAVE_PAUSE = 60;

/** The one game of the page, which all views share. */
const keeper = new Keeper(new GameSession());
let view = null;
/** Belongs to the view that is shown or about to be; what others still save is not wanted any more. */
let current = null;
/** What the address says, or will say: the name of the view and its values, and both as text. */
let shown = null;
let saved = null;
/** The address as it was last read or written here. */
let address = null;
let timer = null;
let written = 0;

/** A view whose script is loaded when it is first opened. */
function later(name) {
  return async () => (await import("./inside/views.js")).views[name];
}

/** Shows the view of the current address. */
async function show() {
  const { view: name, values } = parseLink(location.hash);
  const known = name in VIEWS ? name : "play";
  const mine = (current = {});
  shown = { name, values };
  view?.close();
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  showProblem(null);
  saved = location.hash;
  address = saved;
  view = null;
  const View = await VIEWS[known]();
  // By now the user may look at another view.
  if (current !== mine) return;
  view = new View(values, (...link) => current === mine && saveLink(...link), keeper);
  document.getElementById("view").replaceChildren(view.host);
  document.title = `${known[0].toUpperCase()}${known.slice(1)} – plywood`;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === known) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const opened = view;
  await opened.open().catch(showProblem);
  opened.host.dataset.ready = "";
}

function saveLink(name, values) {
  shown = { name, values };
  saved = formatLink(name, values);
  clearTimeout(timer);
  // A reload reads the address as it was before the page is asked to leave, so it is written at once.
  if (performance.now() - written > SAVE_PAUSE) writeLink();
  else timer = setTimeout(writeLink, SAVE_PAUSE);
  for (const link of document.querySelectorAll("nav a")) link.href = formatLink(link.dataset.view, sharedValues(link.dataset.view));
}

// The position goes along to the views that look at one; "Play" has the game.
function sharedValues(name) {
  if (name === "play") return keeper.session.tree ? linkOf(keeper.session) : {};
  return shown.name === name ? shown.values : (view?.position?.() ?? {});
}

// The browser's history remembers which game the address shows, so that a reload finds all of it.
function writeLink() {
  clearTimeout(timer);
  const game = shown.name === "play" ? keeper.session.id : null;
  // An address that somebody else has changed is about to be shown.
  if (location.hash !== address || (saved === address && history.state?.game === game)) return;
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

// Ctrl+Z undoes; Ctrl+Y and Ctrl+Shift+Z do it again. In a field they are the field's own.
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
document.querySelector("nav").addEventListener("click", writeLink);
document.querySelector("#problem button").addEventListener("click", () => showProblem(null));
show().then(keepSite).catch(showProblem);
