// Properties of the page as a whole: reloads, tabs, touch, size and speed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SIZES } from "./states.mjs";
import { PATIENCE, best, click, expectMoves, expectSquare, expectText, open, openNew, ready, site, work } from "./harness.mjs";

test("a reload keeps the game, its variations and the flipped board", async () => {
  const page = await open("#/play?second=you");
  await click(page, "e2", "e4");
  await expectMoves(page, "e4");
  await click(page, "e7", "e5");
  await expectMoves(page, "e4 e5");
  await page.keyboard.press("ArrowLeft");
  await click(page, "c7", "c5");
  await expectMoves(page, "e4 e5 c5");
  await page.keyboard.press("f");
  // The address may follow a quick change a twentieth of a second later.
  await page.waitForFunction(() => location.hash.includes("flip=1"));
  await page.reload();
  await ready(page);
  await expectMoves(page, "e4 e5 c5");
  await expectSquare(page, "c5", "black pawn");
  assert.equal(await page.textContent("[aria-current=true]"), "c5");
  assert.equal(await page.locator(".square").first().getAttribute("data-square"), "h1", "still flipped");
});

test("two tabs hold two games", async () => {
  const context = await site.browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`${site.address}/#/play?second=you`);
    await ready(tab);
  }
  await click(tabs[0], "e2", "e4");
  await click(tabs[1], "d2", "d4");
  await expectMoves(tabs[0], "e4");
  await expectMoves(tabs[1], "d4");
  await tabs[0].reload();
  await ready(tabs[0]);
  await expectMoves(tabs[0], "e4");
});

test("one can play by touch on a narrow screen", async () => {
  const page = await openNew("#/play?second=you", { viewport: SIZES.narrow, hasTouch: true });
  await page.tap("[data-square=e2]");
  await page.tap("[data-square=e4]");
  await expectMoves(page, "e4");
});

test("a broken link still opens a view, with the reason", async () => {
  for (const link of ["#/play?start=nonsense", "#/play?moves=e2e5", "#/compare?game=chess&start=8/8", "#/watch?start=xyz", "#/play?game=%zz"]) {
    const page = await open(link);
    assert.ok((await page.locator(".square").count()) > 0, link);
  }
});

test("a long problem fits a phone", async () => {
  const page = await openNew("#/play?start=8/8/8/8/8/8/8/k7_w_-_-_0_1", { viewport: { width: 360, height: 740 } });
  await page.waitForSelector("#problem:not([hidden])");
  await expectText(page, "#problem", "no king");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
});

test("the page is small, and little work", async () => {
  const first = await openNew("");
  const size = await first.evaluate(() => {
    const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const sizes = new Map(files.filter(({ name }) => !name.includes("/api/")).map(({ name, decodedBodySize }) => [name, decodedBodySize]));
    return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  });
  console.log(`# what the page loads first: ${size} bytes`);
  assert.ok(size > 100_000 && size < 300_000, `${size} bytes`);
  const spent = await best(1000, async () => (await usableFromAfar("#/play?second=you", 0)).work);
  console.log(`# work until it is usable: ${spent.toFixed(0)} ms`);
  assert.ok(spent < 1000, `${spent} ms`);
});

// Six connections ask for the modules in turns; a proxy in front of the server asks for all at once, and a second visit for none.
test("with a tenth of a second to the server Play is usable three seconds later, also with a game of 30 variations", { skip: Boolean(process.env.PLYWOOD_WEB_ASSETS) }, async () => {
  const others = (moves, side) => moves.map((move) => `(${move}${side})`).join("");
  const [white, black] = [["a", "b", "c", "d", "f", "g", "h"], ["a", "b", "c", "d", "f", "g", "h"]];
  const variations = (files, rank, step) => files.flatMap((file) => [1, 2].map((count) => `${file}${rank}${file}${rank + step * count}`));
  const moves = `e2e4${others(variations(white, 2, 1), "")}.e7e5${others(variations(black, 7, -1), "")}.g1f3(f1c4)(d2d4)`;
  for (const [what, hash] of [["cold", "#/play?second=you"], ["with 30 variations", `#/play?second=you&moves=${moves}`]]) {
    const later = await best(3000, async () => {
      const near = await usableFromAfar(hash, 0);
      return (await usableFromAfar(hash, 100)).time - near.time;
    });
    console.log(`# usable ${what} at a latency of 100 ms ${later.toFixed(0)} ms later`);
    assert.ok(later < 3000, `${what}: ${later} ms`);
  }
});

