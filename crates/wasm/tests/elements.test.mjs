// The elements, in Node.js and in a real browser under a strict policy. `PLAYWRIGHT` is installed by crates/web/browser/run, and the modules
// shared with the page are copied by `crates/wasm/make elements`.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { PlywoodBoard, PlywoodSearch } from "../npm/elements/elements.js";
import { renderBoard, renderSearch } from "../npm/elements/render.js";
import { textbook } from "../npm/elements/textbook.js";
import { withPage } from "./pages.mjs";

const AT = "/node_modules/plywood-games/elements";
const STYLESHEET = `${AT}/page/style.css`;
const FOLDER = new URL("../npm/elements/", import.meta.url);
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";
const ENGINE = `${POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")}; worker-src 'self'`;
const hasEngine = ["plywood", "plywood-simd"].some((name) => existsSync(new URL(`../${name}.wasm`, FOLDER)));
const axe = createRequire(new URL("../../web/browser/harness.mjs", import.meta.url)).resolve("axe-core/axe.min.js");

/** A page whose policy allows no script and no style of its own. */
const pageOf = (body, head = `<script type="module" src="${AT}/elements.js"></script>`) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>plywood</title><link rel="icon" href="data:,">${head}</head><body><main><h1>Boards</h1>${body}</main></body></html>`;
const strictly = (use, { policy = POLICY, ...context } = {}) => [{ headers: { "content-security-policy": policy }, context: { reducedMotion: "reduce", ...context } }, use];

/** Waits until every element shows its position or search, and gives the page a list of events. */
const ready = (page) =>
  page.evaluate(async () => {
    window.events = [];
    for (const node of document.querySelectorAll("plywood-board, plywood-search")) {
      for (const name of ["move", "step", "problem"]) node.addEventListener(name, ({ detail }) => window.events.push([name, detail.san ?? detail.step ?? detail.message]));
      await node.ready;
    }
  });

const name = (page, square, board = "plywood-board") => page.locator(`${board} [data-square=${square}]`).first().getAttribute("aria-label");

test("both elements, their rules and their pieces take 60 KB with brotli at most", () => {
  const files = readdirSync(FOLDER, { recursive: true }).filter((file) => /\.(js|svg)$/.test(file) && !/^(render|demo)\./.test(file));
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(new URL(file, FOLDER))).length, 0);
  console.log(`# ${files.length} files, ${bytes} bytes with brotli`);
  assert.ok(files.length > 25 && bytes < 60_000, `${bytes} bytes`);
});

