// The view "Judge": programs with bugs, programs that do not run, and what a program cannot reach.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expectText, hold, openNew, site, startServer } from "./harness.mjs";
import { PROGRAMS } from "../assets/js/judge/programs.js";

/** Opens the view. Its patience waits for the test, so that no program is slow only because the machine is. */
const openJudge = (hash = "#/judge", address = site.address) => openNew(hash, { clock: true, patient: true, permissions: ["clipboard-read", "clipboard-write"] }, address);

/** Judges a program, and gives the text of the verdict. */
async function judge(page, program) {
  await page.fill(".judge textarea", program);
  await page.click(".judge .primary");
  return verdict(page);
}

async function verdict(page) {
  await page.waitForSelector(".verdict[aria-busy=false] h2");
  return page.innerText(".verdict");
}

const BUGS = {
  right: /^Right\n[^]*This program\s+([\d,]+)\s+A right one, in this order\s+\1\s/,
  "window-not-negated": /^Wrong\n+The window is swapped but not negated/,
  "alpha-not-raised": /^Right, but wasteful\n+It never cuts: this is minimax/,
  "no-cut-at-equality": /^Right, but wasteful\n+There is no cutoff at equality[^]*\[0, \[0, 0\]\]/,
  "cut-one-below": /^Wrong\n+It cuts too early, off by one/,
  "leaf-sign": /^Wrong\n+Leaves are scored for the side to move at the root/,
  "best-from-zero": /^Wrong\n+The best score begins at 0[^]*\[-1\][^]*The value is -1, and it answers 0\./,
  log: /^Wrong\n+Line 14: the node returns 2 [^]*The rule: a node is worth no less than its best move\.[^]*14  \{"e":"leave","score":2\}[^]*cutoffs 1/,
};

test("each program of the page is judged by one click, and its bug is named", async () => {
  const page = await openJudge();
  assert.deepEqual(Object.keys(BUGS), [...PROGRAMS.keys()]);
  for (const [name, { text }] of PROGRAMS) {
    await page.click(`.samples >> text=${text}`);
    assert.match(await verdict(page), BUGS[name]);
    await expectText(page, "#announcer", await page.innerText(".verdict h2"));
  }
  assert.deepEqual([page.foreign, page.problems], [[], []]);
});

test("a pasted log is verified, whatever its search", async () => {
  const page = await openJudge();
  const log = PROGRAMS.get("log").program;
  assert.match(await judge(page, log.replace(/"score":2}\n$/, '"score":3}\n')), /^Nothing contradicts\n+What was verified in 13 events\n+Values 3, [^]*cutoffs 1/);
  assert.match(await judge(page, log.replace(',"beta":3', "").replace(/"score":2}\n$/, '"score":3}\n')), /^Right, but wasteful\n+Lines that only waste time: 1\. The first is line 6: the window is /);
  await page.fill(".judge textarea", log.replace("leave", "left"));
  await page.click(".judge .primary");
  await expectText(page, "#problem", "line 5: expected an event");
  // The log explains an error of a program, too.
  const program = `function search(tree) {
    return { value: Array.isArray(tree) ? 9 : tree, log: [{ e: "enter" }, { e: "enter", move: "1" }, { e: "leave", score: 1e6 }, { e: "leave", score: 9 }] };
  }`;
  assert.match(await judge(page, program), /^Wrong\n[^]*It breaks a rule: /);
  assert.deepEqual(page.foreign, []);
});

