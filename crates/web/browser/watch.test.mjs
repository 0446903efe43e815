// The view "Watch": a search on the board, its window, its sentences and its counters.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { expectText, open, openNew, ready } from "./harness.mjs";

/** What is told of the step that is shown, without the sign that keeps the dots and the move of Black together. */
const told = async (page) => (await page.textContent(".step-text")).replaceAll("\u2060", "");
const arrows = (page, color) => page.locator(`.arrow.${color}`).count();

test("a press on Watch plays a search on the board; the first move that alpha-beta refuses is explained", async () => {
  const page = await open("#/play?second=you");
  await page.click("nav >> text=Watch");
  await page.waitForSelector(".watch[data-ready]");
  await expectText(page, ".step-text", "White looks for the best move, 2 plies ahead.");
  assert.match(await page.getAttribute(".window-bar", "aria-label"), /^Window for White: alpha −∞, beta \+∞$/);
  await page.keyboard.press("c");
  await page.waitForSelector(".scissors:not([hidden])");
  assert.match(await told(page), /^Black answers …Re1#, which leaves White mated in 1: White already has \+3\.21 by 1 Kf1, so nothing else after 1 Kh1 needs a look\. ✂ 17 moves with 17 nodes\.$/);
  assert.deepEqual(await Promise.all(["green", "blue", "red", "ghost"].map((color) => arrows(page, color))), [1, 1, 1, 17]);
  await page.waitForSelector(".window-bar.closed");
  assert.equal(await page.textContent(".counts-told"), "26 nodes visited; minimax would have visited 43.");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".scissors", { state: "hidden" });
  assert.equal(await told(page), "White tries 1 Qa1. White has +3.21 by 1 Kf1: is this better?");
  await page.keyboard.press("End");
  await expectText(page, ".step-text", "The search ends: White plays 1 f3, which leaves it +3.58. 174 nodes visited; minimax visits 598 nodes.");
  assert.deepEqual(page.problems, []);
});

test("the search asks before it decides, counts right answers, and explains wrong ones in its sentence", async () => {
  const page = await open("#/watch?start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1&strategy=alpha-beta:depth=2&step=25");
  await page.click("text=Let me predict");
  const onTo = async (step) => {
    await page.focus("canvas.tree");
    for (let count = 0; count < 40 && !(await page.isVisible(".prediction .row")); count += 1) await page.keyboard.press("ArrowRight");
    await expectText(page, ".facts", `${step} of`);
  };
  await onTo(27);
  assert.equal(await page.textContent(".prediction p"), "What comes of 1 Kh1?");
  await page.keyboard.press("ArrowRight");
  await expectText(page, ".facts", "27 of");
  await page.click("text=It is cut off");
  await expectText(page, ".prediction", "Right. 1 of 1 right.");
  await page.waitForSelector(".scissors:not([hidden])");
  await onTo(32);
  await page.click("text=It is the best so far");
  await expectText(page, ".prediction", "No. Black answers");
  await expectText(page, ".prediction", "needs a look. ✂ 18 moves with 18 nodes. 1 of 2 right.");
  await page.keyboard.press("ArrowRight");
  await expectText(page, ".prediction", "Play or step on");
  assert.equal(await page.isVisible(".prediction a"), false, "this server has no book");
  await page.click("text=Let me predict");
  await page.waitForSelector(".prediction", { state: "hidden" });
});

test("two trees of one position are gone through together, whichever leads", async () => {
  const page = await open("#/watch?game=tic-tac-toe&start=XOX.O..X.&strategy=minimax:depth=9");
  // The answer of the first search comes after that of the second, and is not shown.
  let begun = 0;
  const late = new Promise((resolve) => {
    page.route("**/tree", async (route) => {
      begun += 1;
      if (begun === 1) {
        await page.waitForResponse("**/tree");
        await route.fulfill({ response: await route.fetch() });
        return resolve();
      }
      return route.continue();
    });
  });
  await page.click("text=A second tree beside it");
  await page.selectOption(".beside .strategy select", "alpha-beta");
  await page.click(".beside >> text=Search");
  await late;
  await page.unroute("**/tree");
  await expectText(page, ".trees > :last-child", "alpha-beta, depth 9: 1 node visited, 0 nodes hidden");
  await page.focus("canvas.tree >> nth=0");
  await page.keyboard.press("End");
  await expectText(page, ".trees > :first-child", "minimax, depth 9: 61 nodes visited, 0 nodes hidden");
  await expectText(page, ".trees > :last-child", "alpha-beta, depth 9: 29 nodes visited, 32 nodes hidden");
  // The first move of the second tree is above the first quarter of its leaves, in the second of five rows.
  const { x, y, width, height } = await page.locator("canvas.tree >> nth=1").boundingBox();
  await page.mouse.click(x + 0.158 * width, y + 26 + Math.min(110, Math.max(56, (height - 72) / 4)));
  await expectText(page, ".trees > :last-child", "alpha-beta, depth 9: 11 nodes visited, 4 nodes hidden");
  assert.match(await page.textContent(".trees > :first-child"), /minimax, depth 9: 1\d nodes visited/);
  await page.waitForFunction(() => {
    const { value } = document.querySelector(".watch [aria-label=Step]");
    return location.hash.includes("beside=alpha-beta:depth=9") && `${location.hash}&`.includes(`step=${value}&`);
  });
  await page.reload();
  await ready(page);
  await expectText(page, ".trees > :last-child", "11 nodes visited, 4 nodes hidden");
  await page.click("text=A second tree beside it");
  await page.waitForSelector(".beside", { state: "hidden" });
  assert.equal(await page.locator(".watch-side canvas.tree").count(), 1);
});

