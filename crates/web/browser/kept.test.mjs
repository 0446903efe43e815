// One game, kept: through views, reloads, closed tabs and a lost server; and anything removed comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { analyze, click, drag, expectMoves, expectSquare, expectText, moves, open, openNew, painted, pgn, ready, site, startServer } from "./harness.mjs";

const FOOLS_MATE = "moves=f2f3.e7e5.g2g4.d8h4";
const allMoves = (page) => page.locator(".moves").textContent();

/** Opens a view by its tab. */
async function go(page, name) {
  await page.click(`nav >> text=${name}`);
  await page.waitForSelector(`.${name.toLowerCase()}[data-ready]`);
}

test("a judged game with a variation and its opponent survives all views, back and forth", async () => {
  const page = await open(`#/play?second=random:depth=1&${FOOLS_MATE}`);
  await analyze(page);
  await expectText(page, ".analysis", "1 blunder");
  await page.keyboard.press("Home");
  await click(page, "a2", "a3");
  // The opponent has answered.
  await page.waitForFunction(() => /\(1\.a3[^)]/.test(document.querySelector(".moves").textContent) && !document.querySelector(".strip.thinking"));
  await page.keyboard.press("Home");
  const before = await allMoves(page);
  await go(page, "Watch");
  await go(page, "Compare");
  await go(page, "Play");
  assert.equal(await allMoves(page), before);
  await expectText(page, ".strip-place:first-child", "random");
  assert.equal(await page.locator(".graph .dot.blunder").count(), 1);
  await page.reload();
  await ready(page);
  assert.equal(await allMoves(page), before, "and a reload");
  assert.deepEqual(page.problems, []);
});

test("the best move is the engine's, not the first variation that is there", async () => {
  const page = await open(`#/play?second=you&${FOOLS_MATE}`);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await click(page, "a2", "a3");
  await expectMoves(page, "f3 e5 g4 a3 Qh4#");
  await analyze(page);
  await expectText(page, ".analysis", "1 blunder");
  const notes = async () => (await page.locator(".comment").allTextContents()).filter((text) => text.startsWith("Blunder"));
  const [note] = await notes();
  assert.match(note, /^Blunder\. \S+ was best\.$/);
  assert.ok(!note.includes("a3 was") && !note.includes("g4 was"), note);
  const text = (await pgn(page)).replaceAll("\n", " ");
  assert.ok(text.includes(`g4?? {[%eval #-1] ${note}}`), text);
  await page.reload();
  await ready(page);
  assert.deepEqual(await notes(), [note], "the judgment survives a reload");
  assert.equal((await pgn(page)).replaceAll("\n", " "), text);
});

test("a better line that becomes the main line does not call its own move bad", async () => {
  const page = await open(`#/play?second=you&${FOOLS_MATE}`);
  await analyze(page);
  await expectText(page, ".analysis", "1 blunder");
  const blunder = await page.locator(".comment", { hasText: "Blunder" }).textContent();
  await page.locator(".variation.outer .move button").last().click();
  await page.click("text=Make this the main line");
  await page.waitForFunction(() => [...document.querySelectorAll(".variation")].some((node) => node.textContent.includes("g4??")));
  assert.equal(await page.locator(".comment", { hasText: "Blunder" }).textContent(), blunder);
  assert.ok(!/\bg4 was best/.test(await allMoves(page)));
});

