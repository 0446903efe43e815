// The library: requests, answered by Workers.

import { compile } from "./instance.js";

const node = globalThis.process?.getBuiltinModule;
const threads = node?.("node:worker_threads");

/** The routes that may take long; others never wait for them. */
const SEARCHES = ["/best-move", "/compare", "/evaluate", "/judge", "/pgn", "/search", "/tree", "/tree/check", "/tree/read"];

/** Why a request was refused: problem details (RFC 9457). */
export class Problem extends Error {
  name = "Problem";

  constructor({ detail, ...others }) {
    super(detail);
    Object.assign(this, { detail, ...others });
  }
}

/** Loads the library. */
export async function load({ url, bytes, workers, limits } = {}) {
  const processors = globalThis.navigator?.hardwareConcurrency ?? node?.("node:os").availableParallelism() ?? 1;
  const most = workers ?? Math.max(1, Math.min(4, processors - 1));
  if (!Number.isInteger(most) || most < 1) throw new RangeError(`workers is a whole number from 1 on, not ${workers}`);
  const pool = new Pool({ module: await compile({ url, bytes }), limits }, most);
  await pool.warm();
  return new Plywood(pool);
}

/** The rules and searches of every game, by the routes of the API. */
export class Plywood {
  #pool;

  constructor(pool) {
    this.#pool = pool;
  }

  /** Sends a request and resolves to its answer. */
  async ask(method, path, body, { signal } = {}) {
    const run = this.#pool.run(request(method, path, body), () => {});
    return run.until(signal);
  }

  /** Sends a request and returns its events, to be read by `for await`. */
  events(path, body, { signal } = {}) {
    return new Events(this.#pool, request("POST", path, body), signal);
  }

  /** Ends all Workers. Requests that aren't answered are rejected. */
  close() {
    this.#pool.close();
  }

  games = (options) => this.ask("GET", "/games", undefined, options);
  strategies = (query, options) => this.ask("GET", withQuery("/strategies", query), undefined, options);
  strategy = (query, options) => this.ask("GET", withQuery("/strategy", query), undefined, options);
  evaluators = (query, options) => this.ask("GET", withQuery("/evaluators", query), undefined, options);
  legalMoves = (question, options) => this.ask("POST", "/legal-moves", question, options);
  play = (question, options) => this.ask("POST", "/play", question, options);
  game = (question, options) => this.ask("POST", "/game", question, options);
  bestMove = (question, options) => this.ask("POST", "/best-move", question, options);
  compare = (question, options) => this.ask("POST", "/compare", question, options);
  tree = (question, options) => this.ask("POST", "/tree", question, options);
  readTree = (text, options) => this.ask("POST", "/tree/read", text, options);
  checkTree = (text, options) => this.ask("POST", "/tree/check", text, options);
  judge = (question, options) => this.ask("POST", "/judge", question, options);
  evaluate = (question, options) => this.ask("POST", "/evaluate", question, options);
  pgn = (text, query, options) => this.ask("POST", withQuery("/pgn", query), text, options);
  search = (question, options) => this.events("/search", question, options);
}

const withQuery = (path, query = {}) => {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
};

// A question without fields is asked with all of its defaults.
function request(method, target, body = method === "POST" ? {} : "") {
  const [, path, query] = target.match(/^([^?]*)\??(.*)$/s);
  return { method, path, query, body: typeof body === "string" ? body : JSON.stringify(body) };
}

const OVER = { value: undefined, done: true };

/** The events of a request, in order. Leaving the loop ends the search. */
class Events {
  #ready = [];
  #waiting = [];
  #isStopped = false;
  #isOver = false;
  #run;

  constructor(pool, request, signal) {
    this.#run = pool.run(request, (name, data) => this.#deliver({ value: { name, data: JSON.parse(data) }, done: false }));
    const end = (result) => {
      this.#isOver = true;
      this.#deliver(result);
    };
    this.#run.until(signal).then(
      () => end(OVER),
      (error) => end(this.#isStopped ? OVER : Promise.reject(error)),
    );
  }

  #deliver(result) {
    const waiting = this.#waiting.shift();
    if (waiting) return waiting(result);
    // It is handled when it's read.
    if (result instanceof Promise) result.catch(() => {});
    this.#ready.push(result);
  }

  /** Ends the search now. Its result still comes if the page has shared memory. */
  stop() {
    this.#isStopped = true;
    this.#run.stop();
  }

