// Asks a program the judge's questions, round by round, until there is a verdict.

import { post } from "../api.js";
import { ProgramError, Sandbox } from "./sandbox.js";

/** The judge's numbers are whole, and this one is above all of them. */
const INFINITE = 1_000_000;
const OPEN = [-Infinity, Infinity];

/** Judges a program that claims to be a kind of search. `onProgress` gets the number of answers so far. */
export async function judged(program, search, place, signal, onProgress) {
  let sandbox = new Sandbox(program, place);
  const stop = () => sandbox.close(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    await sandbox.started;
    const answers = [];
    for (;;) {
      const { questions, verdict } = await post("/judge", { settings: { search, plain: true }, answers }, signal);
      if (verdict) return verdict;
      for (const { tree, window = OPEN, fresh = false } of questions) {
        if (fresh) {
          sandbox.close();
          sandbox = new Sandbox(program, place);
          await sandbox.started;
        }
        answers.push(checked(await sandbox.ask(tree, window), tree));
        onProgress(answers.length);
      }
    }
  } finally {
    signal.removeEventListener("abort", stop);
    sandbox.close();
  }
}

/** An answer as the judge takes it: the value, or `{ value, move, leaves, log }`. */
function checked(answer, tree) {
  const hasValue = typeof answer === "object" && answer !== null && "value" in answer;
  const { value, move = null, leaves = null, log = null } = hasValue ? answer : { value: answer };
  const wrong = (what, kind, found) => new ProgramError(`The ${what} for ${JSON.stringify(tree)} should be a ${kind}, but is ${shown(found)}.`);
  const whole = (what, number) => {
    if (!Number.isInteger(finite(number))) throw wrong(what, "whole number", number);
    return finite(number);
  };
  if (leaves !== null && !leaves[Symbol.iterator]) throw wrong("order of leaves", "list", leaves);
  return {
    value: whole("value", value),
    move: move === null ? null : whole("move", move),
    leaves: leaves === null ? null : Array.from(leaves, (leaf) => whole("leaf", leaf)),
    log,
  };
}

const finite = (number) => (typeof number === "number" && !Number.isNaN(number) ? Math.min(Math.max(number, -INFINITE), INFINITE) : number);
const shown = (found) => (["string", "object"].includes(typeof found) ? JSON.stringify(found) : String(found) + (typeof found === "bigint" ? "n" : ""));
