// How the page looks: the main states look as they did when somebody last looked at them, whatever is said fits, and axe finds nothing. The pictures in
// `looks/` are an eighth of the page's size. `LOOKS=update ./run looks.test.mjs` writes them anew, and the README's; look at them before they are committed.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { expectText, open, openNew, painted, ready, site } from "./harness.mjs";
import { SIZES, VIEWS } from "./states.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SCALE = 8;
/** A cell differs if a color is off by more than this, and this share of the cells may: letters are drawn a little differently. */
const [MOST_OFF, MOST_CELLS] = [28, 0.004];
/** A picture that has not changed for this time, in milliseconds, is complete. */
const SETTLES = 60_000;
const folder = new URL("looks/", import.meta.url);
const isUpdate = process.env.LOOKS === "update";

for (const [view, { link, sign, act }] of Object.entries(VIEWS)) {
  test(`${view}: it looks as it did, light and dark, at three sizes; texts fit, nothing sticks out; axe finds no violation; its link restores it`, async (t) => {
    // Things stored by earlier tests would be in the picture.
    const page = await openNew("#/play?game=tic-tac-toe&second=you", { reducedMotion: "reduce", patient: true });
    await page.route("**/api/v1/best-move", (route) => route.fulfill({ json: { score: { cp: 2530 }, depth: 9, counts: { nodes: 500 }, time_ms: 1, move: null } }));
    await page.evaluate((wanted) => {
      delete document.querySelector("#view > *").dataset.ready;
      location.hash = wanted;
    }, link);
    await ready(page);
    // The page behind a dialog is complete before it opens.
    if (act && link.startsWith("#/play")) await page.waitForSelector(".evaluation-bar[aria-label]");
    await act?.(page);
    const isFull = () => page.waitForSelector(sign);
    await isFull();
    // A notice comes and goes in its own time.
    await page.evaluate(() => (document.getElementById("notice").style.display = "none"));
    const others = await fontsDiffer(page);
    if (others) t.diagnostic(others);
    await inEachLook(page, async (look) => {
      assert.deepEqual(await page.evaluate(clippedTexts), [], look);
      // Times differ from run to run.
      const mask = [page.locator(".race [data-name=Time]"), page.locator("footer"), page.locator(".transfer textarea")];
      const take = () => page.screenshot({ fullPage: !act, mask, maskColor: "#808080" });
      if (!others) await compare(take, `${view}-${look}`);
    });
    for (const summary of await page.locator("#view summary:visible").all()) if (!act) await summary.click();
    await inEachLook(page, async (look, { width }) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} pixels, ${look}`);
      if (width === SIZES.narrow.width) assert.deepEqual(await violations(page), [], look);
    });
    if (act) return;
    const saved = new URL(page.url()).hash;
    await page.reload();
    await ready(page);
    await isFull();
    // The link has the state of the page once it's drawn.
    await page.waitForFunction((hash) => location.hash === hash, saved).catch(() => {});
    assert.equal(new URL(page.url()).hash, saved);
    assert.deepEqual([page.foreign, page.problems], [[], []]);
  });
}

test("the picture in the README shows the page", async (t) => {
  const page = await openNew(VIEWS.leaves.link, { viewport: { width: 1280, height: 660 }, reducedMotion: "reduce" });
  const file = new URL("../../../docs/page.png", import.meta.url);
  const picture = await page.screenshot();
  const others = await fontsDiffer(page);
  if (isUpdate) return writeFile(file, picture);
  if (others) return t.skip(others);
  const kept = await inBrowser(await readFile(file), null);
  const { share, size } = await inBrowser(picture, Buffer.from(kept.small, "base64"));
  assert.deepEqual(size, kept.size);
  assert.ok(share <= MOST_CELLS, `${(100 * share).toFixed(1)} % of its cells differ: run LOOKS=update, and look at it`);
});

/** Does something with a page in the light and in the dark, at each size; it gets the name of the look, and the size. */
async function inEachLook(page, look) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const [name, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size);
      await painted(page);
      await look(`${name}-${colorScheme}`, size);
    }
  }
}

/** axe's findings about the current page. */
async function violations(page) {
  // The browser's tools may add a script where the page itself may not.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await readFile(AXE, "utf8"));
  const { violations: found } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`);
}

/** Pictures are only compared where letters have the same widths; gives the reason if they have not. */
async function fontsDiffer(page) {
  const width = await page.evaluate(() => {
    const context = document.createElement("canvas").getContext("2d");
    context.font = getComputedStyle(document.body).font;
    return Math.round(10 * context.measureText("The quick brown fox jumps over the lazy dog.").width);
  });
  const file = new URL("fonts.json", folder);
  if (isUpdate) {
    await mkdir(folder, { recursive: true });
    await writeFile(file, `${JSON.stringify({ width })}\n`);
  }
  const known = JSON.parse(await readFile(file, "utf8")).width;
  return known === width ? null : `the pictures were taken with other fonts (${known}, here ${width})`;
}

/** Compares a picture with the kept one, again and again until it no longer changes: a slow machine may not have drawn everything yet. */
async function compare(take, name) {
  const file = new URL(`${name}.webp`, folder);
  const before = isUpdate ? null : await readFile(file).catch(() => null);
  let changed = performance.now();
  let picture, small, size, oldSize, share, isSame;
  do {
    const next = await take();
    if (!picture?.equals(next)) changed = performance.now();
    picture = next;
    ({ small, size, oldSize, share } = await inBrowser(picture, before));
    isSame = size.join() === oldSize.join() && share <= MOST_CELLS;
  } while (before && !isSame && performance.now() < changed + SETTLES);
  if (isUpdate) return writeFile(file, Buffer.from(small, "base64"));
  assert.ok(before, `${name} is new: run LOOKS=update, and look at it`);
  const found = new URL(`shots/${name}-found.png`, import.meta.url);
  if (!isSame) {
    await mkdir(new URL("shots/", import.meta.url), { recursive: true });
    await writeFile(found, picture);
  }
  assert.ok(isSame, `${name} looks different: ${(100 * share).toFixed(1)} % of its cells, ${oldSize} became ${size}; see ${found.pathname}`);
}

/** The browser reads and shrinks pictures, so that no library is needed. */
let darkroom = null;
async function inBrowser(picture, before) {
  darkroom ??= await site.browser.newPage();
  return darkroom.evaluate(
    async ([now, old, scale, most]) => {
      const read = async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        return createImageBitmap(new Blob([bytes]));
      };
      const draw = (image, width, height) => {
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext("2d");
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, width, height);
        return [canvas, context.getImageData(0, 0, width, height).data];
      };
      const image = await read(now);
      const size = [Math.round(image.width / scale), Math.round(image.height / scale)];
      const blob = await draw(image, ...size)[0].convertToBlob({ type: "image/webp", quality: 0.9 });
      const small = btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
      if (old === null) return { small, size, oldSize: [], share: 1 };
      const known = await read(old);
      const oldSize = [known.width, known.height];
      if (oldSize.join() !== size.join()) return { size, oldSize, share: 1 };
      // Both went through the same loss.
      const [cells, oldCells] = [await read(small), known].map((each) => draw(each, ...size)[1]);
      let count = 0;
      for (let cell = 0; cell < cells.length; cell += 4) {
        if ([0, 1, 2].some((color) => Math.abs(cells[cell + color] - oldCells[cell + color]) > most)) count += 1;
      }
      return { size, oldSize, share: count / (cells.length / 4) };
    },
    [picture.toString("base64"), before?.toString("base64") ?? null, SCALE, MOST_OFF],
  );
}