test("a new game, another game and a loaded one can each be undone", async () => {
  const page = await open("#/play?second=you&moves=e2e4.e7e5");
  const start = async () => {
    await page.click("text=New game");
    await page.click("text=Start >> nth=-1");
    await expectMoves(page, "");
  };
  await start();
  await page.click("#notice >> text=Undo");
  await expectMoves(page, "e4 e5");
  await page.click("summary:has-text('FEN and PGN')");
  await page.fill(".transfer input", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.keyboard.press("Enter");
  await expectSquare(page, "e8", "black king");
  await page.fill(".transfer textarea", "1. d4 d5 *");
  await page.click(".pgn >> text=Load");
  await expectMoves(page, "d4 d5");
  await page.click(".game-panel >> text=Undo");
  await expectMoves(page, "");
  await page.click(".game-panel >> text=Undo");
  await expectMoves(page, "e4 e5");
  await page.keyboard.press("u");
  await expectMoves(page, "e4");
  await page.keyboard.press("Control+z");
  await expectMoves(page, "e4 e5");
});

test("what was undone can be done again, until a move is played", async () => {
  const page = await openNew("#/play?second=you&moves=e2e4.e7e5.g1f3");
  const redo = page.locator(".game-panel >> text=Redo");
  assert.ok(await redo.isDisabled());
  await page.keyboard.press("u");
  await page.keyboard.press("u");
  await expectMoves(page, "e4");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expectMoves(page, "e4 e5 Nf3");
  await redo.click();
  await expectMoves(page, "e4 e5");
  await page.keyboard.press("Control+Shift+z");
  await expectMoves(page, "e4");
  assert.ok(await redo.isDisabled());
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+y");
  await expectMoves(page, "e4");
  await page.keyboard.press("Control+z");
  await expectMoves(page, "e4 e5");
  await click(page, "d2", "d4");
  await expectMoves(page, "e4 e5 d4");
  await page.waitForFunction(() => [...document.querySelectorAll(".game-panel button")].find((node) => node.textContent === "Redo").disabled);
  await page.keyboard.press("Control+z");
  await expectMoves(page, "e4 e5 Nf3");
  await redo.click();
  await expectMoves(page, "e4 e5 d4");
});

test("what was undone in one game cannot be done again in another, and undo leads back from a link", async () => {
  const page = await openNew("#/play?second=you&moves=e2e4.e7e5");
  await page.keyboard.press("u");
  await expectMoves(page, "e4");
  await page.keyboard.press("Control+z");
  await expectMoves(page, "e4 e5");
  await page.evaluate(() => (location.hash = "#/play?second=you&moves=d2d4"));
  await expectMoves(page, "d4");
  assert.ok(await page.locator(".game-panel >> text=Redo").isDisabled());
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+z");
  await expectMoves(page, "e4 e5");
  await page.keyboard.press("Control+Shift+z");
  await expectMoves(page, "d4");
  assert.equal(await page.isVisible("#notice"), false, "opening a link needs no notice");
});

test("a closed tab's game is there when the page is opened again, and all last games are listed", async () => {
  const page = await openNew("#/play?second=you");
  await click(page, "e2", "e4");
  await expectMoves(page, "e4");
  await page.click("text=New game");
  await page.click("text=Start >> nth=-1");
  await expectMoves(page, "");
  await click(page, "d2", "d4");
  await expectMoves(page, "d4");
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`${site.address}/#/play`);
  await ready(again);
  await expectMoves(again, "d4");
  await again.click("text=My games");
  assert.equal(await again.locator(".choices li").count(), 2);
  await again.locator(".choices button").last().click();
  await expectMoves(again, "e4");
});

test("two tabs that go on with one game part ways", async () => {
  const first = await openNew("#/play?second=you");
  await click(first, "e2", "e4");
  await expectMoves(first, "e4");
  await first.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("plywood.game.")));
  const second = await first.context().newPage();
  await second.goto(`${site.address}/#/play`);
  await ready(second);
  await expectMoves(second, "e4");
  await click(second, "e7", "e5");
  await expectMoves(second, "e4 e5");
  await click(first, "c7", "c5");
  await expectMoves(first, "e4 c5");
  await first.waitForFunction(() => Object.keys(localStorage).filter((key) => key.startsWith("plywood.game.")).length === 2);
  for (const [tab, text] of [[first, "e4 c5"], [second, "e4 e5"]]) {
    await tab.reload();
    await ready(tab);
    assert.equal(await moves(tab), text);
  }
});

const ANNOTATED = `[Event "Hastings"]
[Site "Hastings"]
[Date "1895.08.17"]
[Round "10"]
[White "Steinitz, Wilhelm"]
[Black "von Bardeleben, Curt"]
[Result "1-0"]
[ECO "C54"]

{ The game of the brilliancy prize. }
1.e4 e5 2.Nf3! $14 Nc6 {[%clk 1:58:00] quiet} ({better?} 2...d6 {Philidor}) 3.Bc4 1-0
`;

test("a loaded game keeps tags, comments, marks and result, through a reload; unchanged it goes out as it came in", async () => {
  const page = await open("#/play?second=you");
  await page.click("summary:has-text('FEN and PGN')");
  await page.fill(".transfer textarea", ANNOTATED);
  await page.click(".pgn >> text=Load");
  await expectText(page, ".transfer", "moves loaded");
  await expectText(page, ".board-row ~ .strip-place", "Steinitz");
  await page.locator(".transfer textarea").blur();
  for (let round = 0; round < 2; round += 1) {
    assert.equal(await pgn(page), ANNOTATED);
    await page.reload();
    await ready(page);
  }
  assert.equal(await page.locator(".comment", { hasText: "quiet" }).textContent(), "quiet", "commands are for programs");
  await page.locator(".moves button").last().click();
  await click(page, "f8", "c5");
  await expectText(page, ".moves", "Bc5");
  const text = (await pgn(page)).replaceAll("\n", " ");
  for (const part of ['[ECO "C54"]', '[White "Steinitz, Wilhelm"]', '[Date "1895.08.17"]', "{The game of the brilliancy prize.} 1. e4", "Nf3! $14", "{[%clk 1:58:00] quiet}", "({better?} 2... d6 {Philidor})", "Bc5 1-0"]) assert.ok(text.includes(part), `${part}: ${text}`);
});

