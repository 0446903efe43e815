// The first minute: nine numbers to play with, then the same thing on a chessboard, at a reader's pace.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectText, open, openNew, painted, ready } from "./harness.mjs";

const leaf = (page, name, number) => page.getByRole("slider", { name: `${name}, number ${number}` });
const text = (page) => page.textContent(".step-text");
const cuts = (page) => page.locator(".leaf-tree .cut:visible").count();

/** Drags a number by so many steps, up if there are more than none. */
async function drag(page, name, number, steps) {
  const { x, y, width, height } = await leaf(page, name, number).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 - 6 * steps);
  await page.mouse.move(x + width / 2, y + height / 2 - 12 * steps);
  await page.mouse.up();
}

test("a number is dragged, and the scissors appear or vanish with one sentence; at equality they appear", async () => {
  const page = await openNew("");
  await expectText(page, ".step-text", "Your opponent can pick the 3 in B, and A already gives you 5.");
  assert.equal(await cuts(page), 2);
  await drag(page, "B", 1, 2);
  await expectText(page, ".step-text", "A 5 in B is no better than the 5 you already have from A. Equal is enough");
  assert.equal(await cuts(page), 2);
  await drag(page, "B", 1, 1);
  await expectText(page, ".step-text", "Every number in B beats the 5 you get from A");
  assert.equal(await cuts(page), 1);
  await expectText(page, ".leaf-tree .root", "You get 6");
  await page.waitForFunction(() => location.hash === "#/watch?scene=leaves&numbers=586679642");
  await page.reload();
  await ready(page);
  await expectText(page, ".leaf-tree .root", "You get 6");
  assert.deepEqual(page.problems, []);
});

test("what was skipped may be any number: the root stays", async () => {
  const page = await openNew("");
  await page.getByRole("button", { name: "Change what was skipped in B" }).click();
  await expectText(page, ".step-text", "Skipped, so any number may be here: you still get 5, from A.");
  for (const digit of ["9", "0", "4"]) {
    await page.keyboard.press(digit);
    assert.equal(await leaf(page, "B", 2).textContent(), digit);
    assert.equal(await page.textContent(".leaf-tree .root"), "You get 5");
    assert.match(await text(page), /^Skipped, so any number/);
  }
});

test("the challenges are met: four skipped, none skipped, and then the lesson", async () => {
  const page = await openNew("");
  const set = async (name, number, digit) => {
    await leaf(page, name, number).focus();
    await page.keyboard.press(digit);
  };
  assert.equal(await page.locator(".challenges .done").count(), 0);
  await set("C", 1, "4");
  await expectText(page, ".count", "4 of 9 skipped.");
  assert.equal(await page.locator(".challenges .done").count(), 1);
  for (const [name, number] of [["A", 1], ["A", 2], ["A", 3]]) await set(name, number, "0");
  await expectText(page, ".count", "0 of 9 skipped.");
  assert.equal(await page.locator(".challenges .done").count(), 2);
  await expectText(page, ".lesson-text", "only if the best of the three comes first");
  await page.click("text=Next: in chess");
  await page.waitForSelector(".watch[data-ready]");
});

test("it is played by touch, and a tap on a number's halves changes it by one; a swipe beside the numbers scrolls", async () => {
  const page = await openNew("", { viewport: { width: 360, height: 740 }, hasTouch: true });
  const box = await leaf(page, "B", 1).boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 8);
  await expectText(page, ".leaf-branch:nth-of-type(2) .leaf", "4");
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 8);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 8);
  assert.equal(await leaf(page, "B", 1).textContent(), "2");
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".leaf-tree")).touchAction), "auto");
  assert.ok(box.width >= 30 && box.height >= 44, JSON.stringify(box));
});