test("every property and method is declared, and every declared one exists", () => {
  const types = readFileSync(new URL("elements.d.ts", FOLDER), "utf8");
  for (const [type, tag] of [[PlywoodBoard, "PlywoodBoard"], [PlywoodSearch, "PlywoodSearch"]]) {
    const [, body] = types.match(new RegExp(`class ${tag} [^{]*\\{(.*?)^\\}`, "ms"));
    const declared = [...body.matchAll(/^  (?:readonly |get |set )?(\w+)[(:]/gm)].map(([, found]) => found);
    const inherited = ["addEventListener"];
    const own = Object.getOwnPropertyNames(type.prototype).filter((found) => !/^(constructor|focus|\w+Callback)$/.test(found));
    assert.deepEqual([...new Set(declared)].filter((found) => !inherited.includes(found)).toSorted(), own.toSorted(), tag);
  }
});

test("a server writes boards and searches as markup without scripts and styles", async () => {
  const chess = await renderBoard({ stylesheet: "/style.css", position: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", moves: ["e4"], label: 'A "label" <b>' });
  assert.match(chess, /^<plywood-board game="chess" position="4k3[^"]*" moves="e4" label="A &quot;label&quot; &lt;b&gt;"><template shadowrootmode="open"><link rel="stylesheet" href="\/style.css">/);
  assert.match(chess, /data-square="e4"[^>]* aria-label="e4, white pawn"><div class="piece" data-piece="P">/);
  const four = await renderBoard({ stylesheet: "/style.css", game: "connect-four", position: "d" });
  assert.match(four, /aria-label="d1, red"><img alt="" src="data:image\/svg\+xml,/);
  const flipped = await renderBoard({ stylesheet: "/style.css", orientation: "black" });
  assert.ok(flipped.indexOf('data-square="h1"') < flipped.indexOf('data-square="a8"'));
  const search = renderSearch({ stylesheet: "/style.css", recorded: textbook });
  assert.match(search, /<li>The search begins/);
  for (const markup of [chess, four, flipped, search]) assert.doesNotMatch(markup, / style=|<style|<script(?! type="application\/json")/);
  await assert.rejects(renderBoard({ stylesheet: "/style.css", position: "8/8" }), /8 ranks/);
});

const BOARDS = `<plywood-board id="one" interactive></plywood-board>
  <plywood-board id="two" interactive game="connect-four"></plywood-board>
  <plywood-board id="three" position="1n5k/P7/8/8/8/8/p7/1N5K b - - 0 1" orientation="black" interactive="black"></plywood-board>
  <plywood-board id="four" game="tic-tac-toe"></plywood-board>
  <plywood-board id="five" game="tree" interactive></plywood-board>`;

test("several boards on a page under a strict policy take moves by mouse, keyboard and script", () =>
  withPage(pageOf(BOARDS), ...strictly(async (page, errors) => {
    await ready(page);
    const middle = async (board, square) => {
      const box = await page.locator(`${board} [data-square=${square}]`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.click(...(await middle("#one", "e2")));
    await page.mouse.click(...(await middle("#one", "e4")));
    await page.waitForFunction(() => window.events.length === 1);
    await page.mouse.move(...(await middle("#one", "e7")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("#one", "e6")));
    await page.mouse.move(...(await middle("#one", "e5")));
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector("#one").state.history.length === 2);
    assert.equal(await name(page, "e5", "#one"), "e5, black pawn, last move");
    assert.equal(await page.textContent("#one .unseen"), "Black: pawn e7 to e5.");
    await page.evaluate(() => document.querySelector("#two").focus());
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector("#two").state.position === "d");
    assert.equal(await name(page, "d1", "#two"), "d1, red, last move");
    await page.evaluate(() => document.querySelector("#three").shadowRoot.querySelector("[data-square=a2]").focus());
    await page.keyboard.press("Enter");
    assert.equal(await page.textContent("#three .unseen"), "a2 selected, 2 targets.");
    await page.evaluate(() => document.querySelector("#three").shadowRoot.querySelector("[data-square=a1]").focus());
    await page.keyboard.press("Enter");
    await page.waitForSelector("#three .promotion");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#three").state.history.length === 1);
    await page.click("#five button:text-is('b')");
    await page.waitForFunction(() => document.querySelector("#five").state.text === "(2 4 6)");
    const moves = await page.evaluate(() => window.events.map(([, san]) => san));
    assert.deepEqual(moves, ["e4", "e5", "d", "a1=N", "b"]);
    const played = await page.evaluate(() => document.querySelector("#four").play("b2"));
    assert.deepEqual([played.position, played.sideToMove], ["....X....", "O"]);
    assert.equal(await page.evaluate(() => document.querySelector("#four").play("b2").catch(({ message }) => message)), 'move 2: "b2" is not a legal move here');
    assert.equal(await page.evaluate(() => window.events.length), 5, "a script's moves are no events");
    assert.deepEqual(errors, []);
  }, { viewport: { width: 400, height: 2400 } })));

test("a page can refuse a move, set positions, draw shapes and take back", () =>
  withPage(pageOf(`<plywood-board interactive></plywood-board>`), ...strictly(async (page, errors) => {
    await ready(page);
    const look = (what) => page.evaluate(what);
    await look(() => document.querySelector("plywood-board").addEventListener("move", (event) => event.detail.san === "d4" && event.preventDefault()));
    const click = (square) => page.click(`[data-square=${square}]`, { force: true });
    await click("d2");
    await click("d4");
    await page.waitForFunction(() => window.events.length === 1);
    assert.equal(await name(page, "d2"), "d2, white pawn");
    await click("e2");
    await click("e4");
    await page.waitForFunction(() => document.querySelector("plywood-board").state.history.length === 1);
    assert.match(await look(() => document.querySelector("plywood-board").position), /^rnbqkbnr\/pppppppp\/8\/8\/4P3/);
    await look(() => (document.querySelector("plywood-board").shapes = [{ from: "e7", to: "e5" }, { from: "e4", color: "red" }]));
    assert.equal(await page.locator("path.arrow.green, circle.arrow.red").count(), 2);
    await look(() => document.querySelector("plywood-board").undo());
    assert.equal(await page.locator(".arrow").count(), 0);
    assert.equal(await name(page, "e2"), "e2, white pawn");
    await look(() => {
      const board = document.querySelector("plywood-board");
      board.setAttribute("moves", "e4 c5");
      board.orientation = "black";
      return board.ready;
    });
    assert.equal(await name(page, "c5"), "c5, black pawn, last move");
    assert.equal(await page.locator("[role=gridcell]").first().getAttribute("data-square"), "h1");
    await look(() => {
      const board = document.querySelector("plywood-board");
      board.position = "8/8";
      return board.ready;
    });
    assert.match(await page.textContent(".problem:not([hidden])"), /expected 8 ranks/);
    assert.deepEqual((await look(() => window.events)).at(-1)[0], "problem");
    await look(() => {
      const board = document.querySelector("plywood-board");
      board.position = null;
      board.interactive = false;
      return board.ready;
    });
    assert.equal(await page.locator(".problem:not([hidden])").count(), 0);
    assert.equal(await page.locator(".movable").count(), 0);
    assert.deepEqual(errors, []);
  })));

test("shapes set with a position are drawn on it, and a board without a position says so", () =>
  withPage(pageOf(`<plywood-board interactive></plywood-board><div id="place"></div>`), ...strictly(async (page, errors) => {
    await ready(page);
    const drawn = (change) => page.evaluate(change).then(() => page.locator("plywood-board >> nth=0").locator(".arrow").count());
    assert.equal(await drawn(() => {
      const board = document.querySelector("plywood-board");
      board.position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
      board.shapes = [{ from: "e2", to: "e4" }, { from: "e8" }];
      return board.ready;
    }), 2);
    assert.equal(await page.evaluate(() => document.querySelector("plywood-board").shapes.length), 2);
    assert.equal(await drawn(() => document.querySelector("plywood-board").play("e3")), 0);
    assert.equal(await drawn(() => {
      const board = Object.assign(document.createElement("plywood-board"), { shapes: [{ from: "a1", to: "a8" }] });
      document.querySelector("plywood-board").replaceWith(board);
      return board.ready;
    }), 1);
    const apart = (position) => page.evaluate((text) => Object.assign(document.createElement("plywood-board"), { position: text }).play("e4").then(({ san }) => san, ({ message }) => message), position);
    assert.deepEqual([await apart(null), await apart("8/8")], ["e4", "the board has no position"]);
    assert.deepEqual(errors, []);
  })));

test("a recording that shows nothing is called that", () =>
  withPage(pageOf(`<plywood-search></plywood-search>`), ...strictly(async (page, errors) => {
    await ready(page);
    for (const recorded of [{}, { passes: [] }, { passes: [{ nodes: [] }] }]) {
      const said = await page.evaluate(async (wanted) => {
        const search = document.querySelector("plywood-search");
        search.recorded = wanted;
        await search.ready;
        return search.shadowRoot.querySelector(".problem").textContent;
      }, recorded);
      assert.equal(said, "the recording has no search", JSON.stringify(recorded));
      assert.equal((await page.evaluate(() => window.events)).at(-1)[0], "problem");
    }
    assert.deepEqual(await page.evaluate(async () => {
      const search = document.querySelector("plywood-search");
      search.recorded = null;
      await search.ready;
      return [search.recorded.game, search.shadowRoot.querySelector(".problem").hidden];
    }), ["tree", true], "the textbooks' again");
    for (const [src, reason] of [["/nothing.json", /404|nothing/], ["/", /JSON|DOCTYPE/i]]) {
      assert.match(await page.evaluate(async (address) => {
        const search = document.querySelector("plywood-search");
        search.src = address;
        await search.ready;
        return search.shadowRoot.querySelector(".problem").textContent;
      }, src), reason);
    }
    await page.evaluate(() => (document.querySelector("plywood-search").src = null));
    await page.waitForFunction(() => document.querySelector("plywood-search").shadowRoot.querySelector(".problem").hidden);
    assert.deepEqual(errors.filter((text) => !text.includes("404")), []);
  })));

const SEARCHES = `<plywood-search id="one"></plywood-search><plywood-search id="two" src="${AT}/rooks.json"></plywood-search>
  <plywood-search id="three" windows><script type="application/json">${JSON.stringify(textbook)}</script></plywood-search>`;

test("searches are stepped through by buttons, slider, tree and keys, each alone, without an engine", () =>
  withPage(pageOf(SEARCHES), ...strictly(async (page, errors) => {
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await ready(page);
    const text = (id) => page.textContent(`#${id} .step-text`);
    assert.equal(await text("one"), "Max looks for the best move, and Min's best answer to each.");
    assert.equal(await text("three"), "The search begins. Window: α −∞, β +∞.");
    await page.click("#two >> text=Next");
    assert.match(await text("two"), /^White tries 1 Rxc8\+/);
    await page.waitForFunction(() => document.querySelector("#two").shadowRoot.querySelector("[data-square=c8]")?.getAttribute("aria-label").startsWith("c8, white rook"));
    await page.evaluate(() => document.querySelector("#one").focus());
    for (const key of ["ArrowRight", "ArrowRight", "c"]) await page.keyboard.press(key);
    assert.match(await text("one"), /✂$/);
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("plywood-search")].map(({ step }) => step > 0)), [true, true, false]);
    await page.evaluate(() => document.activeElement.blur());
    const before = await page.evaluate(() => document.querySelector("#one").step);
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.querySelector("#one").step), before, "keys are the page's unless an element has the focus");
    await page.locator("#three input[type=range]").fill("5");
    assert.equal(await page.evaluate(() => document.querySelector("#three").step), 5);
    await page.evaluate(() => (document.querySelector("#three").step = 7));
    assert.ok((await page.evaluate(() => window.events)).every(([event]) => event === "step"));
    const canvas = page.locator("#one canvas");
    const isTaken = (options) => canvas.evaluate((node, more) => !node.dispatchEvent(new WheelEvent("wheel", { deltaY: 10, cancelable: true, ...more })), options);
    assert.deepEqual([await isTaken({}), await isTaken({ ctrlKey: true })], [false, true], "the wheel scrolls the page");
    assert.ok(!requests.some((url) => url.endsWith(".wasm") || url.endsWith("/plywood.js")));
    assert.deepEqual(errors, []);
  })));

