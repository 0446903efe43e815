// Games on the page: by mouse, by keyboard, and every special move.

import assert from "node:assert/strict";
import { test } from "node:test";
import { analyze, byDepth, click, drag, expectMoves, expectSquare, expectText, hold, isSecondPass, middle, moves, open, openNew, painted, pgn, ready, spoken } from "./harness.mjs";

/** A game that a person plays for both sides. */
const game = (values = "") => `#/play?second=you${values && `&${values}`}`;

test("a game to mate by mouse: drags and clicks", async () => {
  const page = await open(game());
  await drag(page, "f2", "f3");
  await expectMoves(page, "f3");
  await click(page, "e7", "e5");
  await expectMoves(page, "f3 e5");
  await drag(page, "g2", "g4");
  await expectMoves(page, "f3 e5 g4");
  await click(page, "d8", "h4");
  await expectMoves(page, "f3 e5 g4 Qh4#");
  await expectText(page, ".status", "Black wins by checkmate");
  assert.match(await spoken(page, "e1"), /in check/);
  await click(page, "e2", "e4");
  assert.equal(await moves(page), "f3 e5 g4 Qh4#", "the game is over");
  assert.deepEqual(page.problems, []);
});

test("a game to mate by keyboard alone, announced", async () => {
  const page = await open(game());
  for (let tabs = 0; tabs < 20; tabs += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.dataset.square)) break;
  }
  const play = async (from, to) => {
    for (const square of [from, to]) await goTo(page, square);
  };
  await play("e2", "e4");
  await expectMoves(page, "e4");
  await expectText(page, "#announcer", "White: pawn e2 to e4.");
  await play("e7", "e5");
  await expectMoves(page, "e4 e5");
  await play("d1", "h5");
  await expectMoves(page, "e4 e5 Qh5");
  await play("b8", "c6");
  await expectMoves(page, "e4 e5 Qh5 Nc6");
  await play("f1", "c4");
  await expectMoves(page, "e4 e5 Qh5 Nc6 Bc4");
  await play("g8", "f6");
  await expectMoves(page, "e4 e5 Qh5 Nc6 Bc4 Nf6");
  await play("h5", "f7");
  await expectMoves(page, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
  await expectText(page, "#announcer", "queen h5 takes pawn f7. White wins by checkmate.");
});

/** Walks with the arrow keys to a square and presses Enter. */
async function goTo(page, target) {
  const now = await page.evaluate(() => document.activeElement.dataset.square);
  const [across, up] = [target.charCodeAt(0) - now.charCodeAt(0), target[1] - now[1]];
  for (let step = 0; step < Math.abs(across); step += 1) await page.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
  for (let step = 0; step < Math.abs(up); step += 1) await page.keyboard.press(up > 0 ? "ArrowUp" : "ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), target);
  await page.keyboard.press("Enter");
}

test("typed moves, in both notations", async () => {
  const page = await open(game());
  const type = async (text) => {
    await page.fill(".move-input input", text);
    await page.keyboard.press("Enter");
  };
  await type("Nf3");
  await expectMoves(page, "Nf3");
  await type("d7d5");
  await expectMoves(page, "Nf3 d5");
  await type("Ke5");
  await page.waitForSelector("#problem:not([hidden])");
  assert.match(await page.textContent("#problem p"), /Ke5/);
  assert.equal(await moves(page), "Nf3 d5");
});

test("an illegal drop goes back to its square", async () => {
  const page = await open(game());
  await drag(page, "e2", "e5");
  await drag(page, "g1", "g3");
  await drag(page, "e7", "e5");
  assert.equal(await page.locator(".moves button").count(), 0);
  await expectSquare(page, "e2", "white pawn");
  const [square, piece] = [await middle(page, "e2"), await page.locator('.pieces [data-piece="P"]').nth(4).boundingBox()];
  assert.ok(Math.abs(piece.x + piece.width / 2 - square.x) < 2 && Math.abs(piece.y + piece.height / 2 - square.y) < 2);
  const { x, y } = await middle(page, "g1");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, 2);
  await page.mouse.up();
  await expectSquare(page, "g1", "white knight");
});