/** Texts that stick out of their boxes or are cut off and can't be scrolled to. Runs in the page. */
function clippedTexts() {
  const found = [];
  const hidden = ".unseen, .skip, noscript, option, svg, textarea, thead, .promotion";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const report = (node, text, reason) => found.push(`${node.className || node.tagName}: "${text.trim()}" ${reason}`);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (node.textContent.trim() === "" || parent.closest(hidden) || !parent.checkVisibility()) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(box);
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (["auto", "scroll"].includes(overflowX) || ["auto", "scroll"].includes(overflowY)) break;
      if (display !== "inline" && (text.left < left - 1 || text.right > right + 1)) report(box, node.textContent, "is too wide");
      if (overflowY === "hidden" && (text.top < top - 1 || text.bottom > bottom + 1)) report(box, node.textContent, "is too high");
    }
  }
  const context = document.createElement("canvas").getContext("2d");
  for (const select of document.querySelectorAll("select")) {
    if (!select.checkVisibility()) continue;
    const style = getComputedStyle(select);
    context.font = style.font;
    const arrow = 20;
    const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - arrow;
    for (const option of select.selectedOptions) {
      if (context.measureText(option.text).width > room) report(select, option.text, `does not fit into ${room}`);
    }
  }
  return found;
}

test("a focused square shows its piece, there and where it is moved to", async () => {
  const page = await open("#/play?second=you");
  const center = async (square) => {
    const box = await page.locator(`.play [data-square=${square}]`).boundingBox();
    const inset = box.width / 4;
    const clip = { x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset };
    return (await page.screenshot({ clip })).toString("base64");
  };
  const [knight, empty] = [await center("b1"), await center("b3")];
  assert.notEqual(knight, empty);
  await page.focus("[data-square=b1]");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.matches(":focus-visible")), true);
  assert.equal(await center("b1"), knight);
});

test("numbers in variations are written as books write them", async () => {
  const page = await open("#/play?second=you&moves=e2e4(d2d4.d7d5.c2c4).e7e5");
  await expectText(page, ".variation", "(1.d4d52.c4)");
});

test("a page that is enlarged twice keeps the strip of a player on one line", async () => {
  const page = await open("#/play?second=engine:elo=1400&moves=e2e4.e7e5.g1f3");
  await page.setViewportSize({ width: 640, height: 430 });
  await page.waitForFunction(() => document.querySelector(".thought")?.textContent.includes("depth"));
  const { height } = await page.locator(".strip").first().boundingBox();
  assert.ok(height < 40, `${height} pixels`);
});

test("on a phone no value of the comparison is out of sight", async () => {
  const page = await open(VIEWS.compare.link);
  await page.waitForSelector(VIEWS.compare.sign);
  await page.setViewportSize(SIZES.narrow);
  await painted(page);
  const [wide, room] = await page.locator(".results .scroll").evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  assert.ok(wide <= room, `${wide} pixels in ${room}`);
  const names = await page.locator(".race tbody tr:first-child td[data-name]").evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
  assert.ok(names.includes('"Same value?"'), `each value has its name: ${names}`);
});

test("on a phone the scenes and the buttons stand in one row", async () => {
  const page = await open("#/watch");
  await page.setViewportSize(SIZES.narrow);
  await painted(page);
  const rows = (selector) => page.locator(selector).evaluateAll((nodes) => new Set(nodes.filter((node) => !node.hidden).map((node) => node.offsetTop)).size);
  assert.equal(await rows(".scenes a"), 1);
  await open("#/play?first=engine:elo=1400&second=you&moves=e2e4");
  await page.setViewportSize(SIZES.narrow);
  await painted(page);
  assert.equal(await page.locator("[data-action=pause]").isVisible(), true);
  assert.equal(await rows(".play .controls button"), 1);
});