test("a search runs when it's asked for", { skip: !hasEngine && "the engine is not built" }, () =>
  withPage(pageOf(`<plywood-search position="R1r1k3/8/1p6/8/7p/8/N2P4/2K5 w - - 0 1" strategy="minimax:evaluator=material,depth=1"></plywood-search>`), ...strictly(async (page, errors) => {
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    await ready(page);
    assert.equal(await page.evaluate(() => document.querySelector("plywood-search").recorded.game), "tree");
    assert.ok(!requests.some((url) => url.endsWith(".wasm")));
    await page.click("text=Search with minimax");
    await page.waitForFunction(() => document.querySelector("plywood-search").recorded.game === "chess");
    await page.waitForSelector("[data-square=a8]");
    assert.equal(await page.textContent(".step-text"), "White looks for the best move, and what follows, 1 move deep.");
    await page.evaluate(() => (document.querySelector("plywood-search").strategy = "nonsense"));
    await page.click("text=Search with nonsense");
    await page.waitForSelector(".problem:not([hidden])");
    assert.match(await page.textContent(".problem"), /nonsense/);
    // A game without rules here is the library's.
    await page.evaluate(() => document.querySelector("main").append(Object.assign(document.createElement("plywood-board"), { game: "nothing" })));
    await page.waitForSelector("plywood-board .problem:not([hidden])");
    assert.equal(await page.textContent("plywood-board .problem"), 'there is no game "nothing"');
    assert.deepEqual(errors, []);
  }, { policy: ENGINE })));

