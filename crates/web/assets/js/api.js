// Requests positions, moves and searches from a server, or from the engine in this browser. Both give the same answers.

import { preference } from "./preferences.js";
import * as browser from "./transport/browser.js";
import * as server from "./transport/server.js";

export { isAbort, sentence } from "./transport/problem.js";

/** The number of times to ask for a best move. */
const ATTEMPTS = 4;

const offered = globalThis.document?.documentElement.dataset ?? {};
/** True if the user can choose between the two. */
export const hasChoice = "server" in offered && "engine" in offered;
/** True if searches run in this browser. */
export const isHere = "engine" in offered && (!hasChoice || preference("searches") === "browser");
const { ask, events, about } = isHere ? browser : server;

/** `events(path, body, signal)` starts a search and yields its events as `{ name, data }`; aborting the signal stops the search. */
export { about, events };

/** Reads a resource. */
export const get = (path) => ask("GET", path);

/** Posts a question, or PGN text, and waits for a free search if there's none. */
export const post = (path, body, signal) => ask("POST", path, body, signal);

/** Requests a best move. If a busy machine gave the search no time at all, asks again. */
export async function bestMove(question, signal) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post("/best-move", question, signal);
    const hadNoTime = answer.reason === "stop requested" && answer.counts.nodes === 0;
    if (!hadNoTime || attempt === ATTEMPTS) return answer;
  }
}
