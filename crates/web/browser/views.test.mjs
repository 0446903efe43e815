// The views "Compare" and "Inside".

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, expectSquare, expectText, hold, open, ready, site } from "./harness.mjs";

const row = (page, number) => page.locator(".race tbody tr:not(.line-row)").nth(number).locator("th, td").allTextContents();

test("strategies are compared live, by depth", async () => {
  const page = await open("#/compare?strategies=minimax;alpha-beta;everything&limit=depth=3");
  await page.click("button.primary");
  await page.waitForSelector("[data-running=false] .state[data-state=finished] >> nth=2", { timeout: 30000 });
  await page.waitForSelector(".results[data-running=false]");
  const [minimax, alphaBeta] = [await row(page, 0), await row(page, 1)];
  assert.deepEqual([minimax[0], minimax[3], minimax[4]], ["minimax", "3", "9,323"]);
  assert.equal(minimax[10], "reference");
  assert.equal(alphaBeta[10], "✓ same");
  assert.equal(alphaBeta[2], minimax[2], "the same score");
  assert.equal(await page.locator(".plot .dot").count(), 9, "three strategies, three depths");
  assert.match(await page.getAttribute(".plot svg", "aria-label"), /minimax: depth 1, 21 nodes; depth 2, 421 nodes/);
});

test("a line is clicked through on the board", async () => {
  const page = await open("#/compare?strategies=minimax;alpha-beta&limit=depth=2&start=7k/8/8/8/8/8/R7/K7_w_-_-_0_1");
  await page.click("button.primary");
  await page.waitForSelector(".results[data-running=false] .line-moves button >> nth=0");
  const first = page.locator(".line-moves button").first();
  const san = await first.textContent();
  await first.click();
  await expectText(page, ".position .row", san);
  await page.click(".position >> text=Back");
  await expectText(page, ".position .row", "White to move");
});

test("a comparison is stopped at once, and the page reacts while four searches run", async () => {
  const page = await open("#/compare?strategies=minimax;negamax;alpha-beta;alpha-beta-max-min&limit=depth=9");
  await page.click("button.primary");
  await page.waitForFunction(() => document.querySelectorAll('.state[data-state="searching"]').length === 4, null, { timeout: 20000 });
  const nodes = () => page.evaluate(() => [...document.querySelectorAll(".race tbody tr:not(.line-row) td:nth-child(5)")].map((cell) => cell.textContent).join());
  const before = await nodes();
  await page.waitForFunction((old) => [...document.querySelectorAll(".race tbody tr:not(.line-row) td:nth-child(5)")].map((cell) => cell.textContent).join() !== old, before);
  const delays = await page.evaluate(async () => {
    const found = [];
    for (let click = 0; click < 9; click += 1) {
      const start = performance.now();
      document.querySelector(".position [aria-label='Flip the board']").click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      found.push(performance.now() - start);
    }
    return found.sort((one, other) => one - other);
  });
  console.log(`# clicks painted while four searches run: median ${delays[4].toFixed(0)} ms, slowest ${delays[8].toFixed(0)} ms`);
  assert.ok(delays[4] < 100, `a click was painted after ${delays[4].toFixed(0)} ms`);
  const running = () => fetch(`${site.address}/api/v1/health`).then((answer) => answer.json());
  assert.ok((await running()).searches.running > 0);
  await page.click("text=Stop");
  await page.waitForSelector(".results[data-running=false]");
  const stopped = performance.now();
  while ((await running()).searches.running > 0) assert.ok(performance.now() - stopped < 5000, "the server goes on searching");
});