test("two bugs at once are told by what the nodes did", async () => {
  const page = await openJudge();
  const two = PROGRAMS.get("right").program.replace("score >= beta", "score > beta || (sign < 0 && score >= beta - 2)");
  assert.match(await judge(page, two), /^Wrong\n+None of the known bugs[^]*It cuts too early \(\d+ answers\), as in \[[^]*as if the bound were/);
});

test("both searches are shown side by side, with the step where they part, and a right search of the tree is watched", async () => {
  const page = await openJudge("#/judge?program=window-not-negated&run=1");
  await verdict(page);
  assert.deepEqual(await page.locator(".sides-table tr.parting td").allTextContents(), ["→", "  1 (-∞, +∞)", "  1 (+∞, -∞)"]);
  await page.click("text=Watch a right search of it");
  await expectText(page, ".board.textual", "((0 1))");
});

test("where the book lies beside the page, a bug has a link to its chapter", async () => {
  const book = await mkdtemp(join(tmpdir(), "plywood-book-"));
  await writeFile(join(book, "index.html"), "");
  const server = await startServer(undefined, "0", ["--book", book]);
  try {
    const page = await openJudge("#/judge?program=best-from-zero&run=1", server.address);
    await verdict(page);
    assert.equal(await page.getAttribute(".verdict a", "href"), "book/minimax.html#what-goes-wrong-in-practice");
  } finally {
    await server.stop();
    await rm(book, { recursive: true });
  }
});

test("only windows tell a fail-soft search from a fail-hard one", async () => {
  const page = await openJudge();
  await page.selectOption(".judge select", "fail-hard");
  assert.match(await judge(page, PROGRAMS.get("right").program), /^Wrong\n[^]*alpha -?\d+, beta -?\d+/);
  await page.selectOption(".judge select", "fail-soft");
  await page.click(".judge .primary");
  assert.match(await verdict(page), /^Right\n/);
});

test("an error is shown with its line and that line's text, and an answer that is none with its tree", async () => {
  const page = await openJudge();
  assert.match(await judge(page, "function search(tree) {\n  return tree.;\n}"), /Line 2: SyntaxError: .*\n+2  return tree\.;/);
  assert.match(await judge(page, "function search(tree) {\n  return tree.moves.length;\n}"), /Line 2: TypeError: .*\n+2  return tree\.moves\.length;/);
  assert.match(await judge(page, "const searched = 1;"), /There is no function search/);
  assert.match(await judge(page, "function search() {}"), /The value for \[.*\] should be a whole number, but is undefined\./);
  assert.match(await judge(page, "const search = () => 3;"), /^Wrong\n+None of the known bugs/);
  assert.deepEqual([page.foreign, page.problems], [[], []]);
});

test("an endless loop is ended, and the page goes on", async () => {
  const page = await openJudge();
  for (const [program, said] of [["for (;;);", "It has not started after 10 seconds."], ["function search() { for (;;); }", "There is no answer to ["]]) {
    await page.fill(".judge textarea", program);
    const questions = page.waitForResponse((answer) => answer.url().endsWith("/judge"));
    await page.click(".judge .primary");
    if (program.includes("search")) await questions;
    else questions.catch(() => {});
    await page.waitForSelector(".judge iframe", { state: "attached" });
    while ((await page.locator(".verdict h2").count()) === 0) await page.clock.runFor(30_000);
    assert.ok((await verdict(page)).includes(said));
    assert.equal(await page.locator("iframe").count(), 0);
  }
  await page.click(".samples >> text=A right one");
  assert.match(await verdict(page), /^Right\n/);
});

test("a program that is judged can be stopped, and goes with its view", async () => {
  const page = await openJudge();
  await page.fill(".judge textarea", "function search() { for (;;); }");
  for (const end of [() => page.click(".judge button:text-is('Stop')"), () => page.click("header >> text=Play")]) {
    await page.click(".judge .primary");
    await expectText(page, ".judge", "0 questions answered");
    await end();
    await page.waitForSelector("iframe", { state: "detached" });
  }
  await page.click("header >> text=Judge");
  // What was written is still there.
  await page.waitForFunction(() => document.querySelector(".judge textarea")?.value === "function search() { for (;;); }");
  assert.equal(await page.locator(".verdict h2").count(), 0);
});

test("a program reaches no network, no storage and no page", async () => {
  let asked = 0;
  const server = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(200, { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" }).end("3");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const page = await openJudge();
    for (const address of [`http://127.0.0.1:${server.address().port}/`, `${new URL(page.url()).origin}/api/v1/health`]) {
      const text = await judge(page, `
        const address = ${JSON.stringify(address)};
        const get = () => {
          const request = new XMLHttpRequest();
          request.open("GET", address, false);
          request.send();
        };
        const tries = { get, script: () => importScripts(address), storage: () => indexedDB.open("x"), page: () => parent.document, code: () => eval("3") };
        const reached = Object.keys(tries).filter((name) => {
          try {
            tries[name]();
            return true;
          } catch {
            return false;
          }
        });
        let fetched = "nothing";
        for (const mode of ["cors", "no-cors"]) fetch(address, { mode }).then(() => (fetched = mode), () => {});
        let answers = 0;
        function search(tree) {
          if (++answers > 100) throw new Error(\`origin \${origin}, reached \${reached.join() || "nothing"}, fetched \${fetched}\`);
          return 3;
        }`);
      assert.match(text, /origin null, reached nothing, fetched nothing/);
    }
    // The browser tells of requests that a policy refuses, too; none of them arrives.
    assert.equal(asked, 0);
    // What a program sends by itself is no answer, and what it throws later is an error like any other.
    assert.match(await judge(page, "for (let i = 0; i < 9; i += 1) postMessage(i);\nfunction search() { postMessage(3); return 3; }"), /^Wrong\n/);
  } finally {
    server.close();
  }
});

test("a link has the program and the search; one that is replaced can be brought back", async () => {
  const page = await openJudge();
  const program = "// Größer – \"<3\"\nconst search = () => 3;";
  await page.fill(".judge textarea", program);
  await page.selectOption(".judge select", "pvs");
  await page.click(".judge >> text=Copy link");
  await expectText(page, "#notice", "Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.click(".samples >> text=Best begins at 0");
  await verdict(page);
  assert.ok(page.url().endsWith("#/judge?program=best-from-zero&run=1"), page.url());
  await page.click("#notice >> text=Undo");
  assert.equal(await page.inputValue(".judge textarea"), program);
  const other = await openJudge(new URL(link).hash);
  assert.deepEqual([await other.inputValue(".judge textarea"), await other.inputValue(".judge select")], [program, "pvs"]);
  const broken = await openJudge("#/judge?code=nothing");
  await expectText(broken, "#problem", "The program in this link cannot be read.");
});

test("while the judge thinks, the page says how far it is", async () => {
  const page = await openJudge();
  let rounds = 0;
  const later = await hold(page, "judge", () => (rounds += 1) > 1);
  await page.click(".samples >> text=A right one");
  await expectText(page, ".judge", "200 questions answered");
  assert.deepEqual(await page.locator(".judge button:disabled").allTextContents(), ["Judge"]);
  later.release();
  assert.match(await verdict(page), /^Right\n/);
});
