// Talks to the server: JSON requests, and searches as a stream of events. While the server is gone, requests wait until it is back.

import { whenReachable } from "./connection.js";

const BASE = "/api/v1";
/** How often a request is repeated when all search threads of the server are busy. */
const RETRIES = 20;
/** How often a best move is asked for. */
const ATTEMPTS = 4;

/** What the server found wrong with a request. */
export class Problem extends Error {
  constructor({ detail, title, field, hint, status }) {
    const parts = [detail ?? title ?? "the server did not answer as expected", hint].filter(Boolean);
    super(sentence(parts.map((part) => part.replace(/\.$/, "")).join("; ")));
    this.field = field ?? null;
    this.status = status ?? 0;
  }
}

/** Whether an error only says that a request was given up because it is no longer wanted. */
export const isAbort = (error) => error?.name === "AbortError";

/** Reads a resource. */
export async function get(path) {
  return json(await request(path, {}));
}

/** Posts a question, and waits for a free search thread if none is free. */
export async function post(path, body, signal) {
  return json(await request(path, jsonRequest(body, signal)));
}

/** Asks for a best move. A search that a busy machine gave no time at all is asked for again. */
export async function bestMove(question, signal) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post("/best-move", question, signal);
    const hadNoTime = answer.reason === "stop requested" && answer.counts.nodes === 0;
    if (!hadNoTime || attempt === ATTEMPTS) return answer;
  }
}

/** Posts a PGN file. */
export async function postText(path, text, signal) {
  return json(await request(path, { method: "POST", headers: { "content-type": "text/plain" }, body: text, signal }));
}

/** Starts a search and yields its events as `{ name, data }`; aborting the signal stops the search. */
export async function* events(path, body, signal) {
  const answer = await request(path, jsonRequest(body, signal));
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

/** What the API says in passing, with the full stop that it needs beside others. Its first word may be a name, and stays as it is. */
export const sentence = (text) => text + (/[.!?]$/.test(text) ? "" : ".");

/** Parses one event of a stream; comments, which keep the connection open, give null. */
export function parseEvent(text) {
  const lines = text.split("\n");
  const field = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
  const data = field("data").join("\n");
  return data === "" ? null : { name: field("event")[0] ?? "message", data: JSON.parse(data) };
}

function jsonRequest(body, signal) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
}

async function request(path, options) {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await reach(path, options);
    if (answer.ok) return answer;
    if (answer.status !== 503 || attempt === RETRIES) throw await problem(answer);
    await pause(1000 * Math.min(Number(answer.headers.get("retry-after")) || 1, 5), options.signal);
  }
}

// No request changes anything on the server, so any of them can be repeated.
async function reach(path, options) {
  for (;;) {
    try {
      return await fetch(BASE + path, options);
    } catch (error) {
      if (isAbort(error)) throw error;
      await whenReachable(options.signal);
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

async function json(answer) {
  return answer.json();
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
