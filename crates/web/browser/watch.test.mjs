// The view "Watch": a search on the board, its window, its sentences and its counters.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { expectText, open, openNew, painted, ready } from "./harness.mjs";

/** The sentence for the current step, without the sign that keeps Black's dots and the move together. */
const told = async (page) => (await page.textContent(".step-text")).replaceAll("\u2060", "");
const arrows = (page, color) => page.locator(`.arrow.${color}`).count();

const EXAMPLE = "start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1&strategy=alpha-beta:depth=2";
const numbers = (page) => page.locator(".trees .big").allTextContents();

test("nothing plays by itself if less motion is wanted; the scenes are one click away, and their ends are shared", async () => {
  const page = await openNew("", { reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });
  for (const [scene, counts] of [["Chess", ["13", "49"]], ["Depth", ["79", "716"]]]) {
    await page.click(`.scenes >> text=${scene}`);
    await page.waitForFunction((name) => document.querySelector(".scenes [aria-current]")?.textContent === name, scene);
    await ready(page);
    await expectText(page, ".step-text", "White looks for the best move");
    await page.waitForSelector("text=Next >> visible=true");
    await page.keyboard.press("End");
    await page.waitForFunction((wanted) => [...document.querySelectorAll(".trees .big")].map((each) => each.textContent).join() === wanted, counts.join());
  }
  await page.waitForSelector(".plot .dot >> nth=9");
  const counted = await page.getAttribute(".plot svg", "aria-label");
  assert.match(counted, /depth 3, 79 nodes/, `the plot counts the position that is watched: ${counted}`);
  await page.waitForFunction(() => location.hash.includes("scene=depth&step="));
  await page.click("text=Share");
  await expectText(page, "#notice", "Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  await page.goto("about:blank");
  await page.goto(link);
  await ready(page);
  await page.waitForFunction(() => [...document.querySelectorAll(".trees .big")].map((each) => each.textContent).join() === "79,716");
  assert.deepEqual(page.problems, []);
});

test("in landscape and on a phone the whole board is in sight, and nothing jumps while the search plays", async () => {
  for (const viewport of [{ width: 740, height: 360 }, { width: 360, height: 740 }, { width: 800, height: 800 }, { width: 1280, height: 800 }]) {
    const page = await openNew("#/watch?scene=chess", { viewport, clock: true });
    await page.evaluate(() => {
      globalThis.shifts = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shifts += value))).observe({ type: "layout-shift", buffered: true });
    });
    const { x, y, width, height } = await page.locator(".watch .board").boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height, JSON.stringify([x, y, width, height]));
    for (const sign of [".scissors", ".ending"]) {
      for (let time = 0; time < 30_000 && !(await page.isVisible(sign)); time += 500) {
        if (time % 5000 === 0) await page.click(".controls .primary");
        await page.clock.runFor(500);
      }
    }
    await page.waitForFunction(() => document.querySelector(".trees figure:last-of-type .big").textContent !== "…");
    await page.clock.runFor(6000);
    await painted(page);
    const shifts = await page.evaluate(() => globalThis.shifts);
    console.log(`# ${viewport.width}×${viewport.height}: a board of ${Math.round(width)} pixels; layout shift ${shifts.toFixed(4)}`);
    assert.ok(shifts < 0.02, `layout shift ${shifts} at ${JSON.stringify(viewport)}`);
  }
});

test("the position of another view is searched; the first move that alpha-beta refuses is explained", async () => {
  const page = await open(`#/watch?${EXAMPLE}`);
  await expectText(page, ".step-text", "White looks for the best move, and Black's best answer to each.");
  await page.keyboard.press("c");
  await page.waitForSelector(".scissors:not([hidden])");
  await page.waitForSelector(".arrow.ghost");
  assert.match(await told(page), /^Black's answer …Re1# leaves White mated in 1\. White is already 3\.21 pawns up with 1 Kf1, so 17 other answers to 1 Kh1 can be skipped\. ✂$/);
  assert.deepEqual(await Promise.all(["green", "blue", "red", "ghost"].map((color) => arrows(page, color))), [1, 1, 1, 17]);
  assert.deepEqual((await page.locator(".ledger dd").allTextContents())[2], "17 positions");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".scissors", { state: "hidden" });
  assert.equal(await told(page), "White tries 1 Qa1. Is this better than 1 Kf1, which leaves White 3.21 pawns up?");
  await page.keyboard.press("End");
  await expectText(page, ".step-text", "The search ends: White plays 1 f3, which leaves it 3.58 pawns up. It has looked at 174 positions, of 598 positions without skipping.");
  await expectText(page, ".ending", "Both find f3, worth +3.58; one looks at 3.4 times as many positions.");
  assert.deepEqual(await numbers(page), ["174", "598"]);
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".ending", { state: "hidden" });
  assert.deepEqual(page.problems, []);
});

