// The package as npm packs it, and its README.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../npm", import.meta.url));
const read = (name) => readFileSync(join(FOLDER, name), "utf8");

test("the package has every file that it needs, and no other", () => {
  const packed = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: FOLDER, encoding: "utf8" }));
  const packedFiles = packed[0].files.map(({ path }) => path);
  const [elements, files] = [true, false].map((isElement) => packedFiles.filter((name) => name.startsWith("elements/") === isElement));
  const expected = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-THIRD-PARTY", "README.md", "api.d.ts", "instance.js", "package.json"];
  const rest = ["plywood-simd.wasm", "plywood.d.ts", "plywood.js", "uci.js", "worker.js"];
  // Every module that another one imports is there.
  const imported = elements.filter((name) => name.endsWith(".js")).flatMap((name) => [...read(name).matchAll(/from "(\.[^"]*)"/g)].map(([, address]) => join(name, "..", address)));
  assert.ok(imported.length > 50);
  assert.deepEqual(imported.filter((name) => !packedFiles.includes(name)), []);
  const { exports } = JSON.parse(read("package.json"));
  assert.deepEqual(Object.values(exports).flatMap((entry) => Object.values(typeof entry === "string" ? [entry] : entry)).filter((name) => !/wasm$/.test(name) && !packedFiles.includes(name.slice(2))), []);
  // A fast build makes one of the two.
  assert.deepEqual(files.filter((name) => name !== "plywood.wasm").toSorted(), [...expected, ...rest]);
});

test("the package has the version of the workspace, and declares what it exports", () => {
  const { version, exports } = JSON.parse(read("package.json"));
  const workspace = readFileSync(new URL("../../../Cargo.toml", import.meta.url), "utf8");
  assert.equal(version, workspace.match(/^version = "(.*)"$/m)[1]);
  assert.deepEqual(Object.values(exports["."]), ["./plywood.d.ts", "./plywood.js"]);
});

test("every function is declared, and every declared one exists", async () => {
  const { Plywood } = await import("../npm/plywood.js");
  const declared = read("plywood.d.ts").match(/interface Plywood \{(.*?)^\}/ms)[1];
  const names = [...declared.matchAll(/^  (\w+)\(/gm)].map(([, name]) => name);
  const plywood = new Plywood(null);
  const methods = Object.getOwnPropertyNames(Plywood.prototype).filter((name) => name !== "constructor");
  assert.deepEqual([...methods, ...Object.keys(plywood)].toSorted(), names.toSorted());
});

test("the first lines of the README run", () => {
  const [, program] = read("README.md").match(/```js\n(.*?)```/s);
  assert.ok(program.trim().split("\n").length <= 13);
  const folder = mkdtempSync(join(tmpdir(), "plywood-"));
  try {
    const file = join(folder, "first.mjs");
    writeFileSync(file, program.replace('from "plywood-games"', `from ${JSON.stringify(new URL("../npm/plywood.js", import.meta.url))}`));
    const output = execFileSync(process.execPath, [file], { encoding: "utf8" }).trim().split("\n");
    assert.match(output[0], /^\S+ \([+-]\d+\.\d\d at depth \d+\)$/);
    assert.match(output[1], /^minimax \d+ null$|^minimax \d+ true$/);
    assert.match(output[2], /^pvs\+captures \d+ true$/);
    assert.match(output.at(-1), /^8 [+-]\d+\.\d\d \S+/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
