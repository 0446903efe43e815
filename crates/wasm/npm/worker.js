// A Web Worker, or a worker thread of Node.js.
//
// In: `{ module, flag, limits }` first, if the page has compiled the WebAssembly or shares memory; then `{ id, method, path, query, body }`.
// Out: `{ id, event, data }` for each event, then `{ id, answer }` or `{ id, problem }`, with JSON as text. The last message of a Worker
// that can't continue also has `ended: true`. A search ends early when the shared `flag` is its `id`.
// Strings, in both directions, are lines of UCI.

import { Instance, compile } from "./instance.js";

const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
const port = threads?.parentPort ?? globalThis;
const listen = (listener) =>
  threads?.parentPort ? port.on("message", listener) : port.addEventListener("message", ({ data }) => listener(data));

let instance = null;
let flag = null;
let session = null;

const start = async (module, limits) => new Instance(module ?? (await compile()), limits);

async function answer({ id, method, path, query, body }) {
  try {
    instance ??= start();
    const send = (name, data) =>
      port.postMessage(name === "answer" || name === "problem" ? { id, [name]: data } : { id, event: name, data });
    const isStopped = () => flag !== null && Atomics.load(flag, 0) === id;
    (await instance).answer({ method, path, query, body }, send, isStopped);
  } catch (error) {
    const detail = error.name === "Panic" ? `the library panicked: ${error.message}` : String(error);
    const problem = { type: "about:blank", title: "Internal Server Error", status: 500, field: null, detail, hint: null };
    port.postMessage({ id, problem: JSON.stringify(problem), ended: true });
    close();
  }
}

function close() {
  if (threads?.parentPort) process.exit();
  else globalThis.close();
}

async function receive(line) {
  session ??= import("./uci.js").then(({ Uci }) => new Uci((text) => port.postMessage(text)));
  const isLast = await (await session).receive(line);
  if (isLast) close();
}

listen((message) => {
  if (typeof message === "string") {
    for (const line of message.split("\n")) void receive(line);
  } else if (message.module) {
    flag = message.flag && new Int32Array(message.flag);
    instance = start(message.module, message.limits);
  } else {
    void answer(message);
  }
});
