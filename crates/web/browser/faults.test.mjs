// What once went wrong on the page, and stays right.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectMoves, expectText, hold, open, openNew, painted, pgn, ready } from "./harness.mjs";

const problem = (page) => page.textContent("#problem p");

test("a promotion by Enter takes a queen, at either edge", async () => {
  for (const [turn, from, to, flip] of [["b", "a2", "a1", ""], ["w", "a7", "a8", ""], ["b", "a2", "a1", "&flip=1"], ["w", "a7", "a8", "&flip=1"]]) {
    const page = await open(`#/play?first=you&second=you&start=1n5k/P7/8/8/8/8/p7/1N5K_${turn}_-_-_0_1${flip}`);
    await page.focus(`[data-square=${from}]`);
    await page.keyboard.press("Enter");
    await page.focus(`[data-square=${to}]`);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".promotion");
    await page.keyboard.press("Enter");
    await expectMoves(page, `${to}=Q+`.replace("+", turn === "w" ? "" : ""));
  }
});

const LATIN = '[White "Müller"]\n[Black "Réti"]\n[Result "*"]\n\n1. e4 *\n';
const bytesOf = (text, code) => Buffer.from(Array.from(text, (letter) => code[letter] ?? letter.charCodeAt(0)));

test("a PGN file in Latin-1 keeps its names, says so, and offers other encodings; it is written as UTF-8", async () => {
  const page = await openNew("#/play?second=you");
  const file = page.locator(".transfer input[type=file]");
  await file.setInputFiles({ name: "old.pgn", mimeType: "text/plain", buffer: bytesOf(LATIN, {}) });
  await expectText(page, ".encoding", "old.pgn is not UTF-8.");
  await expectText(page, ".play", "Müller");
  assert.match(await pgn(page), /\[White "Müller"\]\n\[Black "Réti"\]|Müller[\s\S]*Réti/);
  const polish = '[White "Wojtaszek"]\n[Black "Piórun ł"]\n[Result "*"]\n\n1. e4 *\n';
  await file.setInputFiles({ name: "polish.pgn", mimeType: "text/plain", buffer: bytesOf(polish, { ł: 0xb3 }) });
  await page.selectOption("[aria-label=Encoding]", "windows-1250");
  await page.waitForFunction(() => document.querySelector(".play").textContent.includes("Piórun ł"));
  await file.setInputFiles({ name: "new.pgn", mimeType: "text/plain", buffer: Buffer.from(LATIN) });
  await page.waitForSelector(".encoding", { state: "hidden" });
  await expectText(page, ".play", "Réti");
  for (const [name, swap] of [["windows", false], ["java", true]]) {
    const bytes = Buffer.from(`\uFEFF${LATIN.replace("Réti", "Rétił")}`, "utf16le");
    await file.setInputFiles({ name: `${name}.pgn`, mimeType: "text/plain", buffer: swap ? bytes.swap16() : bytes });
    await page.waitForFunction(() => document.querySelector(".play").textContent.includes("Rétił"));
    await file.setInputFiles({ name: "old.pgn", mimeType: "text/plain", buffer: bytesOf(LATIN, {}) });
    await expectText(page, ".encoding", "old.pgn is not UTF-8.");
  }
  await page.fill(".transfer textarea", LATIN.replace("Müller", "Other"));
  await page.click(".transfer >> text=Load");
  await expectText(page, ".play", "Other");
  await page.waitForSelector(".encoding", { state: "hidden" });
});

