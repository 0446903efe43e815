// The user's options for all games, kept by the browser, if it agrees to store anything.

const KEY = "plywood";
const USUAL = { theme: "system", evaluationBar: true, live: false, realDice: false, searches: "server", lines: 3 };

let current = { ...USUAL, ...attempt(() => JSON.parse(localStorage.getItem(KEY))) };

/** The result of a function, or another one if it fails: a browser may refuse to store anything. */
export function attempt(run, otherwise = null) {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

/** The value of a preference. */
export const preference = (name) => current[name];

/** Changes a preference and stores it; without storage it lasts until the page is closed. */
export function prefer(name, value) {
  current = { ...current, [name]: value };
  attempt(() => localStorage.setItem(KEY, JSON.stringify(current)));
}
