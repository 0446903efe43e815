// Sends requests to a server: JSON, and searches as a stream of events. While the server is gone, requests wait for it.

import { whenReachable } from "./connection.js";
import { Problem, aborted } from "./problem.js";

/** The API's address, relative to the page's. */
const base = globalThis.document?.documentElement.dataset.server;
/** How often to repeat a request that the server has no room for, and the longest pause before, in seconds. */
const [RETRIES, LONGEST_WAIT] = [20, 5];

/** Answers a request. */
export async function ask(method, path, body, signal) {
  return (await request(method, path, body, signal)).json();
}

/** Yields the events of a search; closing the connection stops it. */
export async function* events(path, body, signal) {
  const answer = await request("POST", path, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const parts = text.split("\n\n");
    text = parts.pop();
    yield* parts.map(parseEvent).filter(Boolean);
  }
}

/** The server's limits, and true if it has the book. */
export const about = () => ask("GET", "/health");

/** Parses one event of a stream; comments, which keep the connection open, give null. */
export function parseEvent(text) {
  const lines = text.split("\n");
  const field = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
  const data = field("data").join("\n");
  return data === "" ? null : { name: field("event")[0] ?? "message", data: JSON.parse(data) };
}

async function request(method, path, body, signal) {
  const isText = typeof body === "string";
  const content = { headers: { "content-type": isText ? "text/plain" : "application/json" }, body: isText ? body : JSON.stringify(body) };
  const options = { method, signal, ...(body === undefined ? {} : content) };
  for (let attempt = 0; ; attempt += 1) {
    const answer = await reach(path, options);
    if (answer.ok) return answer;
    const wait = Number(answer.headers.get("retry-after"));
    if (!wait || attempt === RETRIES) throw await problem(answer);
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(wait, LONGEST_WAIT))), aborted(signal)]);
  }
}

// No request changes anything on the server, so any of them can be repeated, even one that the browser's Stop button has ended.
async function reach(path, options) {
  for (;;) {
    try {
      return await fetch(base + path, options);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      await whenReachable(`${base}/health`, options.signal);
    }
  }
}

async function problem(answer) {
  try {
    return new Problem(await answer.json());
  } catch {
    return new Problem({ title: `The server answered ${answer.status}.`, status: answer.status });
  }
}