test("markup from a server is a board before scripts run, and plays afterwards", async () => {
  const boards = [await renderBoard({ stylesheet: STYLESHEET, moves: ["e4"], interactive: true }), await renderBoard({ stylesheet: STYLESHEET, game: "connect-four", position: "d" })];
  const searched = renderSearch({ stylesheet: STYLESHEET, recorded: textbook });
  const html = pageOf(boards.join("") + searched);
  await withPage(html, ...strictly(async (page, errors) => {
    const [square, piece] = await Promise.all(["", " .piece"].map((inside) => page.locator(`[data-game=chess] [data-square=e4]${inside}`).boundingBox()));
    assert.deepEqual(piece, square);
    assert.ok((await page.locator("[data-game=connect-four] [data-square=d1] img").boundingBox()).width > 20);
    assert.equal(await page.locator("li").count(), 15);
    assert.deepEqual(errors, []);
  }, { javaScriptEnabled: false }));
  await withPage(html, ...strictly(async (page, errors) => {
    await ready(page);
    assert.equal(await name(page, "e4"), "e4, white pawn, last move");
    await page.click("[data-game=chess] [data-square=e7]", { force: true });
    await page.click("[data-game=chess] [data-square=e5]", { force: true });
    await page.waitForFunction(() => window.events.length === 1);
    assert.equal(await page.locator("plywood-search canvas").count(), 1);
    assert.deepEqual(errors, []);
  }));
});

