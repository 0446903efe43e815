// A game added in Rust (`examples/your_own_page.rs`), without any script of its own; and strategies written as their parts.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { click, drag, expectMoves, expectSquare, expectText, open, openNew, painted, startServer } from "./harness.mjs";

let own = null;
before(async () => (own = await startServer(process.env.PLYWOOD_WEB_OWN)));
after(() => own?.stop());
const openOwn = (hash) => openNew(hash, { reducedMotion: "reduce" }, own.address);

test("an own game is played by clicks, drags, keys and text, to its end", async () => {
  const page = await openOwn("#/play?second=you");
  assert.equal(await page.locator(".play .square").count(), 25);
  await click(page, "a1");
  assert.deepEqual(await page.locator(".target").evaluateAll((all) => all.map((node) => node.dataset.square)), ["a2"]);
  await click(page, "a2");
  await expectMoves(page, "a1a2");
  await drag(page, "b5", "b4");
  await expectMoves(page, "a1a2 b5b4");
  await page.focus("[data-square=a2]");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expectMoves(page, "a1a2 b5b4 a2a3");
  await expectText(page, "#announcer", "White: a2a3.");
  await page.fill(".move-input input", "a5a4");
  await page.keyboard.press("Enter");
  await expectMoves(page, "a1a2 b5b4 a2a3 a5a4");
  await click(page, "a3", "b4", "c5", "b4", "b1", "b2", "b4", "b3", "c1", "c2", "b3", "c2", "d1", "d2", "c2", "c1");
  await expectText(page, ".status", "Black wins by a pawn on the last row.");
  await page.click("[data-action=first]");
  await expectSquare(page, "a1", "w");
  assert.deepEqual([page.problems, page.foreign], [[], []]);
});

test("a pass is a button, one that is forced is said and made, and taking back goes behind it", async () => {
  const page = await openOwn("#/play?second=you");
  // Hexapawn has no passes, so the server's answers are given some.
  const pass = { move: "pass", san: "pass", from: null, to: "pass", clicks: [], changes: {} };
  let after = null;
  let isForced = false;
  await page.route("**/api/v1/play", async (route) => {
    const asked = route.request().postDataJSON();
    if (asked.move !== "pass") {
      after = await (await route.fetch()).json();
      return route.fulfill({ json: { ...after, moves: isForced ? [pass] : [...after.moves, pass] } });
    }
    const history = [...after.history, { ...pass, position: after.position, check: null }];
    return route.fulfill({ json: { ...after, history, side_to_move: "white" } });
  });
  await click(page, "a1", "a2");
  await page.click(".move-buttons >> text=pass");
  await expectMoves(page, "a1a2 pass");
  await page.keyboard.press("u");
  await page.keyboard.press("u");
  await expectMoves(page, "");
  isForced = true;
  await click(page, "b1", "b2");
  await expectMoves(page, "b1b2 pass");
  await expectText(page, "#notice", "Black has to pass.");
  await page.keyboard.press("u");
  await expectMoves(page, "");
  assert.deepEqual(page.problems, []);
});

test("a strategy answers in an own game, and gives a hint", async () => {
  const page = await openOwn("#/play?second=alpha-beta:depth=4");
  await click(page, "c1", "c2");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await page.keyboard.press("h");
  await page.waitForSelector("path.arrow.blue");
  await expectText(page, ".status", "Hint: ");
});

test("an own game is compared and looked into", async () => {
  const page = await openOwn("#/compare?strategies=minimax;pvs+killers+table=1&limit=depth=4&run=1");
  await page.waitForSelector(".results[data-running=false] .state[data-state=finished] >> nth=1");
  await expectText(page, ".race", "✓ same");
  const inside = await openOwn("#/watch?game=hexapawn&strategy=alpha-beta:depth=3");
  await expectText(inside, ".facts", "Cut-off");
  await inside.click("text=Take this position apart");
  await expectText(inside, ".apart", "pawns: 0.00");
});

test("a game without a board is its text, and its moves are buttons", async () => {
  const page = await openOwn("#/play?game=tree&second=you");
  await expectText(page, ".board pre", "((3 12 8) (2 4 6) (14 5 2))");
  await page.click(".move-buttons >> text=b");
  await expectMoves(page, "b");
  await expectText(page, ".board pre", "(2 4 6)");
  await page.click(".move-buttons >> text=c");
  await expectMoves(page, "b c");
  await expectText(page, ".status", "wins");
  assert.deepEqual(page.problems, []);
});

test("a strategy is written as its parts, and what is wrong with it is shown", async () => {
  const page = await open("#/play?second=alpha-beta:depth=2");
  await page.click("text=New game");
  await page.selectOption("[aria-label='Opponent: player']", "+");
  const field = page.locator("[aria-label='Opponent: composition']");
  assert.equal(await field.inputValue(), "alpha-beta");
  await field.fill("pvs+killer");
  await field.press("Enter");
  await expectText(page, ".field-problem", 'pvs takes no "killer"');
  await field.fill("pvs captures table=1:depth=2");
  await field.press("Enter");
  await page.waitForFunction(() => document.querySelector(".field-problem") === null);
  await page.click("text=Start >> nth=-1");
  await page.waitForFunction(() => location.hash.includes("second=pvs%2Bcaptures%2Btable=1:depth=2"));
  await click(page, "e2", "e4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await expectText(page, ".strip-place:first-child", "pvs+captures+table=1, depth 2");
});

test("the settings of a strategy are fields", async () => {
  const page = await open("#/play?second=engine:depth=2");
  await page.click("text=New game");
  await page.click(".declared summary");
  await page.fill("[aria-label='Opponent: hash']", "32");
  const isSet = page.waitForResponse((response) => response.url().includes("word=hash"));
  await page.keyboard.press("Tab");
  await (await isSet).finished();
  await painted(page);
  await page.click(".declared label:has-text('without null-move')");
  await expectText(page, ".start-dialog .explanation", "without null-move");
  assert.equal(await page.inputValue("[aria-label='Opponent: player']"), "engine");
  await page.click("text=Go on with these players");
  await page.waitForFunction(() => location.hash.includes("second=engine%2Bhash=32%2Bwithout=null-move:depth=2"));
});
