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