test("the search asks before it decides, counts right answers, and explains wrong ones in its sentence", async () => {
  const page = await open(`#/watch?${EXAMPLE}&step=25`);
  await page.click("text=Change the search");
  await page.click("text=Let me predict");
  const onTo = async (step) => {
    await page.focus("canvas.tree");
    for (let count = 0; count < 40 && !(await page.isVisible(".prediction .row")); count += 1) await page.keyboard.press("ArrowRight");
    await expectText(page, ".facts", `${step} of`);
  };
  await onTo(27);
  assert.equal(await page.textContent(".prediction p"), "1 Kh1 was answered by …\u2060Re1#. Is that enough to skip the other answers?");
  await page.keyboard.press("ArrowRight");
  await expectText(page, ".facts", "27 of");
  await page.click("text=Skip the rest");
  await expectText(page, ".prediction", "Right. Black's answer");
  await expectText(page, ".prediction", "1 of 1 right.");
  await page.waitForSelector(".scissors:not([hidden])");
  await page.click(".controls .primary");
  await page.waitForSelector(".prediction .row", { state: "visible" });
  await page.click("text=Skip the rest");
  await expectText(page, ".prediction", "No. Another answer to");
  await expectText(page, ".prediction", "1 of 2 right.");
  await page.keyboard.press("ArrowRight");
  await expectText(page, ".prediction", "Press Next");
  await page.click("text=Let me predict");
  await page.waitForSelector(".prediction", { state: "hidden" });
});

test("the drawer changes the search by one choice, and the other search goes along", async () => {
  const page = await open("#/watch?game=tic-tac-toe&start=XOX.O..X.&strategy=minimax:depth=9");
  await page.click("text=Change the search");
  await page.selectOption("[aria-label='Strategy: player']", "alpha-beta");
  await page.waitForFunction(() => location.hash.includes("strategy=alpha-beta:depth"));
  await page.focus("canvas.tree >> nth=0");
  await page.keyboard.press("End");
  await expectText(page, ".trees figure:first-of-type", "29 positions alpha-beta");
  await expectText(page, ".trees figure:last-of-type", "positions minimax");
  await page.waitForFunction(() => /step=\d+/.test(location.hash));
  await page.reload();
  await ready(page);
  await expectText(page, ".trees figure:last-of-type", "positions minimax");
  assert.equal(await page.isVisible(".position-controls input"), false, "a position with a board needs no text");
});

test("what is too small for a name is named under the pointer, and a press goes there", async () => {
  const page = await open("#/watch?scene=chess&step=99");
  await page.waitForSelector(".ending:not([hidden])");
  await page.waitForFunction(() => document.querySelectorAll(".trees .big")[1].textContent === "49");
  await painted(page);
  const canvas = page.locator("canvas.tree >> nth=0");
  const { x, y, width, height } = await canvas.boundingBox();
  const row = Math.min(110, Math.max(46, (height - 72) / 2));
  const found = new Set();
  for (let at = 48; at < width - 20; at += 3) {
    await page.mouse.move(x + at, y + 26 + row);
    found.add(await canvas.getAttribute("title"));
  }
  assert.ok([...found].includes("♔b1: ≤ −2.80"), [...found].join("; "));
});

