// Games with dice on the page: rolled by the page or entered from real dice, played by mouse and by keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, expectText, open, spoken } from "./harness.mjs";

const START = "-b----E-C---eE---c-e----B-";
/** Both sides are a person's; the position is an XGID without the match. */
const backgammon = (position) => `#/play?game=backgammon&second=you&start=${encodeURIComponent(`XGID=${position}:0:0:0:0:10`)}`;

test("a play of backgammon is clicked in any order, and the page rolls for the other side", async () => {
  const page = await open(backgammon(`${START}:0:0:1:31`));
  assert.match(await spoken(page, "i1"), /^6, 5 white/, "points have their numbers");
  assert.match(await spoken(page, "a2"), /^die, 3/);
  // 6/5 before 8/5: the points 6, 5 and 8 are these cells.
  await click(page, "i1", "j1", "f1", "j1");
  await page.waitForFunction(() => document.querySelector(".moves")?.textContent.includes("8/5 6/5"));
  await expectText(page, ".status", "Black to move");
  assert.match(await spoken(page, "j1"), /^5, 2 white/);
  await page.waitForFunction(() => /^die, [1-6]$/.test(document.querySelector("[data-square=a2]").ariaLabel));
  assert.deepEqual(page.problems, []);
});

test("backgammon by keyboard: one checker plays both dice", async () => {
  const page = await open(backgammon(`${START}:0:0:1:65`));
  await page.focus("[data-square=o2]");
  const keys = async (...names) => {
    for (const name of names) await page.keyboard.press(name);
  };
  // 24/18/13, from the point beside the checkers borne off.
  await keys("ArrowLeft", "Enter");
  await expectText(page, "#announcer", "24 selected");
  for (let step = 0; step < 7; step += 1) await page.keyboard.press("ArrowLeft");
  await keys("Enter", "Enter");
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowLeft");
  await keys("Enter");
  await page.waitForFunction(() => document.querySelector(".moves")?.textContent.includes("24/13"));
  assert.deepEqual(page.problems, []);
});

test("EinStein: the rolled stone moves", async () => {
  const rows = "ABC../DE.../F...f/...ed/..cba";
  const page = await open(`#/play?game=einstein&second=you&start=${rows}_A_6`);
  assert.match(await spoken(page, "a3"), /red 6/);
  assert.match(await spoken(page, "f3"), /6/);
  await click(page, "a1", "a2");
  await click(page, "a3", "b2");
  // The page rolls for the other side at once.
  await page.waitForFunction(() => document.querySelector(".moves")?.textContent.includes("a3b2"));
  await expectText(page, ".status", "Blue to move");
  assert.match(await spoken(page, "b2"), /red 6/);
  assert.deepEqual(page.problems, []);
});

const CHOICE = "I enter the rolls of real dice";
/** Presses keys one after the other. */
const keys = async (page, ...names) => {
  for (const name of names) await page.keyboard.press(name);
};

test("rolls of real dice are buttons, or typed; a strategy moves after its own", async () => {
  const page = await open(backgammon(`${START}:0:0:1:31`).replace("&second=you", ""));
  await page.getByLabel(CHOICE).check();
  // Before the roll the evaluation bar shows an expectation.
  const asked = page.waitForResponse((response) => response.url().endsWith("/best-move") && response.request().postData().includes("8/5,6/5"));
  await click(page, "f1", "j1", "i1", "j1");
  await expectText(page, ".status", "Black to roll");
  const rolls = page.locator(".move-buttons button");
  assert.equal((await rolls.allTextContents()).length, 21);
  assert.equal((await asked).status(), 200);
  assert.match(await spoken(page, "a2"), /^die, empty/);
  await rolls.filter({ hasText: "42" }).click();
  await expectText(page, ".status", "White to roll");
  assert.match(await page.locator(".moves").textContent(), /42: /);
  // The dice have no order.
  await page.getByLabel("Type a move").fill("16");
  await keys(page, "Enter");
  await expectText(page, ".status", "White to move");
  assert.match(await spoken(page, "a2"), /^die, 6/);
  await page.getByLabel(CHOICE).uncheck();
  assert.deepEqual(page.problems, []);
});

test("real dice by keyboard: from the roll to the stone, and on to the next roll", async () => {
  const page = await open("#/play?game=einstein&second=you&start=ABC../DE.../F...f/...ed/..cba_A_6");
  const choice = page.getByLabel(CHOICE);
  await choice.uncheck();
  await choice.focus();
  await keys(page, "Space");
  await page.focus("[data-square=a3]");
  await keys(page, "Enter", "ArrowRight", "Enter");
  await expectText(page, ".status", "Blue to roll");
  await page.locator(".move-buttons button", { hasText: "3" }).focus();
  await keys(page, "Enter");
  await expectText(page, ".status", "Blue to move");
  await page.waitForFunction(() => document.activeElement.dataset.square !== undefined);
  assert.match(await spoken(page, "f3"), /3/);
  await choice.uncheck();
  assert.deepEqual(page.problems, []);
});

test("new games of EinStein begin with other arrangements", async () => {
  const page = await open("#/play?game=einstein&second=you");
  const starts = new Set();
  for (let game = 0; game < 3; game += 1) {
    const before = page.url();
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForURL((url) => url.href !== before);
    const red = await page.waitForFunction((places) => {
      const stones = places.map((square) => document.querySelector(`[data-square=${square}]`).ariaLabel.match(/red ([1-6])/)?.[1]);
      return new Set(stones).size === 6 && !stones.includes(undefined) && stones.join();
    }, ["a5", "b5", "c5", "a4", "b4", "a3"]);
    starts.add(await red.jsonValue());
  }
  assert.ok(starts.size > 1, [...starts].join("\n"));
  assert.deepEqual(page.problems, []);
});
