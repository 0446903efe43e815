// The user's options for all games, kept by the browser, if it agrees to store anything.

const KEY = "plywood";
const USUAL = { theme: "system", evaluationBar: true, live: false, realDice: false, searches: "server", lines: 3 };

let current = { ...USUAL, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** The value of a preference. */
export const preference = (name) => current[name];

/** Changes a preference and stores it if possible. */
export function prefer(name, value) {
  current = { ...current, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without storage the preference lasts until the page is closed.
  }
}
