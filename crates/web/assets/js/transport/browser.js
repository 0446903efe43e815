// Sends requests to the engine in this browser: the package `plywood`, which searches in Workers.

import { Problem, isAbort } from "./problem.js";

const { engine, server, book } = globalThis.document?.documentElement.dataset ?? {};
/** The number of searches at once: live analysis, the evaluation bar and an opponent may each have one. */
const [FEWEST, MOST] = [2, 4];
/** The longest searches, in milliseconds. */
const LIMITS = { time_ms: 10_000, live_ms: 600_000 };

/** The answers stored in a site's page, so that there's a board before there's an engine. */
const first = JSON.parse(globalThis.document?.getElementById("first")?.textContent ?? "{}");

let loading = null;

/** Answers a request. */
export async function ask(method, path, body, signal) {
  const known = first[[method, path, JSON.stringify(body)].join(" ")];
  if (known) return structuredClone(known);
  const plywood = await loaded();
  return plywood.ask(method, path, body, { signal }).catch(fail);
}

/** Yields the events of a search. */
export async function* events(path, body, signal) {
  const plywood = await loaded();
  try {
    yield* plywood.events(path, body, { signal });
  } catch (error) {
    fail(error);
  }
}

/** The limits of searches here, and true if the book is published with the page. */
export const about = async () => ({ limits: LIMITS, book: book !== undefined });

/** Loads the engine, once, and shows that it's loading. */
export function loaded() {
  loading ??= load();
  return loading;
}

async function load() {
  const sign = document.getElementById("engine");
  sign.hidden = false;
  try {
    const { load: start } = await import(new URL(engine, document.baseURI));
    return await start({ workers: Math.min(Math.max(navigator.hardwareConcurrency, FEWEST), MOST), limits: LIMITS });
  } catch (error) {
    loading = null;
    throw new Problem({ detail: `the engine cannot be loaded: ${error.message}`, hint: "reload the page to try again" });
  } finally {
    sign.hidden = true;
  }
}

function fail(error) {
  if (isAbort(error) || !("status" in error)) throw error;
  throw new Problem(error);
}

// A site runs this module before all others. Requests fail with the reason why the engine didn't load.
if (engine && !server) loaded().catch(() => {});