test("a screen reader hears the number at once, and the sentence when it rests", async () => {
  const page = await openNew("", { clock: true });
  await page.evaluate(() => {
    globalThis.heard = [];
    const region = document.getElementById("announcer");
    new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
  });
  await leaf(page, "B", 1).focus();
  for (let count = 0; count < 5; count += 1) await page.keyboard.press("ArrowUp");
  assert.equal(await leaf(page, "B", 1).getAttribute("aria-valuenow"), "8");
  assert.equal(await leaf(page, "C", 3).getAttribute("aria-valuetext"), "2, skipped");
  assert.deepEqual(await page.evaluate(() => heard), []);
  await page.clock.runFor(1000);
  await painted(page).catch(() => {});
  const heard = await page.evaluate(() => globalThis.heard);
  assert.equal(heard.length, 1, heard.join("; "));
  assert.match(heard[0], /^Every number in B beats the 5/);
});

test("tree, sentence and conclusion are in view together on a phone, and nothing jumps while numbers change", async () => {
  const page = await openNew("", { viewport: { width: 360, height: 740 } });
  for (const part of [".leaf-tree", ".step-text", ".count", ".challenges", ".leaf-more a"]) {
    const { x, y, width, height } = await page.locator(part).boundingBox();
    assert.ok(x >= 0 && x + width <= 360 && y >= 0 && y + height <= 740, `${part}: ${JSON.stringify({ x, y, width, height })}`);
  }
  await page.evaluate(() => {
    globalThis.shifts = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shifts += value))).observe({ type: "layout-shift" });
  });
  for (const [name, number] of [["B", 1], ["A", 2], ["C", 3]]) {
    for (const digit of ["0", "5", "9"]) {
      await leaf(page, name, number).focus();
      await page.keyboard.press(digit);
      await painted(page);
    }
  }
  assert.ok((await page.evaluate(() => globalThis.shifts)) < 0.02);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
});

test("nothing moves if less motion is wanted", async () => {
  const page = await openNew("", { reducedMotion: "reduce" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".leaf.first")).animationName), "none");
  await page.goto(page.url().replace(/#.*|$/, "#/watch?scene=chess"));
  await page.waitForSelector(".watch[data-ready]");
  await expectText(page, ".step-text", "White looks for the best move, and Black's best answer to each.");
  await page.click(".controls .primary");
  await expectText(page, ".step-text", "“rook captures on c8” leaves White 7.2 pawns up");
  await page.click(".controls .primary");
  await page.waitForSelector(".scissors:not([hidden])");
});

