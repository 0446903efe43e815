// An analyst's desk: board, lines and moves together, the engine's opinion of a game, and pictures to save.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { click, drag, expectMoves, expectSquare, expectText, open, openNew, painted, startServer } from "./harness.mjs";

/** White's third move was a mistake, and d4 was best. */
const JUDGED = "#/play?second=you&moves=f2f3.e7e5.g2g4.d8h4&judged=10.-20.-900bd4";
const PLAYED = Array.from({ length: 60 }, (_, ply) => ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4]).join(".");

/** True if all of an element is on the screen. */
const isInView = (page, selector) =>
  page.locator(selector).evaluate((node) => {
    const { left, right, top, bottom, height } = node.getBoundingClientRect();
    return height > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  });

test("board, lines and moves are in view together, and no column is longer than the screen", async () => {
  const page = await open(`#/play?second=you&moves=${PLAYED}`);
  for (const summary of await page.locator(".more > details > summary").all()) await summary.click();
  for (const [width, height] of [[1280, 800], [1024, 768], [768, 1024], [900, 640]]) {
    await page.setViewportSize({ width, height });
    await painted(page);
    for (const part of [".board", ".live", ".moves", ".move-input", ".side", ".more"]) assert.ok(await isInView(page, part), `${part} at ${width} × ${height}`);
    const { height: list } = await page.locator(".moves").boundingBox();
    assert.ok(list > 60, `${list} pixels of moves at ${width} × ${height}`);
  }
});

test("on a phone the lines stand below the board, and the moves behind one tap", async () => {
  const page = await openNew("#/play?second=you&moves=e2e4.e7e5", { viewport: { width: 360, height: 740 }, reducedMotion: "reduce", hasTouch: true });
  await page.tap(".live button");
  await page.waitForFunction(() => document.querySelectorAll(".live-lines li").length === 3);
  for (const part of [".board", ".live", ".status"]) assert.ok(await isInView(page, part), part);
  assert.equal(await page.isVisible(".moves"), false);
  await page.tap(".fold");
  assert.equal(await page.isVisible(".moves"), true);
  assert.equal(await page.getAttribute(".fold", "aria-expanded"), "true");
  await page.tap(".fold");
  assert.equal(await page.isVisible(".moves"), false);
});

test("a judged game says how accurate each side was, and by which formula; a reload keeps it", async () => {
  const page = await open(JUDGED);
  // Black made no mistakes.
  await expectText(page, ".sides", "White: accuracy ");
  await expectText(page, ".sides", "8.80 pawns lost a move; 1 blunder.");
  await expectText(page, ".sides", "Black: accuracy 100 %, 0.00 pawns lost a move; no mistakes.");
  await expectText(page, ".graph details", "0.00368208");
  await page.reload();
  await expectText(page, ".sides", "8.80 pawns");
});

test("one learns from a mistake: what was played and what is bad go back, what is good becomes a variation", async () => {
  const page = await open(JUDGED);
  await page.keyboard.press("l");
  const scores = { a2a3: 850, b1c3: 30 };
  await page.route("**/api/v1/best-move", (route) => {
    const { moves } = route.request().postDataJSON();
    return route.fulfill({ json: { score: { cp: scores[moves.at(-1)] ?? 20 }, depth: 9, counts: { nodes: 500 }, time_ms: 1, move: "e8e7", san: "Ke7" } });
  });
  await page.click("text=Learn from your mistakes");
  await expectText(page, ".lesson", "1 of 1: g4?? was played here. Find a better move for White.");
  await expectSquare(page, "g4", "empty");
  assert.equal(await page.isVisible(".moves"), false, "the moves would tell");
  assert.equal(await page.locator("path.arrow").count(), 0);
  await click(page, "g2", "g4");
  await expectText(page, ".lesson", "g4 is what was played. Try another move.");
  await click(page, "a2", "a3");
  await expectText(page, ".lesson", "a3 is not good enough. Try another move.");
  await expectSquare(page, "a2", "white pawn");
  await click(page, "b1", "c3");
  await expectText(page, ".lesson", "Nc3 is good, too.");
  await expectSquare(page, "c3", "white knight");
  await page.click(".lesson >> text=Next");
  await expectText(page, ".lesson", "That was all: 1 position.");
  await page.click(".lesson >> text=End");
  await expectMoves(page, "f3 e5 g4?? Nc3 Qh4#");
  assert.equal(await page.locator(".lesson").count(), 0);
  assert.equal(await page.getAttribute(".live .toggle", "aria-pressed"), "true", "live analysis is on again");
  await page.click("text=Learn from your mistakes");
  await page.click(".lesson >> text=Show the move");
  await expectText(page, ".lesson", "d4 was the move.");
  await expectSquare(page, "d4", "white pawn");
  assert.deepEqual(page.problems.filter((text) => !text.includes("ERR_ABORTED")), []);
});