test("the search goes on by itself, and a key stops it", async () => {
  const page = await openNew("#/watch");
  await page.waitForSelector("[aria-label=Pause]");
  await page.click("input[name=Speed] >> nth=2");
  await page.waitForFunction(() => document.querySelector(".step-text").textContent.startsWith("Black answers"));
  await page.focus("canvas.tree");
  await page.keyboard.press(" ");
  await page.waitForSelector("[aria-label='Play the steps']");
});

test("Black's search is told for Black, with the numbers of the game", async () => {
  const page = await open("#/watch?start=6k1/5ppp/8/3q4/3P4/8/5PPP/4R1K1_b_-_-_0_30&strategy=alpha-beta:depth=2");
  await page.keyboard.press("c");
  await page.waitForSelector(".scissors:not([hidden])");
  assert.match(await told(page), /^White answers 31 Re5, which leaves Black \+3\.10: Black already has \+3\.21 by 30…Kf8, so nothing else after 30…Kh8 needs a look\./);
});

test("a bound that the other side holds is told from its side, at any depth", async () => {
  const page = await open("#/watch?strategy=alpha-beta:depth=3&start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1&nodes=5000");
  await page.keyboard.press("c");
  await page.waitForSelector(".scissors:not([hidden])");
  assert.match(await told(page), /^White answers 2 \S+, which leaves White \S+: Black can already hold White to \S+ by …\S+, so nothing else after 1 Kf1 \S+ needs a look\./);
});

test("games without squares in their moves are watched move by move", async () => {
  const page = await open("#/watch?game=tic-tac-toe&start=XOX.O..X.&strategy=alpha-beta:depth=9");
  await expectText(page, ".step-text", "looks for the best move");
  await page.keyboard.press("c");
  await page.waitForSelector(".scissors:not([hidden])");
  assert.match(await told(page), /needs a look\. ✂ 1 move with \d+ nodes?\.$/);
  await page.waitForSelector(".arrow.ghost");
  assert.equal(await arrows(page, "ghost"), 1);
});

test("the second tree is that of the worst order of moves, and hides less than that of the best", async () => {
  const page = await open("#/watch?game=tic-tac-toe&start=XOX.O..X.&strategy=alpha-beta%2Bbest-looking:depth=9&step=9");
  await page.click("text=A second tree beside it");
  await expectText(page, ".trees > :last-child", "alpha-beta+worst-looking, depth 9: ");
  await page.focus("canvas.tree >> nth=0");
  await page.keyboard.press("End");
  await page.waitForFunction(() => {
    const visited = [...document.querySelectorAll(".trees > div")].map((tree) => Number(tree.textContent.match(/(\d+) nodes visited/)?.[1]));
    return visited[0] < visited[1];
  });
});

test("each of two searches ends at its own end, though the second one is longer", async () => {
  const page = await open("#/watch?start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1&strategy=alpha-beta:depth=2&beside=minimax:depth=2");
  await expectText(page, ".trees > :last-child", "minimax, depth 2: 1 node visited");
  await page.focus("canvas.tree >> nth=0");
  await page.keyboard.press("End");
  await expectText(page, ".trees > :last-child", ", 0 nodes hidden");
  const visited = await page.locator(".trees > div").evaluateAll((all) => all.map((tree) => Number(tree.textContent.match(/([\d,]+) nodes visited/)[1].replace(",", ""))));
  assert.ok(visited[1] > 2 * visited[0], `${visited}`);
});

test("another game takes the place of a tree without an error", async () => {
  const page = await open("#/watch?strategy=alpha-beta:depth=1");
  for (const [game, squares] of [["tic-tac-toe", 9], ["connect-four", 42], ["chess", 64]]) {
    await page.selectOption("[aria-label=Game]", game);
    await page.waitForFunction((count) => document.querySelectorAll(".position [data-square]").length === count, squares);
    await page.waitForSelector(".tree-results:not([hidden])");
  }
  assert.deepEqual(page.problems, []);
});