test("Next always tells the next move: each sentence fits the move and can be read, and after each move the scene waits", async () => {
  const page = await openNew("#/watch?scene=chess", { clock: true });
  const next = page.locator(".controls .primary");
  const placeOf = async () => Object.values(await next.boundingBox()).map(Math.round);
  const place = await placeOf();
  const waits = async (sentence) => {
    assert.equal(await text(page), sentence);
    await page.clock.runFor(60_000);
    assert.equal(await text(page), sentence, "it waits");
    assert.deepEqual([await next.textContent(), await placeOf()], ["Next", place]);
  };
  /** Presses once, and gives the sentences up to the last one, each with the time for which it stays. */
  const press = async (last) => {
    const seen = await page.evaluate(() => {
      const text = document.querySelector(".step-text");
      globalThis.seen = [];
      const look = () => text.textContent !== seen.at(-1)?.text && seen.push({ time: performance.now(), text: text.textContent });
      new MutationObserver(look).observe(text, { childList: true });
      document.querySelector(".controls .primary").click();
      return seen;
    });
    assert.deepEqual(seen, [], "the sentence changes when the move is tried");
    for (let time = 0; time < 30_000 && (await text(page)) !== last; time += 100) {
      assert.equal(await next.textContent(), "Next");
      await page.clock.runFor(100);
    }
    return page.evaluate(() => globalThis.seen.map(({ time, text }, at) => ({ text, stays: (globalThis.seen[at + 1]?.time ?? Infinity) - time })));
  };
  await waits("White looks for the best move, and Black's best answer to each. Pieces count in pawns: a rook is worth about five.");
  const best = "“rook captures on c8” leaves White 7.2 pawns up after Black's best answer, “king to d7”. White's best move so far.";
  const cut = "Black's answer “rook captures on a8” leaves White 2.8 pawns down. White is already 7.2 pawns up with “rook captures on c8”, so 9 other answers to “king to b1” can be skipped. ✂";
  const again = (move) => `One answer to “${move}” is enough again: “rook captures on a8”. ✂`;
  const told = { "rook captures on c8": best, "king to b1": cut, "king to d1": again("king to d1"), "king to b2": again("king to b2"), "knight to c3": again("knight to c3") };
  for (const [move, last] of Object.entries(told)) {
    const sentences = await press(last);
    assert.deepEqual(sentences.map(({ text }) => text), [`White tries “${move}”.`, last]);
    assert.ok(sentences[0].stays > 290 * sentences[0].text.split(" ").length, JSON.stringify(sentences));
    await waits(last);
    assert.equal(await page.locator(".scissors").count(), last === best ? 0 : 1);
    // Opposite arrows lie side by side; they may be drawn anew at any time.
    if (last === cut) {
      await page.waitForFunction(() => {
        const [there, back] = ["green", "red"].map((color) => document.querySelector(`path.arrow.${color}`)?.getBoundingClientRect().y);
        return there - back > 20;
      });
    }
  }
  assert.equal(await next.getAttribute("aria-disabled"), "false");
  await press("One good answer rules out a move, whatever the others are. With the best move first, most answers are skipped; with the worst first, none.");
  await page.waitForFunction(() => [...document.querySelectorAll(".trees .big")].map((each) => each.textContent).join() === "13,49");
  const colors = await page.locator("canvas.tree >> nth=0").evaluate((tree) => ["--accent", "--good"].map((name) => getComputedStyle(tree).getPropertyValue(name)));
  assert.equal(colors[0], colors[1], "the best moves have one color on the board and in the tree");
  assert.equal(await next.getAttribute("aria-disabled"), "true");
  await next.click({ force: true });
  await page.keyboard.press(" ");
  await page.clock.runFor(60_000);
  assert.ok(await page.isVisible(".ending"), "at the end Next does nothing");
  await page.click("text=Again");
  assert.match(await text(page), /^White looks for the best move/);
  assert.ok(await next.evaluate((node) => node === document.activeElement));
  await next.click();
  await page.clock.runFor(100);
  assert.equal(await text(page), "White tries “rook captures on c8”.");
  await next.click();
  await page.clock.runFor(100);
  assert.equal(await text(page), best, "a second press goes on");
  assert.deepEqual(page.problems, []);
});

test("the scissors cover no piece", async () => {
  const crowded = "#/watch?start=r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR_b_KQkq_-_3_3&strategy=alpha-beta:depth=2";
  for (const link of ["#/watch?scene=chess&step=8", crowded]) {
    const page = await openNew(link, { reducedMotion: "reduce" });
    await page.keyboard.press("Home");
    await page.keyboard.press("c");
    await page.waitForSelector(".arrow.ghost");
    const covered = await page.evaluate(() => {
      const { left, right, top, bottom } = document.querySelector(".scissors").getBoundingClientRect();
      const squares = [...document.querySelectorAll(".position [data-square]")].filter((square) => {
        const box = square.getBoundingClientRect();
        const [across, down] = [Math.min(right, box.right) - Math.max(left, box.left), Math.min(bottom, box.bottom) - Math.max(top, box.top)];
        return across > box.width / 4 && down > box.height / 4;
      });
      return squares.map((square) => square.getAttribute("aria-label"));
    });
    assert.equal(covered.length, 1, covered.join("; "));
    assert.match(covered[0], /, empty/);
  }
});

