// The views "Compare" and "Inside".

import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, best, click, expectSquare, expectText, hold, open, painted, ready, site, work } from "./harness.mjs";

const row = (page, number) => page.locator(".race tbody tr:not(.line-row)").nth(number).locator("th, td").allTextContents();

test("strategies are compared live, by depth", async () => {
  const page = await open("#/compare?strategies=minimax;alpha-beta;everything&limit=depth=3");
  await page.click("button.primary");
  await page.waitForSelector("[data-running=false] .state[data-state=finished] >> nth=2");
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

test("a comparison is stopped at once, and the page reacts while it runs", async () => {
  const page = await open("#/compare?strategies=minimax;negamax;alpha-beta;alpha-beta-max-min&limit=depth=9");
  await page.click("button.primary");
  await page.waitForFunction(() => document.querySelectorAll('.state[data-state="searching"]').length === 1);
  const nodes = () => page.evaluate(() => [...document.querySelectorAll(".race tbody tr:not(.line-row) td:nth-child(5)")].map((cell) => cell.textContent).join());
  const before = await nodes();
  await page.waitForFunction((old) => [...document.querySelectorAll(".race tbody tr:not(.line-row) td:nth-child(5)")].map((cell) => cell.textContent).join() !== old, before);
  const delay = await best(100, () => meanOf(page, 9, () => document.querySelector(".position [aria-label='Flip the board']").click()));
  console.log(`# work on a click while a search runs: ${delay.toFixed(0)} ms`);
  assert.ok(delay < 100, `a click takes ${delay.toFixed(0)} ms`);
  const running = () => fetch(`${site.address}/api/v1/health`).then((answer) => answer.json());
  const asked = performance.now();
  while ((await running()).searches.running === 0) assert.ok(performance.now() - asked < PATIENCE, "no search runs");
  await page.click("text=Stop");
  await page.waitForSelector(".results[data-running=false]");
  const stopped = performance.now();
  while ((await running()).searches.running > 0) assert.ok(performance.now() - stopped < PATIENCE, "the server goes on searching");
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

test("what a search found is told when one asks; a link without a limit shows a tree, too", async () => {
  const page = await open("#/inside?game=tree&strategy=alpha-beta");
  await expectText(page, ".step-text", "The search begins.");
  assert.equal(await page.isVisible(".found p"), false);
  await page.click(".found summary");
  await page.waitForSelector(".found p >> text=11 nodes; 1 cut-off", { state: "visible" });
});

test("a written tree is searched as it is written, changed and searched again; its scores are its own numbers", async () => {
  const page = await open("#/inside?game=tree");
  await expectText(page, ".tree-results", "11 nodes; 1 cut-off; best move 1, worth 3.");
  await page.focus("canvas.tree");
  await page.keyboard.press("c");
  await expectText(page, ".step-text", "2: ≤ 2. 1 gives 2 ≤ α 3: 2 more moves are cut off.");
  await page.fill(".position input", "((3 12 8) (2 4 6) (4 5 6))");
  await page.keyboard.press("Enter");
  await expectText(page, ".tree-results", "best move 3, worth 4.");
  await expectText(page, ".step-text", "The search begins. Window: α −∞, β +∞.");
  await page.focus("canvas.tree");
  const told = [];
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press("ArrowRight");
    await expectText(page, ".facts", `${step + 2} of 15`);
    told.push(await page.textContent(".step-text"));
  }
  assert.deepEqual(told, ["1 is tried. Window: α −∞, β +∞.", "1 is tried. It is worth 3.", "2 is tried. It is worth 12.", "3 is tried. It is worth 8."]);
  await ready(page);
  await page.fill(".position input", "((3 12 8) (2 4 6");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#problem:not([hidden])");
  await page.reload();
  await ready(page);
  await expectText(page, ".tree-results", "best move 3, worth 4.");
});

test("before it is searched a small tree is drawn whole, and shows nothing of what the search will do", async () => {
  const start = "(((3 12) (8 2) 1) ((4 6) (14 5)) ((2 (1 7)) 9))".replaceAll(" ", "_");
  const picture = async (strategy) => {
    const page = await open(`#/inside?game=tree&start=${start}&strategy=${strategy}:depth=4`);
    await page.waitForSelector(".tree-results:not([hidden])");
    await page.focus("canvas.tree");
    const taken = [];
    for (const key of ["0", "ArrowRight", "End"]) {
      await page.keyboard.press(key);
      await painted(page);
      taken.push(await page.evaluate(() => document.querySelector("canvas.tree").toDataURL()));
    }
    return taken;
  };
  const whole = await picture("minimax");
  for (const strategy of ["alpha-beta", "alpha-beta+table", "principal-variation"]) {
    const [first, second, last] = await picture(strategy);
    assert.ok(first === whole[0], `${strategy}: the tree before its first step`);
    assert.ok(second === whole[1], `${strategy}: the tree after its first step`);
    assert.ok(last !== whole[2], `${strategy}: what was cut off is seen in the end`);
  }
});

test("a click on what was cut off leads to the cut-off", async () => {
  const page = await open("#/inside?game=tree&step=14");
  await expectText(page, ".step-text", "The search ends: 3.");
  const { x, y, width } = await page.locator("canvas.tree").boundingBox();
  const leaf = await page.evaluate(() => document.querySelector(".tree-place").clientHeight);
  const row = Math.min(110, Math.max(56, (leaf - 72) / 2));
  // Of nine leaves the sixth is the third answer to the second move.
  await page.mouse.click(x + width / 2 + Math.min(110, (width - 52) / 9), y + 26 + 2 * row);
  await expectText(page, ".step-text", "2: ≤ 2. 1 gives 2 ≤ α 3: 2 more moves are cut off.");
});

test("the passes of MTD(f) are walked one by one, and say on which side of their windows the value is", async () => {
  const page = await open("#/inside?game=tree&strategy=alpha-beta+table+mtd-f:depth=2");
  await page.waitForSelector(".tree-results:not([hidden])");
  const labels = await page.locator(".passes option").allTextContents();
  assert.ok(labels.length >= 2, `${labels}`);
  for (const label of labels) assert.match(label, /^[≤≥] \d+ in pass \d of \d: depth 2, \(-?\d+, \d+\)$/);
  assert.ok(labels.some((label) => label.includes("≤")) && labels.some((label) => label.includes("≥")), `${labels}`);
  assert.equal(await page.inputValue(".passes select"), `${labels.length - 1}`, "the last pass comes first");
  await page.selectOption(".passes select", "0");
  await expectText(page, ".step-text", "The search begins. Window: α");
  await page.focus("canvas.tree");
  await page.keyboard.press("End");
  const [, value] = labels[0].match(/^([≤≥] \d+)/);
  await expectText(page, ".step-text", `The search ends: ${value}`);
  await expectText(page, ".facts", value);
  await page.waitForFunction(() => location.hash.includes("pass=1&step="));
  await page.reload();
  await ready(page);
  await expectText(page, ".step-text", `The search ends: ${value}`);
  assert.equal(await page.inputValue(".passes select"), "0");
  await page.keyboard.press("]");
  await expectText(page, ".facts", "1 of");
  assert.equal(await page.inputValue(".passes select"), "1");
  assert.deepEqual(page.problems, []);
});

test("a long search says that it goes on, is stopped by a press, and by the next search", async () => {
  const page = await open("#/inside?strategy=minimax:depth=1");
  await page.waitForSelector(".tree-results:not([hidden])");
  const held = await hold(page, "tree");
  await page.click(".tree-setup >> text=Search");
  await expectText(page, ".tree-panel [role=status]", "Searching …");
  await page.click(".tree-panel >> text=Stop");
  await expectText(page, ".tree-panel [role=status]", "The search was stopped.");
  await page.click(".tree-setup >> text=Search");
  await expectText(page, ".tree-panel [role=status]", "Searching …");
  held.release();
  await page.waitForSelector(".tree-results:not([hidden])");
  assert.equal(await page.textContent(".tree-panel [role=status]"), "");
  await page.unroute("**/api/v1/tree");
});

test("a search that did not end says so, and another game begins with its own depth", async () => {
  const page = await open("#/inside?game=chess&strategy=minimax:depth=30,nodes=1000");
  await expectText(page, ".tree-panel [role=status]", "The search is not complete: ");
  await page.selectOption("[aria-label=Game]", "tic-tac-toe");
  await expectText(page, ".tree-panel [role=status]", "");
  await page.waitForFunction(() => location.hash.includes("game=tic-tac-toe") && !location.hash.includes("nodes=1000"));
});

test("a strategy without a tree is refused with the reason", async () => {
  const page = await open("#/inside?game=tic-tac-toe&strategy=random:depth=1");
  await page.waitForSelector("#problem:not([hidden])");
  await expectText(page, "#problem", "no tree to show");
});

test("a tree of 10,000 nodes stays fluid", async () => {
  const page = await open("#/inside?game=chess&strategy=minimax:depth=4&nodes=12000");
  await expectText(page, ".tree-results", "12,000 nodes");
  const zoom = () => document.querySelector("canvas.tree").dispatchEvent(new WheelEvent("wheel", { deltaY: -120, clientX: 700, cancelable: true }));
  const frame = await best(50, () => meanOf(page, 20, zoom));
  console.log(`# work on a frame of a tree of 12,000 nodes: ${frame.toFixed(1)} ms`);
  assert.ok(frame < 50, `a frame takes ${frame.toFixed(1)} ms`);
});

/** How long the page works on an action until it is painted, on average. */
async function meanOf(page, times, action) {
  const all = await work(page, () =>
    page.evaluate(
      async ([count, text]) => {
        const act = new Function(`return (${text})()`);
        for (let time = 0; time < count; time += 1) {
          act();
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        }
      },
      [times, String(action)],
    ),
  );
  return all / times;
}

test("a score is taken apart, term by term and piece by piece", async () => {
  const page = await open("#/inside?game=chess&tab=evaluation&start=4k3/8/8/8/8/8/PP6/4K3_w_-_-_0_1&evaluator=material");
  await expectText(page, ".total", "Together +2.00 for White");
  assert.equal(await page.locator('.heat [data-square="a2"]').getAttribute("data-worth"), "1.0");
  await page.selectOption(".evaluation-choice select, [role=tabpanel]:not([hidden]) select", "classical");
  await expectText(page, ".terms", "passed-pawns");
  await page.selectOption(".evaluation-choice select, [role=tabpanel]:not([hidden]) select", "net");
  await expectText(page, ".evaluation", "This evaluator has no terms");
  assert.equal(await page.locator(".terms:visible").count(), 0);
  assert.match(await page.locator('.heat [data-square="a2"]').getAttribute("data-worth"), /^-?\d+\.\d$/, "but each piece is worth something");
});

test("a network shows what its hidden units look at, and other evaluators have nothing to show", async () => {
  const page = await open("#/inside?game=chess&tab=evaluation&evaluator=classical");
  await expectText(page, ".terms", "mobility");
  assert.equal(await page.locator(".portrait").isVisible(), false);
  await page.selectOption("[role=tabpanel]:not([hidden]) select", "net");
  await page.click(".portrait summary");
  await expectText(page, ".portrait", "The hidden units that matter most");
  const width = () => page.evaluate(() => document.querySelector(".portrait img")?.naturalWidth);
  await page.waitForFunction(() => document.querySelector(".portrait img")?.complete);
  assert.ok((await width()) > 500, `the picture is ${await width()} pixels wide`);
  await page.selectOption("[role=tabpanel]:not([hidden]) select", "material");
  assert.equal(await page.locator(".portrait").isVisible(), false);
});

test("ten questions are answered", async () => {
  const page = await open("#/inside?game=chess&tab=questions");
  assert.equal(await page.locator(".questions h3").count(), 10);
  await expectText(page, ".questions", "king e1");
});

test("what an answer or a term names is lit on the board, and its moves can be clicked", async () => {
  const page = await open("#/inside?tab=questions&start=4k3/8/8/8/8/8/PP6/R3K3_w_Q_-_0_1");
  const lit = () => page.locator(".position .lit").evaluateAll((cells) => cells.map((cell) => cell.dataset.square).sort().join(" "));
  await page.hover(".lights:text-is('undefended: a1 b2')");
  assert.equal(await lit(), "a1 b2");
  await page.mouse.move(0, 0);
  assert.equal(await lit(), "");
  await page.focus(".lights:text-is('O-O-O')");
  assert.equal(await lit(), "c1 e1");
  await page.click(".lights:text-is('Rd1')");
  await expectText(page, ".position .row", "Rd1");
  await expectSquare(page, "d1", "white rook");
  await page.click("[data-tab=evaluation]");
  await page.hover(".lights:text-is('passed-pawns')");
  assert.equal(await lit(), "a2 b2");
  await page.hover(".lights:text-is('mobility')");
  assert.equal(await lit(), "a1", "no question asks for it");
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