test("promotion: the picker offers four pieces, and can be left", async () => {
  const page = await open(game("start=7k/P7/8/8/8/8/8/K7_w_-_-_0_1"));
  await drag(page, "a7", "a8");
  await page.waitForSelector(".promotion");
  assert.deepEqual(await page.locator(".promotion button").evaluateAll((all) => all.map((node) => node.ariaLabel)), ["Queen", "Knight", "Rook", "Bishop"]);
  await page.keyboard.press("Escape");
  await expectSquare(page, "a7", "white pawn");
  await click(page, "a7", "a8");
  await page.click(".promotion [aria-label=Knight]");
  await expectMoves(page, "a8=N");
  await expectSquare(page, "a8", "white knight");
});

test("castling on both sides, by the king's and by the rook's square", async () => {
  const start = "start=r3k2r/8/8/8/8/8/8/R3K2R_w_KQkq_-_0_1";
  const page = await open(game(start));
  await drag(page, "e1", "g1");
  await expectMoves(page, "O-O");
  await expectSquare(page, "f1", "white rook");
  await click(page, "e8", "a8");
  await expectMoves(page, "O-O O-O-O");
  await expectSquare(page, "c8", "black king");
  await expectSquare(page, "d8", "black rook");
});

test("en passant takes the pawn that passed", async () => {
  const page = await open(game("moves=e2e4.a7a6.e4e5.d7d5"));
  await drag(page, "e5", "d6");
  await expectMoves(page, "e4 a6 e5 d5 exd6");
  await expectSquare(page, "d5", "empty");
  await expectText(page, "#announcer", "takes pawn d6 en passant");
});

test("Chess960 castling: the king takes its own rook", async () => {
  const page = await open("#/play?game=chess960&second=you&start=nrk1brnb/pppppppp/8/8/8/8/PPPPPPPP/NRK1BRNB_w_FBfb_-_0_1");
  await drag(page, "c1", "b1");
  await expectMoves(page, "O-O-O");
  await expectSquare(page, "c1", "white king");
  await expectSquare(page, "d1", "white rook");
});

test("a random and a chosen start of Chess960", async () => {
  const page = await open("#/play?game=chess960&second=you");
  await page.click("text=New game");
  await page.fill(".start-dialog input[type=number]", "0");
  await page.click("text=Start >> nth=-1");
  await expectSquare(page, "a1", "white bishop");
  await expectSquare(page, "h1", "white rook");
});

test("a strategy answers, and a move is taken back together with its answer", async () => {
  const page = await open("#/play?second=alpha-beta:depth=2");
  await click(page, "e2", "e4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await expectText(page, ".status", "White to move");
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 0);
  await expectSquare(page, "e2", "white pawn");
});

test("a move that is taken back while the answer to it is on its way stays taken back, and nobody hears of the answer", async () => {
  const page = await open("#/play?second=alpha-beta:depth=2");
  const searches = await hold(page, "best-move", ({ strategy }) => strategy);
  searches.release();
  const answer = await hold(page, "play", ({ moves: before }) => before.length === 1);
  await click(page, "e2", "e4");
  while (answer.asked === 0) await painted(page);
  // Another look at the same position starts no other search.
  await page.keyboard.press("f");
  await painted(page);
  assert.equal(searches.asked, 1);
  await page.keyboard.press("u");
  await expectMoves(page, "");
  const announced = await page.textContent("#announcer");
  const arrived = page.waitForResponse((response) => response.url().endsWith("/play"));
  answer.release();
  await (await arrived).finished();
  await painted(page);
  assert.deepEqual([await moves(page), await page.textContent("#announcer")], ["", announced]);
  await expectSquare(page, "e2", "white pawn");
});

test("an answer about a game that was left says nothing about the next one", async () => {
  const page = await open(game("moves=e2e4.e7e5.g1f3"));
  const late = await hold(page, "legal-moves");
  await page.keyboard.press("ArrowLeft");
  while (late.asked === 0) await painted(page);
  await page.evaluate(() => (location.hash = "#/play?game=connect-four&second=you"));
  await expectText(page, ".status", "Red to move");
  const arrived = page.waitForResponse((response) => response.url().endsWith("/legal-moves"));
  late.release();
  await (await arrived).finished();
  await painted(page);
  await click(page, "d1");
  await expectMoves(page, "d");
  await expectText(page, ".status", "Yellow to move");
});

