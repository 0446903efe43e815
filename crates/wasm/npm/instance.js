// One instance of the WebAssembly: requests in, events and answers out, all as text.

// The smallest module with an instruction of SIMD.
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const A_DAY = 24 * 60 * 60 * 1000;

/** Compiles the WebAssembly: the given bytes or address, or by default the build for this browser in the folder of this file. */
export async function compile({ url, bytes } = {}) {
  if (bytes) return WebAssembly.compile(bytes);
  // Two addresses that bundlers recognize.
  url ??= WebAssembly.validate(WITH_SIMD)
    ? new URL("./plywood-simd.wasm", import.meta.url)
    : new URL("./plywood.wasm", import.meta.url);
  // As `fetch` reads an address, and in a form that webpack doesn't take for a file to bundle.
  const address = new URL(url, globalThis.location?.href ?? import.meta.url);
  if (address.protocol === "file:") {
    // In Node.js. Bundlers would try to resolve an import.
    const { readFile } = process.getBuiltinModule("node:fs/promises");
    return WebAssembly.compile(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  // Some servers send a wrong media type, with which browsers refuse to compile while streaming.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Thrown when the library panicked. The instance can't be used any more. */
export class Panic extends Error {
  name = "Panic";
}

/**
 * One instance, which answers one request after the other on the thread that calls it. Its longest searches, and those of `/search`, are
 * limits.
 */
export class Instance {
  #exports;
  #panic = "";
  #send = () => {};
  #isStopped = () => false;

  constructor(module, { time_ms = 10_000, live_ms = A_DAY } = {}) {
    const decoder = new TextDecoder();
    const text = (place, length) => decoder.decode(new Uint8Array(this.#exports.memory.buffer, place, length));
    const plywood = {
      now: () => performance.now(),
      is_stopped: () => this.#isStopped(),
      send: (place, length, data, dataLength) => {
        const name = text(place, length);
        if (name === "panic") this.#panic = text(data, dataLength);
        else this.#send(name, text(data, dataLength));
      },
    };
    this.#exports = new WebAssembly.Instance(module, { plywood }).exports;
    this.#exports.start(time_ms, live_ms);
  }

  /** Answers a request. `send` receives each event by its name, and at the end the `answer` or a `problem`, as JSON. */
  answer({ method, path, query = "", body = "" }, send, isStopped = () => false) {
    const request = new TextEncoder().encode(`${method} ${path}${query && "?"}${query}\n${body}`);
    const place = this.#exports.request(request.length);
    new Uint8Array(this.#exports.memory.buffer).set(request, place);
    this.#send = send;
    this.#isStopped = isStopped;
    try {
      this.#exports.answer();
    } catch (error) {
      // The only message of a trap is `unreachable`; the stack may also have been exhausted.
      throw new Panic(this.#panic || String(error), { cause: error });
    }
  }
}