// Each fourth move has a variation.
const longGame = (count) => {
  const knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
  const moves = Array.from({ length: (count * 4) / 5 }, (_, ply) => knights[ply % 4] + (ply % 4 === 3 ? "(h7h6)" : ""));
  return `#/play?second=you&at=1&moves=${moves.join(".")}`;
};

test("a step through a game of 3,600 moves, and a move there, are hardly more work than in a short one", async () => {
  const games = [];
  for (const count of [60, 3600]) {
    const page = await openNew(longGame(count), { reducedMotion: "reduce" });
    assert.equal(await page.locator(".moves button").count(), count);
    games.push({ page, count, step: Infinity, move: Infinity });
  }
  // The games take turns, so that a busy machine slows both, and a step in the short one tells how fast it is.
  const [short, long] = games;
  const isSlow = () => long.step >= 3 * short.step || Math.max(short.move, long.move) >= 12 * short.step;
  let tried = 0;
  for (const file of "abcdegh") {
    if (tried >= 4 && !isSlow()) break;
    tried += 1;
    for (const game of games) {
      const { page } = game;
      for (let step = 0; step < 4; step += 1) game.step = Math.min(game.step, await workOf(page, null, "ArrowRight"));
      await page.keyboard.press("Home");
      await expectSquare(page, "f3", "empty");
      await page.waitForSelector(`[data-square=${file}2].movable`);
      await workOf(page, `${file}2`, "Enter");
      game.move = Math.min(game.move, await workOf(page, `${file}3`, "Enter"));
      await expectSquare(page, `${file}3`, "white pawn");
      await page.keyboard.press("Home");
    }
  }
  for (const { page, count, step, move } of games) {
    console.log(`# ${count} moves: a step is ${step.toFixed(1)} ms of work, a move ${move.toFixed(1)} ms`);
    assert.equal(await page.locator(".moves button").count(), count + tried);
    assert.deepEqual(page.problems, []);
  }
  assert.ok(!isSlow(), "a long game is slow");
});

/** The work caused by a key on a square, or on the page, until all of it is laid out. */
const workOf = (page, square, key) =>
  work(page, () =>
    page.evaluate(
      ([name, pressed]) => {
        const target = name === null ? document.body : document.querySelector(`[data-square=${name}]`);
        target.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true }));
        document.body.getBoundingClientRect();
      },
      [square, key],
    ),
  );

/** The time until a new page is usable with this latency, and the work. */
async function usableFromAfar(hash, latency) {
  const context = await site.browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
    const start = performance.now();
    const spent = await work(page, async () => {
      await page.goto(`${site.address}/${hash}`);
      await ready(page);
    });
    return { time: performance.now() - start, work: spent };
  } finally {
    await context.close();
  }
}

test("pieces glide, but not if less motion is wanted", async () => {
  for (const [reducedMotion, count] of [["no-preference", 32], ["reduce", 0]]) {
    const page = await openNew("#/play?second=you", { reducedMotion });
    await click(page, "e2", "e4");
    await expectMoves(page, "e4");
    assert.equal(await page.locator(".piece.gliding").count(), count, reducedMotion);
  }
});

test("the theme can be chosen and is kept", async () => {
  const page = await openNew("#/play?second=you", { colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.click("#theme");
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  await ready(page);
  assert.equal(await ground(), dark);
});

test("the board can be read aloud", async () => {
  const page = await open("#/play?second=you&start=4k3/8/8/8/8/8/PP6/4K3_w_-_-_0_1");
  await page.click("summary:has-text('Options')");
  await page.click("text=Read the board aloud");
  await expectText(page, "#announcer", "White: king e1, pawns a2 b2. Black: king e8.");
});

