// The view "Compare", the trees of "Watch", and positions taken apart.

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
  assert.equal(minimax[6], "reference");
  assert.equal(alphaBeta[6], "✓ same");
  assert.equal(alphaBeta[2], minimax[2], "the same score");
  assert.equal(await page.locator(".plot .dot").count(), 9, "three strategies, three depths");
  assert.match(await page.getAttribute(".plot svg", "aria-label"), /minimax: depth 1, 21 nodes; depth 2, 421 nodes/);
  await expectText(page, ".notes", "one at a time: ");
});

test("a line is clicked through on the board", async () => {
  const page = await open("#/compare?strategies=minimax;alpha-beta&limit=depth=2&start=7k/8/8/8/8/8/R7/K7_w_-_-_0_1");
  await page.click("button.primary");
  await page.waitForSelector(".results[data-running=false] .line-moves button >> nth=0");
  const first = page.locator(".line-moves button").first();
  const san = await first.textContent();
  await first.click();
  await expectText(page, ".position .row", san);
  await page.click(".position >> text='Back'");
  await expectText(page, ".position .row", "White to move");
});

test("a score of a comparison opens the end of its line, whose terms add up to it from the view of the side to move", async () => {
  const page = await open("#/compare?strategies=alpha-beta:evaluator=classical;alpha-beta+captures:evaluator=material&limit=depth=3&run=1&start=r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1_b_-_-_0_10");
  await page.waitForSelector(".results[data-running=false] .state[data-state=finished] >> nth=1");
  const openRow = async (number) => {
    const shown = await page.textContent(`.race .score >> nth=${number}`);
    await page.click(`.race .score >> nth=${number}`);
    await page.waitForSelector(".apart .total");
    const terms = await page.locator(".apart .terms tbody td:nth-child(4)").allTextContents();
    const [line, total, why] = await Promise.all([".line", ".total", ".why"].map((part) => page.textContent(`.apart ${part}`)));
    await page.click(".apart >> text=Close");
    const sum = terms.reduce((all, text) => all + Math.round(100 * Number(text.replace("−", "-"))), 0);
    return { shown, sum, line, total, why };
  };
  const classical = await openRow(0);
  assert.equal(classical.line.split(" ").length, 4, classical.line);
  assert.equal(classical.total, `Together ${classical.shown} for Black.`);
  assert.equal(classical.sum, Math.round(100 * Number(classical.shown.replace("−", "-"))), "term by term");
  assert.equal(classical.why, "");
  assert.deepEqual(page.problems, []);
});

test("where a game ends or a mate lies beyond the line, the score's dialog says so; a game without terms has its board", async () => {
  const page = await open("#/compare?strategies=minimax;alpha-beta&limit=depth=2&run=1&start=6k1/5ppp/8/8/8/8/8/R5K1_w_-_-_0_1");
  const openScore = async () => {
    await page.waitForSelector(".results[data-running=false] .state[data-state=finished] >> nth=1");
    await page.click(".race .score >> nth=0");
    await page.waitForSelector(".apart .line");
  };
  await openScore();
  await expectText(page, ".apart .line", "After Ra8#");
  await expectText(page, ".apart .why", "White wins by checkmate. The score is that of the end");
  assert.equal(await page.locator(".apart :is(.terms, select):visible").count(), 0);
  await page.click(".apart >> text=Close");
  await open("#/compare?game=connect-four&strategies=minimax;alpha-beta&limit=depth=3&run=1&moves=d.d");
  await openScore();
  await expectText(page, ".apart .whole", "no terms");
  const score = await page.textContent(".race .score >> nth=0");
  await expectText(page, ".apart .total", `It gives ${score} for Red.`);
  assert.equal(await page.locator(".apart .board .piece").count(), 5, "the board after three more moves");
  await page.click(".apart >> text=Close");
  assert.deepEqual(page.problems, []);
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
  const page = await open("#/watch?game=tic-tac-toe&start=XOX.O..X.&strategy=alpha-beta:depth=9");
  await expectText(page, ".facts", "1 of 48");
  await page.focus("canvas.tree");
  await expectText(page, ".step-text", "O looks for the best move");
  await page.keyboard.press("ArrowRight");
  await expectText(page, ".step-text", "O tries a2.");
  await expectSquare(page, "a2", "O");
  await page.keyboard.press("c");
  await expectText(page, ".step-text", "so the other answer to");
  await expectText(page, ".facts", "≥ β 0.00");
  await page.keyboard.press("End");
  await expectText(page, ".step-text", "which leaves it 0.00. It has looked at 29 positions");
});