test("fifty visits to each view leave no listeners and no nodes behind", async () => {
  const page = await openNew("#/play?second=you", { reducedMotion: "reduce" });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const counted = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    return { listeners: of("JSEventListeners"), nodes: of("Nodes") };
  };
  const views = ["#/watch?scene=leaves", "#/watch?scene=chess&step=99", "#/watch?game=tree", "#/compare", "#/judge", "#/play?second=you"];
  const visit = async (link) => {
    await page.evaluate((wanted) => {
      delete document.querySelector("#view > *").dataset.ready;
      location.hash = wanted;
    }, link);
    // The handle of an element would keep it.
    await page.waitForFunction(() => document.querySelector("#view > [data-ready]") !== null);
  };
  for (const link of views) await visit(link);
  const before = await counted();
  for (let round = 0; round < 50; round += 1) for (const link of views) await visit(link);
  const after = await counted();
  console.log(`# before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
  assert.ok(after.listeners - before.listeners < 50, JSON.stringify({ before, after }));
  assert.ok(after.nodes - before.nodes < 500, JSON.stringify({ before, after }));
});

test("a view that is left while it opens starts no search", async () => {
  const page = await openNew("#/play?second=you", { reducedMotion: "reduce" });
  const start = "&start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1";
  for (const link of [`#/watch?strategy=alpha-beta:depth=2${start}`, `#/compare?strategies=minimax;pvs&limit=depth=2&run=1${start}`, "#/judge?code=rVLBTsMwDL33K3xrK8GmbbdOnBAcOCDxBVXauWukNqkSZwjQ_h0nGWu3iRNSpUiO3_Pze1F2&run=1"]) {
    const asked = [];
    page.on("request", (request) => /\/(tree|search|judge)$/.test(new URL(request.url()).pathname) && asked.push(request.url()));
    const held = await hold(page, "legal-moves", ({ position }) => position?.startsWith("4r1k1"));
    await page.evaluate((wanted) => (location.hash = wanted), link);
    if (link.includes("start")) while (held.asked === 0) await painted(page);
    await page.evaluate(() => (location.hash = "#/watch?scene=leaves"));
    await page.waitForSelector(".watch-leaves[data-ready]");
    held.release();
    await page.waitForLoadState("networkidle");
    assert.deepEqual(asked, [], link);
    await page.unrouteAll();
  }
});

test("a link's error stays in view, its legal part is kept, and the address stays until the user acts", async () => {
  const stays = async (link, reason) => {
    const page = await open(link);
    await page.waitForSelector("#problem:not([hidden])");
    assert.match(await problem(page), reason, link);
    assert.equal(await page.evaluate(() => location.hash), link);
    return page;
  };
  await stays("#/watch?start=8/8/8/8/8/8/8/k7_w_-_-_0_1", /king/);
  await stays("#/watch?strategy=nonsense:depth=2", /nonsense/);
  await stays("#/nowhere", /nowhere/);
  await stays("#/watch?scene=nothing", /nothing/);
  const watched = await stays("#/watch?moves=e2e4.e7e5.e4e5&strategy=alpha-beta:depth=1", /e4e5/);
  assert.match(await watched.getAttribute("[data-square=e5]", "aria-label"), /^e5, black pawn/);
  const compared = await stays("#/compare?strategies=minimax;nonsense;pvs&limit=depth=2&run=1", /nonsense/);
  assert.deepEqual(await compared.locator(".entrant select[data-part=strategy]").evaluateAll((all) => all.map(({ value }) => value).slice(0, 1)), ["minimax"]);
  assert.equal(await compared.locator(".race tbody tr").count(), 0, "it doesn't run");
  for (const settings of ["alpha-beta:evaluator=nonsense,depth=2", "alpha-beta:depth=many", "engine:elo=strong"]) {
    await stays(`#/watch?strategy=${settings}`, /nonsense|depth|elo/);
    await stays(`#/compare?strategies=minimax;${settings}&limit=depth=2`, /nonsense|depth|elo/);
    await stays(`#/play?second=${settings}`, /nonsense|depth|elo/);
  }
  await stays("#/watch?strategy=alpha-beta:depth=2&beside=nonsense", /nonsense/);
  await stays("#/watch?strategy=alpha-beta:depth=2&step=nonsense", /nonsense/);
  await stays("#/watch?scene=leaves&numbers=12", /12/);
  await stays("#/compare?strategies=minimax;pvs&limit=nonsense&run=1", /nonsense/);
  await stays("#/compare?strategies=minimax;pvs&limit=depth=0&run=1", /depth=0/);
  await stays("#/compare?strategies=minimax;alpha-beta;pvs;random;uct", /uct/);
  await stays("#/play?second=nonsense", /nonsense/);
  await stays("#/judge?program=nonsense&run=1", /nonsense/);
  await stays("#/watch?strategy=alpha-beta:depth=2&pass=nonsense", /nonsense/);
  // The dots are the cells of an empty board, not a full stop.
  await stays("#/play?game=tic-tac-toe&start=zz", /such as \.{9}$/);
  await stays("#/judge?search=nonsense", /nonsense/);
  await stays("#/judge?code=nonsense&run=1", /program in this link/);
  const beyond = await stays("#/play?second=you&moves=e2e4.e7e5&at=99", /99/);
  await expectText(beyond, ".moves [aria-current]", "e5");
  await stays("#/play?second=you&moves=e2e4.e7e5&judged=zz.10", /judgments/);
  const played = await stays("#/play?second=you&moves=e2e4.e7e5.g1f3.e1e8", /e1e8/);
  await expectMoves(played, "e4 e5 Nf3");
  await played.click("[aria-label^=Flip]");
  await played.waitForFunction(() => !location.hash.includes("e1e8"));
});