test("the opening has its name, whatever the order of its moves, and every line of the table can be played", async () => {
  const page = await open("#/play?second=you&moves=g1f3.g8f6.c2c4.b7b6.d2d4.e7e6");
  await expectText(page, ".opening", "Queen's Indian Defense");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".opening").hidden);
  const [count, wrong] = await page.evaluate(async () => {
    const { readOpenings, openingOf } = await import("/js/later/openings.js");
    const OPENINGS = readOpenings(await (await fetch("/openings.txt")).text());
    const body = OPENINGS.map(([name, moves]) => `[Event "${name}"]\n\n${moves.join(" ")} *\n\n`).join("");
    const answer = await fetch("/api/v1/pgn", { method: "POST", headers: { "content-type": "text/plain" }, body });
    const { games } = await answer.json();
    const found = await Promise.all(OPENINGS.map(([, moves]) => openingOf(moves)));
    const isWrong = ({ errors, nodes }, index) => errors.length > 0 || nodes.map(({ san }) => san).join() !== OPENINGS[index][1].join() || found[index] !== OPENINGS[index][0];
    return [games.length, games.filter(isWrong).map(({ tags }) => tags.Event)];
  });
  assert.ok(count > 200, `${count} lines`);
  assert.deepEqual(wrong, []);
});

test("in the editor spare pieces are dragged to the board, and pieces off it", async () => {
  const page = await open("#/play?second=you&start=4k3/8/8/8/8/8/P7/4K3_w_-_-_0_1");
  await page.click("text=Edit the board");
  const middleOf = async (selector) => {
    const { x, y, width, height } = await page.locator(selector).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const dragTo = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
  };
  const square = (name) => middleOf(`.editor [data-square=${name}]`);
  await page.waitForSelector(".editor .pieces .piece");
  await dragTo(await middleOf(".palette [data-piece=q]"), await square("d4"));
  await expectText(page, ".position-text", "4k3/8/8/8/3q4/8/P7/4K3 w");
  await dragTo(await square("a2"), await middleOf(".editor h2"));
  await expectText(page, ".position-text", "4k3/8/8/8/3q4/8/8/4K3 w");
  await dragTo(await middleOf(".palette [data-piece=P]"), await middleOf(".editor h2"));
  await dragTo(await square("d4"), await square("d5"));
  await expectText(page, ".position-text", "4k3/8/8/3q4/8/8/8/4K3 w");
  assert.equal(await page.locator(".spare").count(), 0);
  await page.click(".editor >> text=Cancel");
});