  next() {
    if (this.#ready.length) return Promise.resolve(this.#ready.shift());
    return this.#isOver ? Promise.resolve(OVER) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  async return(value) {
    this.stop();
    return { value, done: true };
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}

/** A request on its way: it waits for a Worker, then for the answer. */
class Run {
  worker = null;
  isStopped = false;

  constructor(pool, request, send) {
    Object.assign(this, { pool, request, send });
    this.isSearch = SEARCHES.includes(request.path);
    this.answered = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }

  /** Resolves to the answer. If the signal comes first, the search is ended. */
  async until(signal) {
    if (!signal) return this.answered;
    const abort = () => {
      this.reject(signal.reason);
      this.stop();
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    try {
      return await this.answered;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  stop() {
    if (this.isStopped) return;
    this.isStopped = true;
    if (this.worker) this.worker.stop();
    else this.pool.forget(this);
  }
}

const closed = () => new DOMException("the library was closed", "AbortError");
const stopped = () => new DOMException("the search was stopped", "AbortError");

/** At most this many searches run at once, each in a Worker; quick requests have a separate one. */
class Pool {
  #start;
  #most;
  #workers = new Set();
  #waiting = [];
  #isClosed = false;

  constructor(start, most) {
    this.#start = start;
    this.#most = most;
  }

  /** Starts the first Worker, so that no request has to wait for it. */
  warm() {
    return this.run(request("GET", "/games"), () => {}).answered;
  }

  run(request, send) {
    const run = new Run(this, request, send);
    // If nobody reads the answer, its error isn't the page's.
    run.answered.catch(() => {});
    if (this.#isClosed) run.reject(closed());
    else this.#waiting.push(run);
    this.#next();
    return run;
  }

  forget(run) {
    this.#waiting = this.#waiting.filter((other) => other !== run);
    run.reject(stopped());
  }

  close() {
    this.#isClosed = true;
    const runs = this.#waiting.splice(0);
    for (const run of runs) run.reject(closed());
    for (const worker of this.#workers) worker.end(closed());
  }

  #next() {
    for (const run of [...this.#waiting]) {
      const worker = this.#free(run.isSearch);
      if (!worker) continue;
      this.#waiting.splice(this.#waiting.indexOf(run), 1);
      worker.take(run);
    }
  }

  /** A Worker for a request: preferably one that has searched before, since it may still have its table. */
  #free(isSearch) {
    const free = [...this.#workers].filter((worker) => !worker.run);
    const searching = [...this.#workers].filter((worker) => worker.run?.isSearch).length;
    if (isSearch && searching >= this.#most) return null;
    const found = free.find((worker) => worker.hasSearched === isSearch) ?? free[0];
    if (found || this.#workers.size > this.#most) return found;
    const worker = new OneWorker(this.#start, () => this.#next(), () => this.#workers.delete(worker));
    this.#workers.add(worker);
    return worker;
  }
}

let lastId = 0;

/** A Worker and the request that it answers. */
class OneWorker {
  run = null;
  hasSearched = false;
  #id = 0;
  #worker;
  #flag = null;
  #onFree;
  #onEnd;

  constructor(start, onFree, onEnd) {
    this.#onFree = onFree;
    this.#onEnd = onEnd;
    if (threads) {
      this.#worker = new threads.Worker(new URL("./worker.js", import.meta.url));
      this.#worker.on("message", (message) => this.#receive(message));
      this.#worker.on("error", (error) => this.end(error));
      // A program ends when its searches have ended.
      this.#worker.unref();
    } else {
      this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }) => this.#receive(data);
      this.#worker.onerror = ({ message }) => this.end(new Error(`the Worker failed: ${message ?? "it can't be loaded"}`));
    }
    // In browsers there is shared memory only where a page is isolated from others.
    const shared = globalThis.SharedArrayBuffer ? new SharedArrayBuffer(4) : null;
    this.#flag = shared && new Int32Array(shared);
    this.#worker.postMessage({ ...start, flag: shared });
  }

  take(run) {
    lastId = (lastId + 1) | 0 || 1;
    this.#id = lastId;
    this.run = run;
    run.worker = this;
    this.hasSearched ||= run.isSearch;
    if (threads) this.#worker.ref();
    this.#worker.postMessage({ id: this.#id, ...run.request });
  }

  stop() {
    if (this.#flag) Atomics.store(this.#flag, 0, this.#id);
    else this.end(stopped());
  }

  end(reason) {
    this.#worker.terminate();
    this.#onEnd();
    this.#release()?.reject(reason);
  }

  #release() {
    const run = this.run;
    this.run = null;
    if (threads) this.#worker.unref();
    // Promises are settled first.
    queueMicrotask(this.#onFree);
    return run;
  }

  #receive({ id, event, data, answer, problem, ended }) {
    if (id !== this.#id || !this.run) return;
    if (event) return this.run.send(event, data);
    if (ended) return this.end(new Problem(JSON.parse(problem)));
    const run = this.#release();
    if (problem) run.reject(new Problem(JSON.parse(problem)));
    else run.resolve(answer && JSON.parse(answer));
  }
}
