// The programs of the view "Judge", and the script that the page's policy allows for them.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { PROGRAMS, nameOf } from "../../assets/js/judge/programs.js";
import { SCRIPT } from "../../assets/js/judge/sandbox.js";

test("each program has another bug", () => {
  for (const [name, { program }] of PROGRAMS) assert.equal(nameOf(program), name);
});

test("the server's policy has the hash of the frame's script", async () => {
  const layers = await readFile(new URL("../../src/layers.rs", import.meta.url), "utf8");
  const hash = createHash("sha256").update(SCRIPT).digest("base64");
  assert.ok(layers.includes(`'sha256-${hash}'`), `src/layers.rs should have 'sha256-${hash}'`);
});