test("a tree is walked step by step, with its windows and cut-offs", async () => {
  const page = await open("#/inside?game=tic-tac-toe&start=XOX.O..X.&strategy=alpha-beta:depth=9");
  await expectText(page, ".tree-results", "29 nodes; 5 cut-offs");
  await page.focus("canvas.tree");
  await page.keyboard.press("Home");
  await expectText(page, ".step-text", "The search begins. Window: α −∞, β +∞.");
  await page.keyboard.press("ArrowRight");
  await expectText(page, ".step-text", "a2 is tried");
  await expectSquare(page, "a2", "O");
  await page.keyboard.press("c");
  await expectText(page, ".step-text", "1 more move is cut off");
  await expectText(page, ".facts", "≥ β 0.00");
  await page.keyboard.press("End");
  await expectText(page, ".step-text", "The search ends: 0.00.");
});

test("a strategy without a tree is refused with the reason", async () => {
  const page = await open("#/inside?game=tic-tac-toe&strategy=random:depth=1");
  await page.waitForSelector("#problem:not([hidden])");
  await expectText(page, "#problem", "no tree to show");
});

test("a tree of 10,000 nodes stays fluid", async () => {
  const page = await open("#/inside?game=chess&strategy=minimax:depth=4&nodes=12000");
  await expectText(page, ".tree-results", "12,000 nodes");
  const times = await page.evaluate(async () => {
    const canvas = document.querySelector("canvas.tree");
    const frames = [];
    for (let step = 0; step < 40; step += 1) {
      const zoom = new WheelEvent("wheel", { deltaY: step < 20 ? -120 : 120, clientX: 700, cancelable: true });
      const start = performance.now();
      canvas.dispatchEvent(zoom);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      frames.push(performance.now() - start);
    }
    return frames.sort((one, other) => one - other);
  });
  const [middle, worst] = [times[20], times.at(-1)];
  console.log(`# frames of a tree of 12,000 nodes: median ${middle.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`);
  assert.ok(middle < 50, `median frame ${middle.toFixed(1)} ms`);
});

test("a score is taken apart, term by term and piece by piece", async () => {
  const page = await open("#/inside?game=chess&tab=evaluation&start=4k3/8/8/8/8/8/PP6/4K3_w_-_-_0_1&evaluator=material");
  await expectText(page, ".total", "Together +2.00 for White");
  assert.equal(await page.locator('.heat [data-square="a2"]').getAttribute("data-worth"), "1.0");
  await page.selectOption(".evaluation-choice select, [role=tabpanel]:not([hidden]) select", "classical");
  await expectText(page, ".terms", "passed-pawns");
});

test("ten questions are answered", async () => {
  const page = await open("#/inside?game=chess&tab=questions");
  assert.equal(await page.locator(".questions h3").count(), 10);
  await expectText(page, ".questions", "king e1");
});

test("tabs are changed with the arrow keys", async () => {
  const page = await open("#/inside");
  await page.focus("[role=tab][aria-selected=true]");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.tab), "evaluation");
  assert.equal(await page.getAttribute("[data-tab=evaluation]", "aria-selected"), "true");
});

test("the position goes along from view to view", async () => {
  const page = await open("#/play?second=you&moves=e2e4.c7c5");
  await page.click("nav >> text=Compare");
  await page.waitForSelector(".compare[data-ready]");
  await expectSquare(page, "c5", "black pawn");
  await page.click("nav >> text=Inside");
  await page.waitForSelector(".inside[data-ready]");
  await expectSquare(page, "c5", "black pawn");
  await click(page, "g1", "f3");
  await expectSquare(page, "f3", "white knight");
  await page.goBack();
  await page.waitForSelector(".compare[data-ready]");
  await page.goBack();
  await ready(page);
  await expectSquare(page, "c5", "black pawn");
});

test("moves that come before the answer are not lost", async () => {
  const page = await open("#/compare");
  const server = await hold(page, "legal-moves");
  await click(page, "e2", "e4", "c7", "c5");
  await expectSquare(page, "e4", "white pawn");
  server.release();
  await expectSquare(page, "c5", "black pawn");
  await page.waitForFunction(() => location.hash.includes("moves=e2e4.c7c5"));
});