test("without chess a scene is understood: moves are words, each arrow has its color in the legend, and the tree has pieces and no root", async () => {
  for (const scene of ["chess", "depth"]) {
    const page = await openNew(`#/watch?scene=${scene}`, { reducedMotion: "reduce" });
    await page.evaluate(() => {
      globalThis.written = new Set();
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        written.add(text);
        globalThis.palest = Math.min(globalThis.palest ?? Infinity, contrast(this.fillStyle, this.globalAlpha));
        return fillText.call(this, text, ...place);
      };
      const light = (color) => {
        const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      // What's written lies on light ground; only the node of the step, in the accent, has light letters.
      const contrast = (color, alpha) => {
        const [ground, accent, ink] = ["#f0e8dc", "#8a4b12", color].map(light);
        const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        return alpha < 1 ? 0 : Math.max(ratio(ink, ground), ratio(ink, accent));
      };
    });
    await expectText(page, ".arrow-colors", "White's moveBlack's answerBest so farSkippedNow");
    assert.match(await page.innerText(".tree-note"), /^Each box is a position\. \+1\.00: White is a pawn up\./);
    const colors = await page.evaluate(() => [...document.querySelectorAll(".arrow-colors .swatch")].map((each) => getComputedStyle(each).backgroundColor));
    const shown = new Set();
    const steps = await page.getAttribute(".story input[type=range]", "max");
    for (let step = 0; step <= Number(steps); step += 1) {
      assert.doesNotMatch(await text(page), /\d…|…\d|\d [KQRBN]|[KQRBN][a-h]?x?[a-h]\d/, "no notation");
      for (const color of await page.evaluate(() => [...document.querySelectorAll(".arrow")].map((arrow) => getComputedStyle(arrow).fill))) shown.add(color);
      await page.keyboard.press("ArrowRight");
      await painted(page);
    }
    assert.equal(shown.size, 4, [...shown].join());
    for (const color of shown) assert.ok(colors.includes(color), `${color} is none of ${colors.join()}`);
    const written = await page.evaluate(() => [...globalThis.written]);
    assert.ok(["start", "♖×c8", "White", "moves", "Black", "answers"].every((each) => written.includes(each)), written.join());
    assert.deepEqual(written.filter((each) => /root|^[KQRBN][a-h1-8x]/.test(each)), []);
    const palest = await page.evaluate(() => globalThis.palest);
    assert.ok(palest >= 4.5, `a contrast of ${palest}`);
    await page.mouse.move(0, 0);
    assert.deepEqual(page.problems, []);
  }
});

test("on a phone the board, the sentence and both trees are in view together, and a swipe over board and tree scrolls", async () => {
  const page = await openNew("#/watch?scene=chess&step=99", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.waitForFunction(() => [...document.querySelectorAll(".trees .big")].map((each) => each.textContent).join() === "13,49");
  const inView = async (...parts) => {
    await page.evaluate(() => scrollTo(0, 0));
    for (const part of [".watch .board", ".step-text", ".controls .primary", ".arrow-colors", ".trees", ...parts]) {
      const { x, y, width, height } = await page.locator(part).first().boundingBox();
      assert.ok(x >= 0 && x + width <= 360 && y >= 0 && y + height <= 740, `${part}: ${JSON.stringify({ x, y, width, height })}`);
    }
  };
  await inView();
  await page.click("text=Again");
  await page.keyboard.press("c");
  await inView(".tree-note");
  const session = await page.context().newCDPSession(page);
  for (const part of [".watch .board", "canvas.tree >> nth=0"]) {
    await page.evaluate(() => scrollTo(0, 0));
    const { x, y, width, height } = await page.locator(part).first().boundingBox();
    const touch = (type, ...touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    const at = (far) => ({ x: Math.round(x + width / 2), y: Math.round(y + height / 2 - far) });
    await touch("touchStart", at(0));
    for (let far = 12; far <= 120; far += 12) await touch("touchMove", at(far));
    await touch("touchEnd");
    await page.waitForFunction(() => scrollY > 80, null, { timeout: 10_000 });
  }
});

test("at a mistake of a game one press opens Watch where the move is refuted", async () => {
  const page = await open("#/play?second=you&moves=f2f3.e7e5.g2g4.d8h4&judged=10.-20.-900bd4&at=3");
  await page.click("text=Watch why this is bad");
  await page.waitForSelector(".watch[data-ready]");
  assert.match(page.url(), /moves=f2f3\.e7e5\.g2g4&strategy=alpha-beta:depth=1/);
  await expectText(page, ".step-text", "Black plays 2…\u2060Qh4#, which leaves it with mate in 1.");
});