test("elements that are removed leave no listeners and no nodes behind, and those that move keep their place", () =>
  withPage(pageOf(`<plywood-search></plywood-search><div id="place"></div>`), ...strictly(async (page, errors) => {
    await ready(page);
    await page.evaluate(() => (document.querySelector("plywood-search").step = 4));
    await page.evaluate(() => document.querySelector("#place").append(document.querySelector("plywood-search")));
    await page.evaluate(() => document.querySelector("plywood-search").ready);
    assert.equal(await page.evaluate(() => document.querySelector("plywood-search").step), 4);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const counted = async () => {
      await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      return ["JSEventListeners", "Nodes"].map((wanted) => metrics.find((metric) => metric.name === wanted).value);
    };
    const visit = () =>
      page.evaluate(async () => {
        const nodes = ["plywood-board", "plywood-search"].map((tag) => document.createElement(tag));
        document.querySelector("#place").append(...nodes);
        await Promise.all(nodes.map((node) => node.ready));
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        nodes.forEach((node) => node.remove());
      });
    await visit();
    const before = await counted();
    for (let round = 0; round < 20; round += 1) await visit();
    const now = await counted();
    console.log(`# listeners and nodes before ${before}, after ${now}`);
    // The last elements may still be kept; twenty would have 600 listeners and 4,000 nodes.
    assert.ok(now[0] - before[0] < 100 && now[1] - before[1] < 600, `${before} and ${now}`);
    assert.deepEqual(errors, []);
  })));

test("both elements have no accessibility violations, in the light and in the dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const body = `<plywood-board interactive label="A game"></plywood-board><plywood-board game="connect-four" label="Another"></plywood-board><plywood-search></plywood-search>`;
    await withPage(pageOf(body, `<meta name="color-scheme" content="light dark"><script type="module" src="${AT}/elements.js"></script>`), ...strictly(async (page) => {
      await ready(page);
      // The policy is the page's, not the test's.
      const source = readFileSync(axe, "utf8");
      await page.evaluate(source);
      const { violations, passes } = await page.evaluate(() => window.axe.run());
      assert.ok(passes.length > 10);
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
    }, { colorScheme }));
  }
});

test("the book's frames become elements, which keep their keys from turning the book's pages", async () => {
  const passes = textbook.passes.map((pass) => ({ ...pass, nodes: pass.nodes.map((node) => ({ ...node, board: "" })) }));
  const steps = `<!doctype html><script>window.plywood = ${JSON.stringify(passes)};</script><aside data-game="tree"></aside>`;
  // The elements are in a folder beside the book's scripts.
  const script = readFileSync(new URL("../../../docs/book/figures.js", import.meta.url), "utf8").replace("./elements/elements.js", `${AT}/elements.js`);
  const html = `<!doctype html><main><iframe class="steps" src="/steps.html#1" title="Alpha-beta, step by step"></iframe></main><script src="/figures.js"></script>`;
  const files = { "/steps.html": steps, "/figures.js": script };
  await withPage(html.replace("<main>", '<link rel="icon" href="data:,"><main>'), { files }, async (page, errors) => {
    await page.waitForSelector("plywood-search canvas");
    assert.equal(await page.locator("iframe").count(), 0);
    await page.evaluate(() => {
      window.turned = 0;
      document.addEventListener("keydown", () => (window.turned += 1));
    });
    await page.hover("plywood-search");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.textContent(".step-text"), "a is tried. Window: α −∞, β +∞.");
    assert.equal(await page.getAttribute("plywood-search .search", "aria-label"), "Alpha-beta, step by step");
    assert.equal(await page.evaluate(() => window.turned), 0);
    assert.deepEqual(errors, []);
  });
});
