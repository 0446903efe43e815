// Errors of the API, as it describes them (RFC 9457).

/** A request that was refused, with the reason as a sentence. */
export class Problem extends Error {
  constructor({ detail, title, field, hint, status }) {
    const parts = [detail ?? title ?? "the answer is not what was expected", hint].filter(Boolean);
    super(sentence(parts.map((part) => part.replace(/\.$/, "")).join("; ")));
    this.field = field ?? null;
    this.status = status ?? 0;
  }
}

/** Whether an error only says that a request was given up because it is no longer wanted. */
export const isAbort = (error) => error?.name === "AbortError";

/** A text of the API with the full stop that it needs beside others. Its first word may be a name, and stays as it is. */
export const sentence = (text) => text + (/[.!?]$/.test(text) ? "" : ".");
