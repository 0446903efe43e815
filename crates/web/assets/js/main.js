// Starts the page: shows the view that the address names, and keeps the address true.

import { showProblem } from "./announce.js";
import { CompareView } from "./compare/compare-view.js";
import { InsideView } from "./inside/inside-view.js";
import { formatLink, parseLink } from "./link.js";
import { PlayView } from "./play/play-view.js";
import { listenToTheme } from "./theme.js";

const VIEWS = { play: PlayView, compare: CompareView, inside: InsideView };
/** Browsers refuse more than some twenty changes of the address in a second; quicker ones wait this long. */
const SAVE_PAUSE = 60;

let view = null;
let saved = null;
let timer = null;
let written = 0;

/** Shows the view of the current address. */
async function show() {
  const { view: name, values } = parseLink(location.hash);
  const known = name in VIEWS ? name : "play";
  view?.close();
  showProblem(null);
  saved = location.hash;
  view = new VIEWS[known](values, saveLink);
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
  saved = formatLink(name, values);
  clearTimeout(timer);
  // A reload reads the address as it was before the page is asked to leave, so it is written at once.
  if (performance.now() - written > SAVE_PAUSE) writeLink();
  else timer = setTimeout(writeLink, SAVE_PAUSE);
  for (const link of document.querySelectorAll("nav a")) link.href = formatLink(link.dataset.view, sharedValues(link.dataset.view));
}

// The position goes along when the user changes to another view; the game of "Play" comes back by the browser's history.
function sharedValues(name) {
  const { view: current, values } = parseLink(saved);
  if (current === name) return values;
  const position = view.position?.() ?? {};
  return name === "play" ? { ...position, first: "you", second: "you" } : position;
}

function writeLink() {
  clearTimeout(timer);
  if (saved === null || saved === location.hash) return;
  written = performance.now();
  history.replaceState(null, "", saved);
}

function press(event) {
  const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea, select, [role=dialog]");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (view?.press?.(event.key)) event.preventDefault();
}

listenToTheme();
addEventListener("hashchange", () => location.hash !== saved && show());
addEventListener("pagehide", writeLink);
document.addEventListener("keydown", press);
document.querySelector("nav").addEventListener("click", writeLink);
document.querySelector("#problem button").addEventListener("click", () => showProblem(null));
show();