test("a drag that began in another position is played once the moves of this one are known", async () => {
  const page = await open(game("moves=e2e4.e7e5.g1f3"));
  const answer = await hold(page, "legal-moves");
  const [start, end] = [await middle(page, "b8"), await middle(page, "c6")];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const wanted of [1, 2]) {
    await page.keyboard.press("ArrowLeft");
    while (answer.asked < wanted) await painted(page);
  }
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
  answer.release();
  await expectText(page, ".moves", "Nc6");
});

test("two strategies play each other and can be paused", async () => {
  const page = await open("#/play?first=random&second=alpha-beta:depth=1");
  assert.equal(await page.locator(".moves button").count(), 0, "a link starts no searches");
  await page.click("[data-action=pause]");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length >= 3);
  const searches = await hold(page, "best-move", ({ strategy }) => strategy);
  // While a strategy is asked, no move is under way.
  while (searches.asked === 0) await painted(page);
  await page.click("[data-action=pause]");
  await page.waitForFunction(() => document.querySelector(".strip.thinking") === null);
  const count = await page.locator(".moves button").count();
  // Walking to the end of the game would make a strategy move that is not paused.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await painted(page);
  assert.deepEqual([searches.asked, await page.locator(".moves button").count()], [1, count]);
});

test("the arrow keys walk, and a move from an earlier position starts a variation", async () => {
  const page = await open(game("moves=e2e4.e7e5.g1f3"));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expectSquare(page, "e5", "empty");
  await click(page, "c7", "c5");
  await expectMoves(page, "e4 e5 c5 Nf3");
  assert.equal(await page.textContent(".variation"), "(1…c5)");
  await page.keyboard.press("Home");
  await expectSquare(page, "e2", "white pawn");
  await page.keyboard.press("End");
  await expectSquare(page, "f3", "white knight");
});

test("a link that is followed right after a change opens its own game", async () => {
  const page = await open(game("moves=e2e4"));
  await page.evaluate(() => {
    // The second change is written to the address a little later, when the link is already followed.
    for (let times = 0; times < 2; times += 1) document.querySelector("[data-action=flip]").click();
    location.hash = "#/play?second=you&moves=d2d4";
    const started = performance.now();
    while (performance.now() - started < 200);
  });
  await expectMoves(page, "d4");
});

test("flip, legal dots and arrows by the right button", async () => {
  const page = await open(game());
  await click(page, "g1");
  await page.waitForSelector(".target");
  assert.deepEqual(await page.locator(".target").evaluateAll((all) => all.map((node) => node.dataset.square).sort()), ["f3", "h3"]);
  const before = await middle(page, "e2");
  await page.keyboard.press("f");
  const flipped = await middle(page, "e2");
  assert.ok(flipped.y < before.y, "White's pawns are at the top");
  await drag(page, "g1", "f3", "right");
  assert.equal(await page.locator("path.arrow.green").count(), 1);
  await drag(page, "g1", "f3", "right");
  assert.equal(await page.locator("path.arrow").count(), 0);
});

test("the keys are shown by a key, and the wheel on the board walks", async () => {
  const page = await open(game("moves=e2e4.e7e5.g1f3"));
  await page.keyboard.press("?");
  await expectText(page, ".keys", "Flip the board");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".keys", { state: "detached" });
  const { x, y } = await middle(page, "d4");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await expectSquare(page, "f3", "empty");
  await page.mouse.wheel(0, -40);
  await painted(page);
  assert.match(await spoken(page, "e5"), /black pawn/, "a part of a notch does nothing yet");
  await page.mouse.wheel(0, -40);
  await expectSquare(page, "e5", "empty");
  await page.mouse.wheel(0, 100);
  await expectSquare(page, "e5", "black pawn");
});