test("on a phone all of the editor is in reach", async () => {
  const page = await openNew("#/play?second=you", { viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
  await page.click("text=Edit the board");
  await page.waitForSelector(".editor .pieces .piece");
  for (const part of [".palette", ".editor .board", ".editor-settings", ".editor > .row"]) assert.ok(await isInView(page, part), part);
});

test("live analysis searches as many lines as wanted, with as many threads and as much memory", async () => {
  const page = await openNew("#/play?second=you", { reducedMotion: "reduce" });
  const next = () => page.waitForRequest("**/api/v1/search").then((request) => request.postDataJSON());
  const choose = async (label, value) => {
    const [asked] = await Promise.all([next(), page.selectOption(`.options .field:has-text("${label}") select`, value)]);
    return [asked.lines, asked.strategies[0].strategy];
  };
  const [usual] = await Promise.all([next(), page.keyboard.press("l")]);
  assert.deepEqual([usual.lines, usual.strategies[0].strategy], [3, "engine"]);
  await page.click("summary:has-text('Options')");
  assert.deepEqual(await choose("Lines", "5"), [5, "engine"]);
  await page.waitForFunction(() => document.querySelectorAll(".live-lines li").length === 5);
  assert.deepEqual(await choose("Threads", "2"), [5, "engine+threads=2"]);
  assert.deepEqual(await choose("Memory", "64"), [5, "engine+threads=2+hash=64"]);
  await page.waitForFunction(() => document.querySelectorAll(".live-lines li").length === 5);
  await page.reload();
  assert.equal(await page.inputValue('.options .field:has-text("Lines") select'), "5");
});

/** Saves a picture by its button, and gives its bytes in Base64. */
async function saved(page, text) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.transfer >> text=${text}`)]);
  return (await readFile(await download.path())).toString("base64");
}

test("the board is saved as SVG and PNG as it is seen, with its arrows", async () => {
  const page = await open("#/play?second=you&flip=1&moves=e2e4.e7e5");
  await drag(page, "g1", "f3", "right");
  await page.click("summary:has-text('FEN and PGN')");
  const svg = Buffer.from(await saved(page, "Board as SVG"), "base64").toString();
  const found = await page.evaluate((text) => {
    const picture = new DOMParser().parseFromString(text, "image/svg+xml");
    const count = (selector) => picture.querySelectorAll(selector).length;
    return [count("parsererror"), count("rect"), count("use[href='#pieces']"), count("path.arrow")];
  }, svg);
  assert.deepEqual(found, [0, 64 + 2, 32, 1]);
  const png = await saved(page, "Board as PNG");
  const colors = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const at = (x, y) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3).join();
    const shown = (square) => getComputedStyle(document.querySelector(`.play [data-square=${square}]`)).backgroundColor.match(/\d+/g).slice(0, 3).join();
    // The board is seen from Black's side: h1 is at the top left, and e3, which is empty, in the third row.
    return [[image.width, image.height], [at(350, 250), shown("e3")], at(50, 50) !== shown("h1")];
  }, png);
  assert.deepEqual(colors, [[800, 800], [colors[1][1], colors[1][1]], true]);
  assert.deepEqual(page.problems, []);
});

test("a strategy is a preset, a search with switches for its parts, or another program; it is explained, and leads to its chapter if the server has the book", async () => {
  const folder = await mkdtemp(join(tmpdir(), "book-"));
  await writeFile(join(folder, "index.html"), "<title>The book</title>");
  await writeFile(join(folder, "minimax.html"), "<title>Minimax</title>");
  const server = await startServer(undefined, "0", ["--book", folder]);
  try {
    const page = await openNew("#/play?second=minimax:depth=2", {}, server.address);
    await page.click("text=New game");
    await expectText(page, ".start-dialog .explanation", "Every line to the depth, with a function for each side.");
    const groups = await page.locator(".start-dialog [data-part=strategy] optgroup").evaluateAll((all) => all.map(({ label, children }) => [label, children.length]));
    assert.deepEqual(groups.map(([label]) => label), ["Presets", "Searches", "Other programs"]);
    assert.equal(groups[0][1], 4);
    assert.ok(groups[1][1] < 12, groups.join());
    const [chapter] = await Promise.all([page.waitForEvent("popup"), page.click(".start-dialog .explanation a")]);
    await chapter.waitForURL(`${server.address}/book/minimax.html`);
    await page.selectOption(".start-dialog [data-part=strategy]", "alpha-beta");
    await page.click(".start-dialog .declared summary");
    for (const part of ["table", "mtd-f"]) {
      await page.click(`.start-dialog .declared label span:text-is("${part}")`);
      await page.waitForFunction((name) => [...document.querySelectorAll(".start-dialog .declared label")].find((label) => label.textContent === name)?.querySelector("input").checked, part);
    }
    assert.equal(await page.inputValue(".start-dialog [data-part=strategy]"), "alpha-beta");
    await expectText(page, ".start-dialog .explanation", "The book: MTD(f), SSS*, best node");
    assert.deepEqual(page.problems, []);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
  const page = await open("#/play?second=minimax:depth=2");
  await page.click("text=New game");
  await expectText(page, ".start-dialog .explanation", "Every line to the depth");
  assert.equal(await page.locator(".explanation a").count(), 0);
  await page.click(".start-dialog >> text=Cancel");
});