test("names that every object has are names like any other", async () => {
  for (const link of ["#/constructor", "#/toString", "#/watch?scene=toString", "#/judge?program=constructor", "#/judge?search=toString", "#/play?game=toString", "#/play?second=valueOf", "#/watch?strategy=constructor", "#/compare?strategies=toString;constructor", "#/watch?__proto__=1&constructor=2"]) {
    const page = await openNew(link, { reducedMotion: "reduce" });
    assert.ok((await page.locator("#view > [data-ready]").count()) === 1, link);
    assert.deepEqual(page.problems.filter((text) => !text.includes("422")), [], link);
  }
  const page = await open("#/play?second=you");
  await pgn(page);
  await page.fill(".transfer textarea", '[__proto__ "one"]\n[constructor "two"]\n[White "toString"]\n[Result "*"]\n\n1. e4 $99 {[%cal constructor]} e5 *\n');
  await page.click(".transfer >> text=Load");
  await expectMoves(page, "e4$99 e5");
  assert.deepEqual(page.problems, []);
});

test("a link unpacks to a megabyte at most, and a bomb is refused", async () => {
  const page = await open("#/play?second=you");
  const packed = await page.evaluate(async () => {
    const bytes = await new Response(new Blob(["[A \"b\"]\n".repeat(4_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "~").replace(/=+$/, "");
  });
  await open(`#/play?pgn=${packed}`);
  await page.waitForSelector("#problem:not([hidden])");
  assert.match(await problem(page), /cannot be read/);
});

test("a PGN text that begins with a comment has one game", async () => {
  for (const first of ["; a comment", "% for a program", "{ a comment }", "{ a comment\nof two lines } ; and more"]) {
    const page = await open("#/play?second=you");
    await pgn(page);
    await page.fill(".transfer textarea", `${first}\n\n[White "One"]\n[Result "*"]\n\n1. e4 e5 *\n`);
    await page.click(".transfer >> text=Load");
    await expectMoves(page, "e4 e5");
    assert.equal(await page.locator("dialog[open]").count(), 0);
  }
});

test("a game with a thousand variations is opened", async () => {
  const page = await open("#/play?second=you");
  await pgn(page);
  const line = Array.from({ length: 10 }, (_, index) => `${index + 2}. ${index % 2 ? "Ng1 Ng8" : "Nf3 Nf6"}`).join(" ");
  await page.fill(".transfer textarea", `[Result "*"]\n\n1. e4 e5 ${`(1... c5 ${line}) `.repeat(1000)}2. Nf3 *\n`);
  await page.click(".transfer >> text=Load");
  await expectMoves(page, "e4 e5 Nf3");
  await expectText(page, "#problem", "its variations were left out");
});

test("a part of the page that is gone since a new version is called that", async () => {
  const page = await openNew("");
  await page.route("**/compare-view.js", (route) => route.fulfill({ status: 404 }));
  await page.click("nav >> text=Compare");
  await expectText(page, "#problem", "If there's a new version, reload the page");
  for (const [file, link, text] of [["openings.txt", "#/play?second=you&moves=e2e4"], ["pieces.svg", "#/play?second=you", "Board as SVG"]]) {
    const old = await openNew("", { reducedMotion: "reduce" });
    await old.route(`**/${file}`, (route) => route.fulfill({ status: 404, body: "nothing here" }));
    await old.evaluate((wanted) => (location.hash = wanted), link);
    await old.waitForSelector(".play[data-ready]");
    if (text) await old.evaluate(() => (document.querySelector(".transfer").open = true));
    if (text) await old.click(`text=${text}`);
    await expectText(old, "#problem", "If there's a new version, reload the page");
  }
});

test("a position that is over is called that, and its mate has no number", async () => {
  const over = "start=7k/5KQ1/8/8/8/8/8/8_b_-_-_0_1";
  const page = await open(`#/watch?${over}`);
  await expectText(page, ".search-state", "White wins by checkmate.");
  await open(`#/compare?strategies=minimax;pvs&limit=depth=2&run=1&${over}`);
  await page.waitForSelector(".results[data-running=false] .state[data-state=finished] >> nth=1");
  assert.deepEqual(await page.locator(".race td[data-name=Score]").allTextContents(), ["#", "#"]);
  await open(`#/play?second=you&${over}`);
  await expectText(page, ".status", "White wins by checkmate.");
  await expectText(page, ".evaluation-bar", "#");
  assert.equal(await page.getAttribute(".evaluation-bar", "aria-label"), "Evaluation: # for white");
});

test("a first visit asks for nothing that it doesn't use", async () => {
  const page = await openNew("");
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.reload();
  await ready(page);
  // The browser waits for some seconds before it complains.
  await page.waitForTimeout(6000);
  assert.deepEqual(warnings, []);
});

test("in the judge a text is not a number, and what is never closed has a line", async () => {
  const page = await open("#/judge");
  const judged = async (program, said) => {
    await page.fill(".judge textarea", program);
    await page.click(".judge .primary");
    await expectText(page, ".verdict", said);
  };
  await judged("const search = () => '3';", 'should be a whole number, but is "3".');
  await judged("const search = () => [3, 1];", "should be a whole number, but is [3,1].");
  await judged("const search = () => ({ score: 3 });", 'should be a whole number, but is {"score":3}.');
  await judged("const search = () => 3n;", "should be a whole number, but is 3n.");
  await judged("const search = () => {};", "should be a whole number, but is undefined.");
  await judged("const search = () => null;", "should be a whole number, but is null.");
  await judged("const search = () => ({ value: 3, leaves: 5 });", "should be a list, but is 5.");
  await judged("const search = () => ({ value: 3, move: 'a' });", 'should be a whole number, but is "a".');
  await judged("function search(tree) {\n  return 3;\n", "Line 3: SyntaxError");
  for (const open of ["search((", "`", "/*", "[1,"]) await judged(`function search() { return 1; }\nconst x = ${open}`, "Line 2: SyntaxError");
});

test("times that were measured once are shown as such", async () => {
  const page = await open("#/compare?strategies=minimax;alpha-beta&limit=depth=2&run=1");
  await page.waitForSelector(".results[data-running=false] .state[data-state=finished] >> nth=1");
  const times = await page.locator(".race td[data-name=Time]").allTextContents();
  assert.ok(times.every((time) => /^(< 0\.1 s|\d+(\.\d)? s)$/.test(time)), times.join());
});

test("a tree with room for names in its nodes is drawn whole", async () => {
  const page = await openNew("#/watch?game=tree", { reducedMotion: "reduce" });
  const written = () => page.evaluate(() => {
    const texts = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      texts.push(text);
      return fillText.call(this, text, ...place);
    };
    dispatchEvent(new Event("themechange"));
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(texts))));
  });
  await painted(page);
  const texts = await written();
  assert.equal(texts.filter((text) => ["a", "b", "c"].includes(text)).length, 12, texts.join());
  assert.deepEqual(page.problems, []);
});
