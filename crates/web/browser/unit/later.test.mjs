// What is loaded when it is wanted: its modules come beside the page's one script, so they and all that they import exist twice.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

const folder = new URL("../../assets/js/later/", import.meta.url);
const stepper = new URL("../../../lab/src/show/tree/", import.meta.url);

/** The modules that a module imports, and those that they import. */
async function allFrom(address, known = new Map()) {
  if (known.has(address.href)) return known;
  const here = address.pathname.replace(/.*\/inside\//, stepper.pathname);
  const text = await readFile(address, "utf8").catch(() => readFile(here, "utf8"));
  known.set(address.href, text);
  for (const [, file] of text.matchAll(/^import .* from "(.+)";$/gm)) await allFrom(new URL(file, address), known);
  return known;
}

test("what is loaded later has no state that the page has, too", async () => {
  for (const name of await readdir(folder)) {
    for (const [address, text] of await allFrom(new URL(name, folder))) {
      const state = text.match(/^(export )?(let .*|const \w+ = new (Map|Set|WeakMap)\(\);)/m);
      assert.equal(state?.[0], undefined, `${name} imports ${address}`);
    }
  }
});
