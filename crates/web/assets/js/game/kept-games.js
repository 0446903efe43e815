// The games that the browser keeps, each under its name. A browser may refuse to store anything; then nothing is kept.

import { attempt } from "../preferences.js";

const PREFIX = "plywood.game.";
const MOST = 30;

/** Stores the text of a game, and removes the oldest games if there's no room. */
export function keep(id, text) {
  if (kept(id) === null) keptGames().slice(MOST - 1).forEach((game) => forget(game.id));
  while (!store(PREFIX + id, text)) {
    const oldest = keptGames().findLast((game) => game.id !== id);
    if (!oldest) return;
    forget(oldest.id);
  }
}

const store = (key, text) => attempt(() => localStorage.setItem(key, text) === undefined, false);
const forget = (id) => attempt(() => localStorage.removeItem(PREFIX + id));

/** The text of a game, or null. */
export const kept = (id) => attempt(() => localStorage.getItem(PREFIX + id));

/** A summary of all games, the last one first: `{ id, saved, game, tags, players, moves }`. */
export function keptGames() {
  const found = [];
  for (const key of attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)), [])) {
    try {
      const { id, saved, game, tags = [], players, nodes } = JSON.parse(localStorage.getItem(key));
      found.push({ id, saved, game, tags, players, moves: Math.max(0, nodes.length - 1) });
    } catch {
      localStorage.removeItem(key);
    }
  }
  return found.sort((one, other) => other.saved - one.saved);
}

/** Calls back with the name of a game that another tab has stored. */
export function onStoredElsewhere(listener) {
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && listener(key.slice(PREFIX.length)));
}