test("the tree of a Monte Carlo search grows with its games, that of a proof with its numbers, that of SSS* with its queue", async () => {
  const page = await open("#/watch?game=tic-tac-toe&start=XOX.O..X.&strategy=monte-carlo:nodes=3000");
  await expectText(page, ".step-text", "won by the side that moved there.");
  const [, games] = (await page.textContent(".step-text")).match(/^The root: (\d+) games, \d+ %/);
  const labels = await page.locator(".passes option").allTextContents();
  assert.match(labels[0], /^1: \d+ % in pass 1 of \d+: 2 nodes$/);
  assert.ok(Number(games) > 200 && labels.at(-1).startsWith(games), `${labels}`);
  await page.focus("canvas.tree");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent(".step-text"), /^[a-c][1-3]: \d+ games, \d+ %/);
  await page.keyboard.press(" ");
  await expectText(page, ".step-text", "The root: 1 game, ");
  await expectText(page, ".step-text", "The root: 2 games, ");
  await page.keyboard.press(" ");
  await open("#/watch?game=connect-four&moves=d.d.c.a&strategy=proof-number:depth=5");
  await expectText(page, ".step-text", "The root: 0 leaves must still be won to prove a win, ∞ not to disprove it.");
  await page.keyboard.press("[");
  await page.waitForFunction(() => /^The root: [1-9]\d* leaves must/.test(document.querySelector(".step-text").textContent));
  await open("#/watch?game=tree&strategy=sss-star:depth=2&pass=3");
  await expectText(page, ".step-text", "The queue, the most promising first: 3 1 = 14, 1 1 = 3, 2 1 = 2.");
  await page.focus("canvas.tree");
  await page.keyboard.press("]");
  await expectText(page, ".step-text", "The queue, the most promising first: 3 2 = 5, 1 1 = 3, 2 1 = 2.");
});

test("Compare leads to the search of a row by one press", async () => {
  const page = await open("#/compare?strategies=minimax;alpha-beta&limit=depth=2&start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1&run=1");
  await page.waitForSelector(".results[data-running=false] .state[data-state=finished] >> nth=1");
  await page.waitForSelector("text=Show me why >> visible=true");
  assert.equal(await page.locator("text=Show me why >> visible=true").count(), 1, "minimax cuts nothing off");
  await page.click("text=Show me why >> visible=true");
  await page.waitForSelector(".watch[data-ready]");
  assert.match(page.url(), /#\/watch\?.*strategy=alpha-beta:depth=2/);
  await page.keyboard.press("c");
  await page.waitForSelector(".scissors:not([hidden])");
});

test("a link leads to its step, where nothing plays by itself", async () => {
  const page = await openNew("#/watch?strategy=alpha-beta:depth=2&start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1&step=27");
  await page.waitForSelector(".scissors:not([hidden])");
  await page.reload();
  await ready(page);
  await page.waitForSelector(".scissors:not([hidden])");
  await page.waitForSelector("[aria-label='Play the steps']");
});

test("a page with a search of several passes, as the lab and the book have them, fits a phone", async () => {
  const [stepper, lab] = ["../../catalog/src/recorded/stepper/", "../../arena/src/show/tree/"].map((folder) => new URL(folder, import.meta.url));
  const names = ["score", "layout", "story", "tree-gestures", "tree-painter", "tree-canvas", "stepper"];
  const places = [...["page.css", "page.html"].map((name) => new URL(name, lab)), ...names.map((name) => new URL(`${name}.js`, stepper)), new URL("page.js", lab)];
  const [css, html, ...scripts] = await Promise.all(places.map((place) => readFile(place, "utf8")));
  const nodes = [{ parent: null, ply: 0, san: null, depth: 2, alpha: null, beta: null, score: { cp: 3 }, kind: "inner", cut: null }];
  const passes = [1, 2].map((number) => ({ label: `pass ${number} of 2: depth 12, window (-100.35, -100.34)`, nodes, best_line: [] }));
  const script = `window.plywood = ${JSON.stringify(passes)};\n${scripts.join("").replace(/^import .*|^export /gm, "")}`;
  const page = await openNew("#/play?second=you", { viewport: { width: 320, height: 700 } });
  await page.goto("about:blank");
  await page.setContent(`<!doctype html><style>body { margin: 8px } * { box-sizing: border-box } ${css}</style>${html.replace("GAME", "tree").replace("BOARD", "")}<script type="module">${script}</script>`);
  await page.waitForFunction(() => document.querySelector(".step-text")?.textContent.startsWith("The search begins"));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
});