test("a game without mate says win and loss", async () => {
  const page = await open("#/play?game=tic-tac-toe&second=you&moves=a1.b3.c1");
  await page.keyboard.press("h");
  await expectText(page, ".status", "(win in ");
  await click(page, "b1", "a3");
  await page.waitForFunction(() => document.querySelector(".evaluation-bar .score").textContent === "loss");
  await open("#/play?game=connect-four&second=you&moves=d.a.d.a.d.a.d");
  await expectText(page, ".status", "Red wins");
  await page.waitForFunction(() => document.querySelector(".evaluation-bar .score").textContent === "won");
  const inside = await open("#/watch?game=tic-tac-toe&start=XX.OO....&strategy=alpha-beta:depth=2");
  await inside.keyboard.press("End");
  await expectText(inside, ".step-text", "which leaves it a win in 1");
});

test("a hint is drawn and announced", async () => {
  const page = await open(game("start=6k1/5ppp/8/8/8/8/8/R3K3_w_Q_-_0_1"));
  await page.keyboard.press("h");
  await page.waitForSelector("path.arrow.blue");
  await expectText(page, ".status", "Hint: Ra8# (#1)");
});

test("FEN and PGN, in and out", async () => {
  const page = await open(game("moves=e2e4.e7e5(c7c5.g1f3).g1f3"));
  const text = await pgn(page);
  assert.match(text, /\n1\. e4 e5 \(1\.\.\. c5 2\. Nf3\) 2\. Nf3 \*\n$/);
  await page.fill(".transfer input", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.keyboard.press("Enter");
  await expectSquare(page, "e8", "black king");
  await page.fill(".transfer textarea", text);
  await page.click(".pgn >> text=Load");
  await expectMoves(page, "e4 e5 c5 Nf3 Nf3");
  assert.equal((await pgn(page)).split("\n").at(-2), text.split("\n").at(-2));
  await page.fill(".transfer input", "4k3/8/8/8 w");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#problem:not([hidden])");
});

test("an annotated PGN shows its comments and marks", async () => {
  const page = await open(game());
  await page.click("summary:has-text('FEN and PGN')");
  await page.fill(".transfer textarea", '[White "A <b>bold</b> one"]\n\n1. e4! {best by test} e5 *');
  await page.click(".pgn >> text=Load");
  await expectText(page, ".comment", "best by test");
  assert.equal(await page.locator(".moves b").count(), 0);
});

test("the engine judges a game: a curve, marks, better lines, and all of it as PGN", async () => {
  const page = await open(game("moves=f2f3.e7e5.g2g4.d8h4"));
  await analyze(page);
  await expectText(page, ".analysis", "1 blunder");
  assert.equal(await page.locator(".graph .dot.blunder").count(), 1);
  assert.match(await page.getAttribute(".graph svg", "aria-label"), /g4, blunder/);
  assert.match(await moves(page), /^f3\S* .*g4\?\? .*Qh4#$/);
  assert.ok((await page.locator(".variation").count()) > 0, "a better line is shown");
  await expectText(page, ".moves", "was best");
  const picture = await page.locator(".graph svg").boundingBox();
  await page.mouse.click(picture.x + picture.width * 0.5, picture.y + 10);
  assert.equal(await page.textContent(".moves [aria-current=true]"), "e5");
  assert.match(await pgn(page), /g4\?\?\s+\{\[%eval\s+#-1\]/);
  await page.click(".pgn >> text=Load");
  await expectText(page, ".transfer", "moves loaded");
  assert.equal(await page.locator(".graph .dot.blunder").count(), 1, "a file that is annotated needs no analysis");
});

test("the score of a judged move opens the end of the line that its search expected; one from a file has no line", async () => {
  const page = await openNew("#/play?second=you&moves=f2f3.e7e5.g2g4");
  await analyze(page);
  const openScore = async (number) => {
    await page.click(`.moves .score >> nth=${number}`);
    await page.waitForSelector(".apart .line");
    const said = await Promise.all([".line", ".total", ".why"].map((part) => page.textContent(`.apart ${part}`)));
    await page.click(".apart >> text=Close");
    return said;
  };
  assert.deepEqual(await openScore(2), ["After g4 Qh4#", "", "Black wins by checkmate. The score is that of the end, so no evaluator was asked."]);
  const [line, total] = await openScore(0);
  assert.match(line, /^After f3 \S+ /);
  assert.match(total, /^It gives .* for White\.$/);
  await page.reload();
  await ready(page);
  assert.equal((await openScore(0))[0], line, "a reload keeps the line");
  await pgn(page);
  await page.click(".pgn >> text=Load");
  await expectText(page, ".transfer", "moves loaded");
  const [after, , why] = await openScore(2);
  assert.equal(after, "After g4");
  assert.match(why, /^The score #−1 came with the game, without its line/);
  assert.deepEqual(page.problems, []);
});

test("the first judgments are there before the deeper ones", async () => {
  const page = await open(game("moves=f2f3.e7e5.g2g4.d8h4"));
  let release = null;
  const released = new Promise((resolve) => (release = resolve));
  await page.route(isSecondPass, (route) => released.then(() => byDepth(route)));
  await page.click("text=Analyze the game");
  await page.waitForSelector(".graph .dot.blunder");
  await expectText(page, ".analysis", "The first judgments are here; looking deeper …");
  assert.equal(await page.locator(".variation").count(), 0, "better lines come with the deeper ones");
  release();
  await page.waitForSelector(".variation");
  await page.waitForSelector(".analysis >> text=Stop", { state: "hidden" });
});

test("the board stays where it is whatever is said of the players, and is whole on a phone in landscape", async () => {
  const page = await open("#/play?second=you");
  for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }, { width: 740, height: 360 }]) {
    await page.setViewportSize(viewport);
    await painted(page);
    const place = () => page.locator(".play .board").boundingBox();
    const before = await place();
    await page.evaluate(() => {
      for (const part of document.querySelectorAll(".player-name, .thought")) part.textContent = "a long name, +0.31 · depth 12 · 1,234,567 nodes · 1.25 s ".repeat(3);
    });
    assert.deepEqual(await place(), before, JSON.stringify(viewport));
    assert.ok(before.y + before.height <= viewport.height, JSON.stringify([before, viewport]));
  }
});

test("a notice does not cover the field for a move", async () => {
  const page = await open("#/play?second=you&moves=e2e4");
  for (const size of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
    await page.setViewportSize(size);
    if (size.width < 768) await page.click(".fold");
    await page.evaluate(() => {
      const notice = document.getElementById("notice");
      notice.querySelector("p").textContent = "The moves from here on were removed.";
      notice.hidden = false;
    });
    await page.focus("[aria-label='Type a move']");
    const [field, notice] = await Promise.all(["[aria-label='Type a move']", "#notice"].map((each) => page.locator(each).boundingBox()));
    assert.ok(notice.y + notice.height < field.y, JSON.stringify([notice, field]));
    await page.evaluate(() => (document.getElementById("notice").hidden = true));
  }
});

test("a running analysis is stopped", async () => {
  const page = await open(game("moves=e2e4.e7e5.g1f3.b8c6.f1b5.a7a6.b5a4.g8f6.e1g1"));
  await page.route((url) => url.pathname.endsWith("/pgn"), () => {});
  await page.click("text=Analyze the game");
  await page.click(".analysis >> text=Stop");
  await page.waitForFunction(() => document.querySelector(".analysis .quiet").textContent === "");
  assert.equal(await page.locator(".graph").isVisible(), false);
  assert.deepEqual(page.problems, []);
});

test("the engine plays at a level", async () => {
  const page = await open("#/play?second=engine:elo=1400");
  await page.click("text=New game");
  const strength = page.locator("[aria-label='Opponent: strength']");
  assert.equal(await strength.inputValue(), "1400");
  assert.equal(await page.locator(".start-dialog .limit").count(), 0, "a weak player has no limit to choose");
  await strength.selectOption("800");
  await page.click("text=Start >> nth=-1");
  await page.waitForFunction(() => location.hash.includes("engine:elo=800"));
  const [asked] = await Promise.all([page.waitForRequest((request) => request.url().endsWith("/best-move") && request.postDataJSON().strategy), click(page, "e2", "e4")]);
  assert.equal(asked.postDataJSON().elo, 800);
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await expectText(page, ".strip-place:first-child", "engine, Elo 800");
});

test("tic-tac-toe and connect four by mouse", async () => {
  const page = await open("#/play?game=tic-tac-toe&second=you");
  await click(page, "a1", "a2", "b1", "b2");
  await expectMoves(page, "a1 a2 b1 b2");
  await click(page, "c1");
  await expectText(page, ".status", "X wins");
  assert.equal(await page.locator(".square.line").count(), 3);
  await page.click("text=New game");
  await page.selectOption(".game-name", "connect-four");
  await page.check("[name='You play'][value=both]", { force: true });
  await page.click("text=Start >> nth=-1");
  await page.waitForSelector("[data-game=connect-four]");
  await click(page, "d6", "d6");
  await expectMoves(page, "d d");
  await expectSquare(page, "d1", "red");
  await expectSquare(page, "d2", "yellow");
  await expectText(page, ".status", "Red to move");
  await expectText(page, ".strip-place:first-child", "Yellow: You");
  assert.match(await page.locator(".strip-place:first-child .side-sign").evaluate((sign) => sign.style.background), /svg/);
});

test("the evaluation bar shows who is better and can be hidden", async () => {
  const page = await openNew(game("start=4k3/8/8/8/8/8/8/QQ2K3_w_-_-_0_1"));
  await page.waitForFunction(() => /Evaluation: (\+|#)/.test(document.querySelector(".evaluation-bar").ariaLabel ?? ""));
  await page.click("summary:has-text('Options')");
  await page.click("text=Evaluation bar");
  assert.equal(await page.locator(".evaluation-bar").isVisible(), false);
  await page.reload();
  await ready(page);
  assert.equal(await page.locator(".evaluation-bar").isVisible(), false, "the choice is kept");
});

test("clicks, drags, keys and typed moves that come before the legal moves are not lost", async () => {
  const page = await open(game());
  let server = await hold(page, "play");
  await click(page, "e2", "e4", "e7", "e5");
  await drag(page, "g1", "f3");
  assert.equal(await moves(page), "e4");
  server.release();
  await expectMoves(page, "e4 e5 Nf3");
  await page.unrouteAll();

  server = await hold(page, "play");
  await click(page, "b8", "c6");
  await page.focus("[data-square=f1]");
  await goTo(page, "f1");
  await goTo(page, "b5");
  await page.keyboard.press("h");
  server.release();
  await expectMoves(page, "e4 e5 Nf3 Nc6 Bb5");
  await page.waitForSelector("path.arrow.blue");
  await page.unrouteAll();

  server = await hold(page, "play");
  for (const text of ["a6", "Ba4", "Nf6"]) {
    await page.fill(".move-input input", text);
    await page.keyboard.press("Enter");
  }
  server.release();
  await expectMoves(page, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6");
  assert.deepEqual(page.problems, []);
});

test("what came too early and is not legal then does nothing", async () => {
  const page = await open(game());
  let server = await hold(page, "play");
  await click(page, "e2", "e4", "e7", "e4", "d2", "d4");
  server.release();
  await expectSquare(page, "e4", "white pawn");
  await page.waitForFunction(() => document.querySelector(".early") === null);
  assert.equal(await moves(page), "e4");
  await page.unrouteAll();

  server = await hold(page, "play");
  await click(page, "e7", "e5", "d2", "d4");
  await page.keyboard.press("ArrowLeft");
  server.release();
  await expectMoves(page, "e4 e5");
  await page.keyboard.press("ArrowRight");
  await painted(page);
  assert.equal(await moves(page), "e4 e5", "it was meant for the position that was left");
});

test("a move taken back before the server knew it stays away", async () => {
  const page = await open(game());
  const server = await hold(page, "play");
  await click(page, "e2", "e4");
  await page.keyboard.press("u");
  await expectSquare(page, "e2", "white pawn");
  const answered = page.waitForResponse("**/api/v1/play");
  server.release();
  await answered;
  await painted(page);
  assert.equal(await page.locator(".moves button").count(), 0);
  assert.deepEqual(page.problems, []);
});
