// The games that the browser keeps, each under its name. A browser may refuse to store anything; then nothing is kept.

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

function store(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The text of a game, or null. */
export function kept(id) {
  try {
    return localStorage.getItem(PREFIX + id);
  } catch {
    return null;
  }
}

export function forget(id) {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // A browser that can't store anything has nothing to remove.
  }
}

/** A summary of all games, the last one first: `{ id, saved, game, tags, players, moves }`. */
export function keptGames() {
  const found = [];
  for (const key of keys()) {
    try {
      const { id, saved, game, tags = [], players, nodes } = JSON.parse(localStorage.getItem(key));
      found.push({ id, saved, game, tags, players, moves: Math.max(0, nodes.length - 1) });
    } catch {
      localStorage.removeItem(key);
    }
  }
  return found.sort((one, other) => other.saved - one.saved);
}

function keys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** Calls back with the name of a game that another tab has stored. */
export function onStoredElsewhere(listener) {
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && listener(key.slice(PREFIX.length)));
}
