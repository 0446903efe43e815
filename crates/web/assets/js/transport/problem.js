// Errors of the API, as it describes them (RFC 9457).

/** A refused request, with the reason as a sentence. */
export class Problem extends Error {
  constructor({ detail, title, field, hint, status }) {
    const parts = [detail ?? title ?? "the answer is not what was expected", hint].filter(Boolean);
    // An example may end with dots, such as an empty board.
    super(sentence(parts.map((part) => part.replace(/(?<!\.)\.$/, "")).join("; ")));
    this.field = field ?? null;
    this.status = status ?? 0;
  }
}

/** True if an error only says that a request was dropped because its answer is no longer needed. */
export const isAbort = (error) => error?.name === "AbortError";

/** A promise that fails when a signal is aborted. */
export const aborted = (signal) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

/** A text from the API with a full stop, to go beside others. Its first word may be a name, so it stays as it is. */
export const sentence = (text) => text + (/[.!?]$/.test(text) ? "" : ".");