test("a written tree is searched as it is written, changed and searched again; its scores are its own numbers", async () => {
  const page = await open("#/watch?game=tree");
  await expectText(page, ".step-text", "Max looks for the best move");
  await page.focus("canvas.tree");
  await page.keyboard.press("c");
  await expectText(page, ".step-text", "Min's answer a leaves Max 2. Max already has 3 with a, so the other 2 answers to b can be skipped. ✂");
  assert.equal(await page.isVisible(".scissors"), false, "they would hide the tree's text");
  await page.click("text=Change the search");
  await page.fill(".position-controls input", "((3 12 8) (2 4 6) (4 5 6))");
  await page.keyboard.press("Enter");
  await expectText(page, ".step-text", "Max looks for the best move");
  await page.focus("canvas.tree");
  await page.keyboard.press("ArrowRight");
  await expectText(page, ".facts", "2 of 15");
  await page.keyboard.press("End");
  await expectText(page, ".step-text", "Max plays c, which leaves it 4.");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => location.hash.includes("4_5_6") && !location.hash.includes("step="));
  await page.fill(".position-controls input", "((3 12 8) (2 4 6");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#problem:not([hidden])");
  await page.reload();
  await ready(page);
  await page.keyboard.press("End");
  await expectText(page, ".step-text", "Max plays c, which leaves it 4.");
});