test("the errors of a PGN text are seen though its panel is closed, with their lines and how far the game was read", async () => {
  const page = await open("#/play?second=you");
  const load = (text) => page.setInputFiles(".transfer input[type=file]", { name: "one.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await load('\n\n[White "A"]\n\n1. e4 e5 2. Nf3 Nc6\n3. Qh8 Nf6 *\n');
  await expectMoves(page, "e4 e5 Nf3 Nc6");
  await expectText(page, "#problem", 'Line 6: "Qh8" is not a legal move here. The main line ends with 2… Nc6.');
  assert.equal(await page.isVisible("#problem"), true);
  await load("1. d4 *");
  await expectMoves(page, "d4");
  assert.equal(await page.isVisible("#problem"), false);
  await load("1. Qh8 *");
  await expectText(page, "#problem", "No move was read.");
  await expectMoves(page, "d4");
});

test("a game with a null move is read, linked to and left as any other", async () => {
  const page = await open("#/play?second=you");
  const text = "1. e4 e5 2. -- Nf6 3. d4 *\n";
  await page.setInputFiles(".transfer input[type=file]", { name: "one.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expectMoves(page, "e4 e5 -- Nf6 d4");
  await page.click("text=Analyze the game");
  await expectText(page, ".analysis", "Games with null moves cannot be analyzed.");
  await page.click("nav >> text=Watch");
  await page.waitForSelector(".watch");
  await ready(page);
  await page.click("nav >> text=Play");
  await expectMoves(page, "e4 e5 -- Nf6 d4");
  const link = await page.evaluate(() => location.hash);
  const other = await openNew(link);
  await expectMoves(other, "e4 e5 -- Nf6 d4");
  assert.deepEqual([...page.problems, ...other.problems], []);
});

test("the view that was asked for last is shown, however fast one goes from view to view", async () => {
  const page = await open("#/play?second=you&moves=e2e4");
  await page.evaluate(async () => {
    for (let step = 0; step < 80; step += 1) {
      location.hash = step % 2 ? "#/play" : "#/watch?strategy=alpha-beta:depth=1";
      await new Promise((resolve) => setTimeout(resolve, step));
    }
  });
  await expectMoves(page, "e4");
  assert.match(await page.evaluate(() => location.hash), /^#\/play/);
  assert.deepEqual(page.problems, []);
});

test("glyphs are signs with a meaning, and a comment before a move is shown before it", async () => {
  const page = await open("#/play?second=you");
  const text = "1. e4! $36 {before the answer} e5 ({better} 1... c5 $146 2. Nf3 $40 $14) 2. Nf3 *\n";
  await page.setInputFiles(".transfer input[type=file]", { name: "one.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expectMoves(page, "e4!↑ e5 c5N Nf3→+= Nf3");
  assert.equal(await page.textContent(".variation"), "(better1…c5N2.Nf3→+=)");
  assert.deepEqual(await page.locator(".glyph").evaluateAll((all) => all.map(({ title }) => title)), ["White has the initiative", "a novelty", "White has an attack", "White is slightly better"]);
  await click(page, "d2", "d4");
  await expectText(page, ".moves", "d4");
  assert.match((await pgn(page)).replaceAll("\n", " "), /1\. e4! \$36 \{before the answer\} .*\(\{better\} 1\.\.\. c5 \$146 2\. Nf3 \$40 \$14\)/);
});

test("arrows and rings of a file are drawn, and those that a user draws are kept with the position and written", async () => {
  const page = await openNew("#/play?second=you");
  const text = "{[%cal Be2e4]} 1. e4 {[%csl Gd5,Rf5] [%cal Ye4d5] the center} e5 2. Nf3 *\n";
  await page.setInputFiles(".transfer input[type=file]", { name: "one.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expectMoves(page, "e4 e5 Nf3");
  const drawn = () => page.locator(".play .arrow").evaluateAll((all) => all.map((node) => `${node.localName} ${node.getAttribute("class").replace("arrow ", "")}`).sort());
  assert.deepEqual(await drawn(), ["path blue"]);
  await page.keyboard.press("ArrowRight");
  await expectSquare(page, "e4", "white pawn");
  assert.deepEqual(await drawn(), ["circle green", "circle red", "path yellow"]);
  await page.keyboard.press("ArrowRight");
  await expectSquare(page, "e5", "black pawn");
  assert.deepEqual(await drawn(), []);
  await drag(page, "g1", "f3", "right");
  await page.keyboard.down("Shift");
  await drag(page, "e5", "e5", "right");
  await page.keyboard.up("Shift");
  assert.deepEqual(await drawn(), ["circle red", "path green"]);
  await click(page, "a3");
  assert.deepEqual(await drawn(), ["circle red", "path green"], "a click removes nothing");
  await page.keyboard.press("ArrowLeft");
  await drag(page, "e4", "d5", "right");
  await drag(page, "e4", "d5", "right");
  assert.deepEqual(await drawn(), ["circle green", "circle red"]);
  await page.reload();
  await ready(page);
  assert.deepEqual(await drawn(), ["circle green", "circle red"]);
  const written = (await pgn(page)).replaceAll("\n", " ");
  assert.ok(written.includes("1. e4 {[%csl Gd5,Rf5] the center} 1... e5 {[%csl Re5] [%cal Gg1f3]} 2. Nf3"), written);
  await expectText(page, ".moves", "e4the center");
});

test("a move of the list is opened by the right button and by a long press: glyph, comment, main line, removal, all kept", async () => {
  const page = await openNew("#/play?second=you&moves=e2e4.e7e5(c7c5.g1f3).g1f3", { hasTouch: true });
  const open = (text, where = page) => where.locator(".moves button", { hasText: text }).first().click({ button: "right" });
  await open("e5");
  await expectText(page, ".move-dialog h2", "1… e5");
  assert.equal(await page.locator(".move-dialog >> text=Make this the main line").count(), 0);
  await page.check(".move-dialog input[value='?']", { force: true });
  await page.fill(".move-dialog textarea", "not the\nbest");
  await page.click(".move-dialog >> text=Done");
  await expectMoves(page, "e4 e5? c5 Nf3 Nf3");
  assert.equal(await page.locator(".moves button.mistake").count(), 1);
  await drag(page, "b1", "c3", "right");
  await open("Nf3");
  await page.click(".move-dialog >> text=Make this the main line");
  await expectMoves(page, "e4 c5 e5? Nf3 Nf3");
  await page.reload();
  await ready(page);
  await expectMoves(page, "e4 c5 e5? Nf3 Nf3");
  const text = (await pgn(page)).replaceAll("\n", " ");
  assert.ok(text.includes("1. e4 c5 (1... e5? {not the best} 2. Nf3 {[%cal Gb1c3]}) 2. Nf3"), text);

  await page.locator(".moves button", { hasText: "e5" }).dispatchEvent("pointerdown", { pointerType: "touch", bubbles: true });
  await page.waitForSelector(".move-dialog");
  assert.equal(await page.inputValue(".move-dialog textarea"), "not the best");
  await page.fill(".move-dialog textarea", "");
  await page.check(".move-dialog input[value=none]", { force: true });
  await page.keyboard.press("Escape");
  await page.waitForSelector(".move-dialog", { state: "detached" });
  await expectMoves(page, "e4 c5 e5 Nf3 Nf3");
  assert.equal(await page.locator(".comment").count(), 0);
  await open("e5");
  await page.click(".move-dialog >> text=Remove from here");
  await expectMoves(page, "e4 c5 Nf3");
  await page.keyboard.press("Control+z");
  await expectMoves(page, "e4 c5 e5 Nf3 Nf3");
});

test("a glyph takes the place of the engine's, and a comment keeps its arrows", async () => {
  const page = await openNew(`#/play?second=you&${FOOLS_MATE}&judged=.-30.-900bNf3`);
  await expectMoves(page, "f3 e5 g4?? Qh4#");
  assert.equal(await page.locator(".comment.blunder").textContent(), "Blunder. Nf3 was best.");
  await page.locator(".moves button", { hasText: "g4" }).click();
  await drag(page, "d8", "h4", "right");
  await page.locator(".moves button", { hasText: "g4" }).click({ button: "right" });
  assert.equal(await page.isChecked(".move-dialog input[value='??']"), true);
  await page.check(".move-dialog input[value='!?']", { force: true });
  await page.fill(".move-dialog textarea", "brave");
  await page.click(".move-dialog >> text=Done");
  await expectMoves(page, "f3 e5 g4!? Qh4#");
  await expectText(page, ".comment", "brave");
  assert.equal(await page.locator("path.arrow.green").count(), 1);
  assert.match((await pgn(page)).replaceAll("\n", " "), /g4!\? \{\[%cal Gd8h4\] brave\} \{\[%eval -9\.00\]\}/);
});

test("the panel of the game and the strips name the same players", async () => {
  const page = await openNew("#/play?second=you");
  await page.setInputFiles(".transfer input[type=file]", { name: "one.pgn", mimeType: "text/plain", buffer: Buffer.from(ANNOTATED) });
  await expectText(page, ".game-panel p", "Chess. Steinitz, Wilhelm – von Bardeleben, Curt, 1-0");
  await expectText(page, ".board-row ~ .strip-place", "White: Steinitz, Wilhelm");
});

test("a file with many games is opened, listed by its tags, narrowed, and dropped", async () => {
  const page = await open("#/play?second=you");
  const game = (index) => `[White "Player ${index}"]\n[Black "Other"]\n[Date "20${index % 90 + 10}.01.01"]\n[Result "1-0"]\n\n1. ${["e4", "d4"][index % 2]} {${"a long comment ".repeat(20)}} 1-0\n\n`;
  const text = Array.from({ length: 30000 }, (_, index) => game(index)).join("");
  assert.ok(text.length > 10_000_000, `${text.length}`);
  await page.setInputFiles(".transfer input[type=file]", { name: "many.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expectText(page, ".list-dialog", "30,000 games");
  await page.fill(".list-dialog input", "30000.");
  await expectText(page, ".list-dialog", "1 game.");
  await page.click(".choices button");
  await expectMoves(page, "d4");
  await expectText(page, ".board-row ~ .strip-place", "Player 29999");
  await page.waitForSelector("text=The 30,000 games of many.pgn", { state: "attached" });
  await page.reload();
  await ready(page);
  await expectText(page, ".board-row ~ .strip-place", "Player 29999");
  await page.evaluate(() => (document.querySelector(".transfer").open = true));
  await page.click("text=The 30,000 games of many.pgn");
  await expectText(page, ".list-dialog", "30,000 games");
  await page.fill(".list-dialog input", "29999.");
  await page.click(".choices button");
  await expectText(page, ".board-row ~ .strip-place", "Player 29998");
  await page.evaluate((dropped) => {
    const files = new DataTransfer();
    files.items.add(new File([dropped], "one.pgn"));
    document.querySelector(".board").dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  }, ANNOTATED);
  await expectText(page, ".board-row ~ .strip-place", "Steinitz");
});

test("playing Black: nothing starts before the button, the board turns, and the opponent is as strong as for White", async () => {
  const page = await open("#/play?second=engine:elo=1400");
  const searches = [];
  page.on("request", (request) => request.url().endsWith("/best-move") && request.postDataJSON().strategy && searches.push(request.postDataJSON()));
  await page.click("text=New game");
  await page.check("[name='You play'][value=second]", { force: true });
  assert.equal(await page.inputValue("[aria-label='Opponent: strength']"), "1400");
  assert.deepEqual(searches, [], "nothing starts");
  await page.click("text=Start >> nth=-1");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
  assert.equal(searches[0].elo, 1400);
  assert.equal(await page.locator(".square").first().getAttribute("data-square"), "h1", "Black is below");
  await expectText(page, ".strip-place:first-child", "White: engine, Elo 1400");
  await expectText(page, ".board-row ~ .strip-place", "Black: You");
});

test("a limit stands beside the full strength, and not beside a rating, which needs none", async () => {
  const page = await openNew("#/play?second=engine:elo=1400");
  await page.click("text=New game");
  const limit = page.locator(".start-dialog .limit");
  await page.waitForSelector("[aria-label='Opponent: strength']");
  assert.equal(await limit.count(), 0);
  await page.selectOption("[aria-label='Opponent: strength']", "");
  await limit.waitFor();
  await page.selectOption("[aria-label='Opponent: strength']", "1400");
  await limit.waitFor({ state: "detached" });
});

test("resigning ends the game, a rematch changes the colors, and both can be undone", async () => {
  const page = await open("#/play?second=random:depth=1");
  await click(page, "e2", "e4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await page.click("text=Resign");
  await expectText(page, ".status", "White resigned. Black wins.");
  assert.match(await pgn(page), /0-1\n$/);
  await page.click("text=Rematch");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
  assert.equal(await page.locator(".square").first().getAttribute("data-square"), "h1");
  await page.keyboard.press("Control+z");
  await expectText(page, ".status", "White resigned");
  await page.keyboard.press("Control+z");
  await expectText(page, ".status", "White to move");
});

test("clocks run, are written into the PGN, and end the game", async () => {
  const page = await openNew("#/play?second=you");
  await page.clock.install();
  await page.click("text=New game");
  await page.selectOption(".start-dialog select >> nth=-1", "300+3");
  await page.click("text=Start >> nth=-1");
  await expectText(page, ".board-row ~ .strip-place .clock", "5:00");
  await click(page, "e2", "e4");
  await expectMoves(page, "e4");
  await page.clock.runFor(21000);
  // The clock also runs by itself.
  await page.waitForFunction(() => /^4:[0-3]\d$/.test(document.querySelector(".strip-place:first-child .clock").textContent));
  await click(page, "e7", "e5");
  await expectMoves(page, "e4 e5");
  assert.match((await pgn(page)).replaceAll("\n", " "), /1\. e4 \{\[%clk 0:05:00\]\} 1\.\.\. e5 \{\[%clk 0:04:(?:[0-3]\d|4[0-2])\]\}/);
  await page.clock.runFor(301_000);
  await expectText(page, ".status", "White ran out of time. Black wins.");
  await page.keyboard.press("Control+z");
});

test("a game without a clock follows one whose clock runs, and undo brings the clock back", async () => {
  const page = await openNew("#/play?second=you", { patient: true });
  const start = async (time) => {
    await page.click("text=New game");
    await page.selectOption(".start-dialog select >> nth=-1", time);
    await page.click("text=Start >> nth=-1");
    await expectMoves(page, "");
  };
  await start("300+3");
  await click(page, "e2", "e4", "e7", "e5");
  await expectMoves(page, "e4 e5");
  // Black's clock has stopped, at 5:03 unless the machine took long for the moves.
  const left = await page.locator(".strip-place:first-child .clock").textContent();
  await start("");
  await click(page, "d2", "d4");
  await expectMoves(page, "d4");
  assert.equal(await page.locator(".clock:visible").count(), 0);
  await page.click("#notice >> text=Undo");
  await expectMoves(page, "e4 e5");
  await expectText(page, ".strip-place:first-child .clock", left);
  assert.match(left, /^[45]:\d\d$/);
  assert.equal(await page.locator(".clock:visible").count(), 2);
  assert.deepEqual(page.problems, []);
});

test("a draw is agreed when the opponent is not better, and not too early", async () => {
  const moves = "a2a3.a7a6.b2b3.b7b6.c2c3.c7c6.d2d3.d7d6.e2e3.e7e6.f2f3.f7f6.g2g3.g7g6.h2h3.h7h6.b1d2.b8d7.f1e2.f8e7";
  const page = await open("#/play?second=random:depth=1&moves=e2e4.e7e5");
  await page.click("text=Offer a draw");
  await expectText(page, "#notice", "too early");
  await open(`#/play?second=random:depth=1&moves=${moves}`);
  let score = { cp: -90 };
  await page.route("**/api/v1/best-move", (route) => route.fulfill({ json: { score, counts: { nodes: 9 }, depth: 3, time_ms: 1, move: null } }));
  await page.click("text=Offer a draw");
  await expectText(page, "#notice", "declined");
  score = { cp: 30 };
  await page.click("text=Offer a draw");
  await expectText(page, ".status", "The game is drawn by agreement.");
  assert.match(await pgn(page), /1\/2-1\/2\n$/);
});

test("the browser's Stop button loses no move", async () => {
  const page = await openNew("#/play?second=you");
  let isHeld = true;
  await page.route("**/play", (route) => (isHeld ? null : route.continue()));
  const asked = page.waitForRequest("**/play");
  await click(page, "e2", "e4");
  await asked;
  isHeld = false;
  await page.evaluate(() => window.stop());
  await click(page, "e7", "e5");
  await expectMoves(page, "e4 e5");
});

test("a server that comes back is noticed, and what was asked meanwhile is answered", async () => {
  let server = await startServer();
  const port = new URL(server.address).port;
  const page = await openNew("#/play?second=you", { reducedMotion: "reduce" }, server.address);
  await server.stop();
  const isFailed = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
  await click(page, "e2", "e4");
  await isFailed;
  await page.waitForSelector("#offline:not([hidden])");
  await expectText(page, "#offline", "Trying again in");
  await page.evaluate(() => window.stop());
  const icon = await page.evaluate(() => document.querySelector("[data-action=undo] use").getBoundingClientRect().width);
  assert.ok(icon > 5, "icons need no server");
  server = await startServer(undefined, port);
  try {
    // The page may try by itself before.
    page.click("#offline >> text=Try now").catch(() => {});
    await page.waitForSelector("#offline", { state: "hidden" });
    await click(page, "e7", "e5");
    await expectMoves(page, "e4 e5");
  } finally {
    await server.stop();
  }
});

test("a position is set up in the editor, refused if it is not legal, and played from", async () => {
  const page = await open("#/play?second=you&moves=e2e4");
  await page.click("text=Edit the board");
  const put = async (tool, ...squares) => {
    await page.check(`.editor [name="What a click does"][value=${tool}]`, { force: true });
    for (const square of squares) await page.click(`.editor [data-square=${square}]`);
  };
  await page.click("text=Empty board");
  await put("K", "e1");
  await page.click(".editor >> text=Play from here");
  await expectText(page, ".editor .field-problem", "king");
  await put("k", "e8");
  await put("P", "a7", "b7");
  await put("remove", "b7");
  await put("move");
  for (const square of ["a7", "a6"]) await page.click(`.editor [data-square=${square}]`);
  await page.check(".editor [name='Side to move'][value=b]", { force: true });
  await expectText(page, ".position-text", "4k3/8/P7/8/8/8/8/4K3 b - - 0 1");
  await page.click(".editor >> text=Play from here");
  await expectSquare(page, "a6", "white pawn");
  await expectText(page, ".status", "Black to move");
  await page.keyboard.press("Control+z");
  await expectMoves(page, "e4");
});

test("the editor keeps the square of en passant and the clocks, and changes them", async () => {
  const page = await open("#/play?second=you&start=rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR_w_KQkq_d6_0_3");
  const edit = async () => {
    await page.click("text=Edit the board");
    await page.waitForSelector(".editor .pieces .piece");
  };
  await edit();
  await expectText(page, ".position-text", "w KQkq d6 0 3");
  assert.deepEqual(await page.locator(".editor .counts option").allTextContents(), ["no square", "d6"]);
  await page.click(".editor >> text=Play from here");
  await page.waitForSelector(".editor", { state: "detached" });
  await painted(page);
  await click(page, "e5", "d6");
  await expectMoves(page, "exd6");

  await open("#/play?second=you&start=4k3/8/8/8/5p2/8/4P3/4K3_b_-_-_37_60");
  await edit();
  await expectText(page, ".position-text", "b - - 37 60");
  for (const square of ["e2", "e4"]) await page.click(`.editor [data-square=${square}]`);
  await page.selectOption(".editor .counts select", "e3");
  await page.fill(".editor .counts input >> nth=0", "0");
  await page.fill(".editor .counts input >> nth=1", "61");
  await expectText(page, ".position-text", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 61");
  await page.click(".editor >> text=Play from here");
  await page.waitForSelector(".editor", { state: "detached" });
  await painted(page);
  await click(page, "f4", "e3");
  await expectMoves(page, "fxe3");
  await expectText(page, ".moves", "61…fxe3");

  await edit();
  await page.fill(".editor .counts input >> nth=1", "0");
  await page.click(".editor >> text=Play from here");
  await expectText(page, ".editor .field-problem", "move number");
  await page.click(".editor >> text=Cancel");
});

test("the board is edited after a move that is still on its way", async () => {
  const page = await open("#/play?second=you&start=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1");
  let answer;
  const held = new Promise((resolve) => { answer = resolve; });
  await page.route("**/api/v1/play", (route) => held.then(() => route.continue()));
  await drag(page, "e2", "e4");
  await expectMoves(page, "e4");
  await page.click("text=Edit the board");
  answer();
  await expectText(page, ".position-text", "4k3/8/8/8/4P3/8/8/4K3 b");
  await page.click(".editor >> text=Cancel");
});

test("a game begins from the position that another view looks at", async () => {
  const page = await open("#/compare?game=chess&moves=d2d4");
  await page.click("text=Play from here");
  await page.waitForSelector(".play[data-ready]");
  await expectMoves(page, "d4");
});

test("a game begins from the position on the board, though it is further on than the one that is searched", async () => {
  const watch = await open("#/watch?game=tic-tac-toe&moves=b2&strategy=alpha-beta:depth=2");
  await watch.click("text=Change the search");
  await watch.click("[aria-label^='Next cut-off']");
  await watch.waitForSelector(".position-controls >> text='Back'");
  const line = await watch.locator(".position-controls .row .quiet").evaluate((note) => note.firstChild.textContent.trim());
  await watch.click("text=Play from here");
  await watch.waitForSelector(".play[data-ready]");
  await expectMoves(watch, `b2 ${line}`);

  const compare = await open("#/compare?strategies=minimax;alpha-beta&limit=depth=2&start=7k/8/8/8/8/8/R7/K7_w_-_-_0_1");
  await compare.click("button.primary");
  await compare.waitForSelector(".results[data-running=false] .line-moves button >> nth=1");
  const moves = (await compare.locator(".line-moves").first().locator("button").allTextContents()).slice(0, 2);
  await compare.locator(".line-moves").first().locator("button").nth(1).click();
  await compare.waitForSelector(".position >> text='Back'");
  await compare.click("text=Play from here");
  await compare.waitForSelector(".play[data-ready]");
  await expectMoves(compare, moves.join(" "));
});

test("the whole story: played as Black, judged, varied, edited, seen in all views, reloaded, and the server restarted", async () => {
  let server = await startServer();
  try {
    const page = await openNew("#/play?second=random:depth=1", { reducedMotion: "reduce" }, server.address);
    const count = (wanted) => page.waitForFunction((number) => document.querySelectorAll(".moves .move button").length >= number, wanted);
    await page.click("text=New game");
    await page.check("[name='You play'][value=second]", { force: true });
    await page.click("text=Start >> nth=-1");
    await count(1);
    await page.fill("[aria-label='Type a move']", "h6");
    await page.keyboard.press("Enter");
    await count(3);
    await page.click("text=Resign");
    await expectText(page, ".status", "Black resigned. White wins.");
    await analyze(page);
    await expectText(page, ".analysis", "Black: ");
    await page.waitForSelector(".graph path");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await click(page, "a7", "a5");
    await expectText(page, ".moves", "a5");
    await page.click("text=Make this the main line");
    const [tree, text] = [await allMoves(page), await pgn(page)];
    assert.match(text, /\[Black "You"\]/);

    await page.click("text=Edit the board");
    await page.click(".editor >> text=Empty board");
    for (const [tool, square] of [["K", "e1"], ["k", "e8"], ["P", "e2"]]) {
      await page.check(`.editor [name="What a click does"][value=${tool}]`, { force: true });
      await page.click(`.editor [data-square=${square}]`);
    }
    await page.click(".editor >> text=Play from here");
    await expectMoves(page, "");
    await page.keyboard.press("Control+z");
    const isTheSame = async (when) => {
      await page.waitForFunction((wanted) => document.querySelector(".moves")?.textContent === wanted, tree).catch(async () => assert.equal(await allMoves(page), tree, when));
      assert.equal(await pgn(page), text, when);
      assert.equal(await page.locator(".play .square").first().getAttribute("data-square"), "h1", `${when}: Black is below`);
      await expectText(page, ".strip-place:first-child", "White: random");
      await page.waitForSelector(".graph path");
    };
    await isTheSame("after the editor");
    for (const view of ["Watch", "Compare", "Play"]) await go(page, view);
    await isTheSame("after all views");
    await page.reload();
    await ready(page);
    await isTheSame("after a reload");
    const { port } = new URL(server.address);
    await server.stop();
    server = await startServer(undefined, port);
    await page.reload();
    await ready(page);
    await isTheSame("after the server was restarted");
    // When the server ended, and until there was another one, the page kept asking for it.
    assert.deepEqual(page.problems.filter((text) => !/ERR_CONNECTION_(REFUSED|RESET)/.test(text)), []);
  } finally {
    await server.stop();
  }
});

test("a copied link keeps comments, glyphs, arrows, names and the result; a game that is too long for a link is saved as a file", async () => {
  const page = await openNew("#/play?second=you", { permissions: ["clipboard-read", "clipboard-write"] });
  const text = '[Event "A match"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4! {best by test [%cal Ge2e4]} e5 (1... c5 {sharp}) 2. Nf3 1-0\n';
  await page.setInputFiles(".transfer input[type=file]", { name: "one.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expectMoves(page, "e4! e5 c5 Nf3");
  await page.click("summary:has-text('FEN and PGN')");
  await page.click("text=Copy link");
  await expectText(page, "#notice", "Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await openNew(`#${link.split("#")[1]}`);
  await expectMoves(other, "e4! e5 c5 Nf3");
  await expectText(other, ".strip-place:last-child, .strip-place", "Bob");
  assert.equal(await pgn(other), text);
  await other.reload();
  await ready(other);
  assert.equal(await pgn(other), text, "the browser keeps it");
  const long = `1. e4 {${Array.from({ length: 9000 }, (_, index) => (index * index * 7919).toString(36)).join(" ")}} e5 *\n`;
  await page.setInputFiles(".transfer input[type=file]", { name: "long.pgn", mimeType: "text/plain", buffer: Buffer.from(long) });
  await expectMoves(page, "e4 e5");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Copy link")]);
  assert.equal(file.suggestedFilename(), "game.pgn");
  await expectText(page, "#notice", "too long for a link");
  const broken = await openNew("#/play?pgn=%25%25");
  await expectText(broken, "#problem", "The game in this link cannot be read.");
});