test("a search of yours also waits, and Next tells a move; Space does the same", async () => {
  const page = await openNew(`#/watch?${EXAMPLE}`, { clock: true });
  await page.clock.runFor(60_000);
  assert.match(await told(page), /^White looks/);
  await page.click(".controls .primary");
  await page.clock.runFor(100);
  assert.equal(await told(page), "White tries 1 Kf1.");
  await page.clock.runFor(60_000);
  assert.match(await told(page), /^1 Kf1 leaves White 3\.21 pawns up/);
  await page.focus("canvas.tree");
  await page.keyboard.press(" ");
  await page.clock.runFor(100);
  assert.equal(await told(page), "White tries 1 Kh1.");
  await page.keyboard.press(" ");
  await page.clock.runFor(100);
  assert.match(await told(page), /^Black's answer …Re1# leaves White mated in 1\./);
});

test("at the end of a pass Next tells the next pass from its start", async () => {
  const page = await open("#/watch?game=tree&strategy=alpha-beta+table+mtd-f:depth=2&pass=1&step=end");
  await expectText(page, ".step-text", "The search ends");
  await page.click(".controls .primary");
  await expectText(page, ".step-text", "This pass only asks");
  assert.equal(await page.inputValue(".passes select"), "1");
});

test("Black's search is told for Black, with the numbers of the game", async () => {
  const page = await open("#/watch?start=6k1/5ppp/8/3q4/3P4/8/5PPP/4R1K1_b_-_-_0_30&strategy=alpha-beta:depth=2");
  await page.keyboard.press("c");
  await page.waitForSelector(".scissors:not([hidden])");
  assert.match(await told(page), /^White's answer 31 Re5 leaves Black 3\.1 pawns up\. Black is already 3\.21 pawns up with 30…Kf8, so \d+ other answers to 30…Kh8 can be skipped\. ✂$/);
});

test("a bound that the other side holds is told from its side, at any depth", async () => {
  const page = await open("#/watch?strategy=alpha-beta:depth=3&start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1");
  await page.keyboard.press("c");
  await page.waitForSelector(".scissors:not([hidden])");
  assert.match(await told(page), /^White's answer 2 \S+ leaves White \S+ pawns up\. Black already has White \S+ pawns up with …\S+, so \d+ other answers to 1 Kf1 \S+ can be skipped\. ✂$/);
});

test("games without squares in their moves are watched move by move", async () => {
  const page = await open("#/watch?game=tic-tac-toe&start=XOX.O..X.&strategy=alpha-beta:depth=9");
  await expectText(page, ".step-text", "looks for the best move");
  await page.keyboard.press("c");
  await page.waitForSelector(".scissors:not([hidden])");
  assert.match(await told(page), /so the other answer to \S+( \S+)* can be skipped(, with \d+ positions)?\. ✂$/);
  await page.waitForSelector(".arrow.ghost");
  assert.equal(await arrows(page, "ghost"), 1);
});

test("another game takes the place of a tree without an error", async () => {
  const page = await open("#/watch?strategy=alpha-beta:depth=1");
  await page.click("text=Change the search");
  for (const [game, squares] of [["tic-tac-toe", 9], ["connect-four", 42], ["chess", 64]]) {
    await page.selectOption("[aria-label=Game]", game);
    await page.waitForFunction((count) => document.querySelectorAll(".position [data-square]").length === count, squares);
    await page.waitForFunction(() => document.querySelector(".step-text").textContent !== "");
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
  await page.evaluate(() => {
    window.steps = [];
    const text = document.querySelector(".step-text");
    new MutationObserver(() => window.steps.push(text.textContent)).observe(text, { childList: true, characterData: true, subtree: true });
  });
  for (const beat of ["The root: 1 game, ", "Selection", "Expansion", "Value", "Backup"]) {
    await page.keyboard.press(" ");
    await page.waitForFunction((text) => window.steps.at(-1)?.startsWith(text), beat);
  }
  assert.match(await page.textContent(".step-text"), /The root: 2 games, /);
  const beats = await page.evaluate(() => window.steps.flatMap((step) => step.match(/^(Selection|Expansion|Value|Backup): /)?.slice(1) ?? []));
  assert.deepEqual(beats, ["Selection", "Expansion", "Value", "Backup"]);
  await open("#/watch?game=connect-four&moves=d.d.c.a&strategy=proof-number:depth=5");
  await expectText(page, ".step-text", "The root: 0 leaves must still be won to prove a win, ∞ not to disprove it.");
  await page.keyboard.press("[");
  await page.waitForFunction(() => /^The root: [1-9]\d* leaves must/.test(document.querySelector(".step-text").textContent));
  await open("#/watch?game=tree&strategy=sss-star:depth=2&pass=3");
  await expectText(page, ".step-text", "The queue, the most promising first: c a = 14, a a = 3, b a = 2.");
  await page.focus("canvas.tree");
  await page.keyboard.press("]");
  await expectText(page, ".step-text", "The queue, the most promising first: c b = 5, a a = 3, b a = 2.");
});

test("the tree of another program is opened from a file, and a file that is none is refused", async () => {
  const page = await open("#/watch?game=tree");
  await page.locator(".drawer summary", { hasText: "Change the search" }).click();
  const file = page.locator("input[type=file]");
  await file.setInputFiles(fileURLToPath(new URL("../../../docs/tree-example.jsonl", import.meta.url)));
  await page.getByRole("heading", { name: "Watch alpha-beta", exact: true }).waitFor();
  await page.getByRole("button", { name: "Next cut-off (c)" }).click();
  assert.equal(await told(page), "Min's answer 1 leaves Max 2. Max already has 3 with 1, so 2 other answers to 2 can be skipped. ✂");
  await file.setInputFiles({ name: "x.jsonl", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await page.getByText(/line 1/).waitFor();
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
  await page.waitForSelector("text=Next >> visible=true");
});

test("a page with a search of several passes, as the lab and the book have them, fits a phone", async () => {
  const [stepper, lab] = ["../../catalog/src/recorded/stepper/", "../../workbench/src/show/tree/"].map((folder) => new URL(folder, import.meta.url));
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