test("before it is searched a small tree is drawn whole, and shows nothing of what the search will do", async () => {
  const start = "(((3 12) (8 2) 1) ((4 6) (14 5)) ((2 (1 7)) 9))".replaceAll(" ", "_");
  const picture = async (strategy) => {
    const page = await open(`#/watch?game=tree&start=${start}&strategy=${strategy}:depth=4`);
    await page.waitForSelector(".step-text:not(:empty)");
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
  const page = await open("#/watch?game=tree&step=12");
  await expectText(page, ".facts", "13 of");
  const { x, y, width } = await page.locator("canvas.tree >> nth=0").boundingBox();
  const height = await page.evaluate(() => document.querySelector(".tree-place").clientHeight);
  const row = Math.min(110, Math.max(46, (height - 72) / 2));
  // Of nine leaves the sixth is the third answer to the second move.
  await page.mouse.click(x + width / 2 + Math.min(110, (width - 96) / 9), y + 26 + 2 * row);
  await expectText(page, ".step-text", "so the other 2 answers to b can be skipped.");
});

test("the passes of MTD(f) are walked one by one, and say on which side of their windows the value is", async () => {
  const page = await open("#/watch?game=tree&strategy=alpha-beta+table+mtd-f:depth=2");
  await page.waitForSelector(".passes:not([hidden])");
  const labels = await page.locator(".passes option").allTextContents();
  assert.ok(labels.length >= 2, `${labels}`);
  for (const label of labels) assert.match(label, /^[≤≥] \d+ in pass \d of \d: depth 2, \(-?\d+, \d+\)$/);
  assert.ok(labels.some((label) => label.includes("≤")) && labels.some((label) => label.includes("≥")), `${labels}`);
  assert.equal(await page.inputValue(".passes select"), `${labels.length - 1}`, "the last pass comes first");
  await page.selectOption(".passes select", "0");
  await expectText(page, ".step-text", "Max looks for the best move");
  await page.focus("canvas.tree");
  await page.keyboard.press("End");
  const [, value] = labels[0].match(/^([≤≥] \d+)/);
  await expectText(page, ".step-text", "The search ends: Max plays");
  await expectText(page, ".facts", value);
  await page.waitForFunction(() => location.hash.includes("pass=1&step="));
  await page.reload();
  await ready(page);
  await expectText(page, ".step-text", "The search ends: Max plays");
  assert.equal(await page.inputValue(".passes select"), "0");
  await page.keyboard.press("]");
  await expectText(page, ".facts", "1 of");
  assert.equal(await page.inputValue(".passes select"), "1");
  assert.deepEqual(page.problems, []);
});

test("a long search says that it goes on, is stopped by a press, and by the next search", async () => {
  const page = await open("#/watch?strategy=minimax:depth=1");
  await page.waitForSelector(".step-text:not(:empty)");
  await page.click("text=Change the search");
  const depth = page.locator("[aria-label='Strategy: Depth']");
  await depth.waitFor();
  const held = await hold(page, "tree");
  await depth.fill("2");
  await depth.press("Enter");
  await expectText(page, ".search-state", "Searching …");
  await page.click(".search-state >> text=Stop");
  await expectText(page, ".search-state", "The search was stopped.");
  await depth.fill("3");
  await depth.press("Enter");
  await expectText(page, ".search-state", "Searching …");
  await depth.fill("1");
  await depth.press("Enter");
  held.release();
  await expectText(page, ".facts", "1 of 22");
  await page.unroute("**/api/v1/tree");
});

test("a search that did not end says so, and another game begins with its own depth", async () => {
  const page = await open("#/watch?game=chess&strategy=minimax:depth=30,nodes=1000");
  await expectText(page, ".search-state", "The search is not complete: ");
  await page.click("text=Change the search");
  await page.selectOption("[aria-label=Game]", "tic-tac-toe");
  await page.waitForFunction(() => document.querySelector(".search-state p").textContent.indexOf("complete") === -1);
  await page.waitForFunction(() => location.hash.includes("game=tic-tac-toe") && !location.hash.includes("nodes=1000"));
});

test("a strategy without a tree is refused with the reason", async () => {
  const page = await open("#/watch?game=tic-tac-toe&strategy=random:depth=1");
  await page.waitForSelector("#problem:not([hidden])");
  await expectText(page, "#problem", "no tree to show");
});

test("a tree of 10,000 nodes stays fluid", async () => {
  const page = await open("#/watch?game=chess&strategy=minimax:depth=4");
  await expectText(page, ".search-state", "more nodes are not shown");
  const zoom = () => document.querySelector("canvas.tree").dispatchEvent(new WheelEvent("wheel", { deltaY: -120, clientX: 700, cancelable: true }));
  const frame = await best(50, () => meanOf(page, 20, zoom));
  console.log(`# work on a frame of a tree of 10,000 nodes: ${frame.toFixed(1)} ms`);
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
  const page = await open("#/watch?game=chess&tab=evaluation&start=4k3/8/8/8/8/8/PP6/4K3_w_-_-_0_1&evaluator=material");
  await expectText(page, ".total", "Together +2.00 for White");
  assert.equal(await page.locator('.heat [data-square="a2"]').getAttribute("data-worth"), "1.0");
  await page.selectOption(".apart select", "classical");
  await expectText(page, ".terms", "passed-pawns");
  await page.selectOption(".apart select", "net");
  await expectText(page, ".evaluation", "This evaluator has no terms");
  assert.equal(await page.locator(".terms:visible").count(), 0);
  assert.match(await page.locator('.heat [data-square="a2"]').getAttribute("data-worth"), /^-?\d+\.\d$/, "but each piece is worth something");
});

test("a network shows what its hidden units look at, and other evaluators have nothing to show", async () => {
  const page = await open("#/watch?game=chess&tab=evaluation&evaluator=classical");
  await expectText(page, ".terms", "mobility");
  assert.equal(await page.locator(".portrait").isVisible(), false);
  await page.selectOption(".apart select", "net");
  await page.click(".portrait summary");
  await expectText(page, ".portrait", "The hidden units that matter most");
  const width = () => page.evaluate(() => document.querySelector(".portrait img")?.naturalWidth);
  await page.waitForFunction(() => document.querySelector(".portrait img")?.complete);
  assert.ok((await width()) > 500, `the picture is ${await width()} pixels wide`);
  await page.selectOption(".apart select", "material");
  assert.equal(await page.locator(".portrait").isVisible(), false);
});

test("the score of a step is taken apart at the end of its line, where its terms add up to it", async () => {
  const page = await open("#/watch?scene=chess&step=5");
  await expectText(page, ".step-text", "“rook takes on c8” leaves White 7.2 pawns up");
  await page.click("text=Take this position apart");
  await expectText(page, ".apart .line", "After Rxc8+ Kd7");
  assert.equal(await page.inputValue(".apart select"), "material");
  await expectText(page, ".apart .total", "Together +7.20 for White");
  await page.click(".apart >> text=Close");
  await page.waitForSelector(".apart", { state: "detached" });
});

test("ten questions are answered", async () => {
  const page = await open("#/watch?game=chess&tab=questions");
  assert.equal(await page.locator(".questions h3").count(), 10);
  await expectText(page, ".questions", "king e1");
});

test("what an answer or a term names is lit on the board", async () => {
  const page = await open("#/watch?tab=questions&start=4k3/8/8/8/8/8/PP6/R3K3_w_Q_-_0_1");
  const lit = () => page.locator(".apart .lit").evaluateAll((cells) => cells.map((cell) => cell.dataset.square).sort().join(" "));
  await page.hover(".lights:text-is('undefended: a1 b2')");
  assert.equal(await lit(), "a1 b2");
  await page.mouse.move(0, 0);
  assert.equal(await lit(), "");
  await page.focus(".lights:text-is('O-O-O')");
  assert.equal(await lit(), "c1 e1");
  await page.hover(".lights:text-is('passed-pawns')");
  assert.equal(await lit(), "a2 b2");
  await page.hover(".lights:text-is('mobility')");
  assert.equal(await lit(), "a1", "no question asks for it");
});

test("the position goes along from view to view", async () => {
  const page = await open("#/play?second=you&moves=e2e4.c7c5");
  await page.click("nav >> text=Compare");
  await page.waitForSelector(".compare[data-ready]");
  await expectSquare(page, "c5", "black pawn");
  await page.click("nav >> text=Watch");
  await page.waitForSelector(".watch[data-ready]");
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
