// Asks for positions, moves and searches: a server, or the engine in this browser. Both answer the same requests in the same way.

import { preference } from "./preferences.js";
import * as browser from "./transport/browser.js";
import * as server from "./transport/server.js";

export { isAbort, sentence } from "./transport/problem.js";

/** How often a best move is asked for. */
const ATTEMPTS = 4;

const offered = globalThis.document?.documentElement.dataset ?? {};
/** Whether the user can choose between the two. */
export const hasChoice = "server" in offered && "engine" in offered;
/** Whether searches run in this browser. */
export const isHere = "engine" in offered && (!hasChoice || preference("searches") === "browser");
const { ask, events, about } = isHere ? browser : server;

/** `events(path, body, signal)` starts a search and yields its events as `{ name, data }`; aborting the signal stops the search. */
export { about, events };

/** Reads a resource. */
export const get = (path) => ask("GET", path);

/** Posts a question, or PGN text, and waits until a search can run if none can. */
export const post = (path, body, signal) => ask("POST", path, body, signal);

/** Asks for a best move. A search that a busy machine gave no time at all is asked for again. */
export async function bestMove(question, signal) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post("/best-move", question, signal);
    const hadNoTime = answer.reason === "stop requested" && answer.counts.nodes === 0;
    if (!hadNoTime || attempt === ATTEMPTS) return answer;
  }
}
