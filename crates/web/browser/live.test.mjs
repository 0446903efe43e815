// Live analysis and threats.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { click, expectMoves, expectText, hold, open, openNew, painted, startServer } from "./harness.mjs";

const LINES = [
  { move: "g1f3", san: "Nf3", score: { cp: 40 }, line: ["g1f3", "b8c6", "f1b5"], line_san: ["Nf3", "Nc6", "Bb5"] },
  { move: "b1c3", san: "Nc3", score: { cp: 12 }, line: ["b1c3"], line_san: ["Nc3"] },
  { move: "d1h5", san: "Qh5", score: { mate: -4 }, line: ["d1h5", "g8f6"], line_san: ["Qh5", "Nf6"] },
];

/** Answers live searches with these lines, so that a test controls what the page gets. */
async function fakeSearches(page) {
  const asked = [];
  await page.route("**/api/v1/search", (route) => {
    asked.push(route.request().postDataJSON());
    const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify({ index: 0, ...data })}\n\n`;
    const body = event("started", { evaluator: "classical" }) + event("iteration", { depth: 9, total_nodes: 12345, lines: LINES }) + event("done", {});
    return route.fulfill({ contentType: "text/event-stream", body });
  });
  return asked;
}

test("three lines with an arrow each, turned on and off by a key; a click plays a line", async () => {
  const page = await open("#/play?second=you&moves=e2e4.e7e5");
  const asked = await fakeSearches(page);
  await page.keyboard.press("l");
  await expectText(page, ".live", "depth 9, 12,345 nodes");
  const lines = await page.locator(".live-lines li").allTextContents();
  assert.deepEqual(lines, ["+0.402. Nf3Nc63. Bb5", "+0.122. Nc3", "#−42. Qh5Nf6"]);
  assert.deepEqual([await page.locator("path.arrow.blue").count(), await page.locator("path.arrow.pale").count()], [1, 2]);
  assert.match(await page.getAttribute(".evaluation-bar", "aria-label"), /\+0\.40/);
  await page.click(".live-lines >> text=Bb5");
  await expectMoves(page, "e4 e5 Nf3 Nc6 Bb5");
  await page.waitForFunction(() => document.querySelectorAll(".live-lines li").length === 3);
  assert.equal(asked.at(-1).moves.length, 5, "the next position is looked at");
  const [firstScore] = await page.locator(".live-lines strong").allTextContents();
  assert.equal(firstScore, "−0.40", "scores are from White's view");
  await page.keyboard.press("l");
  await painted(page);
  assert.equal(await page.locator("path.arrow").count(), 0);
  assert.equal(await page.locator(".live-lines").isVisible(), false);
});

test("the score of a line opens the position at its end, in White's view, and says where it comes from", async () => {
  const page = await open("#/play?second=you&moves=e2e4.e7e5.g1f3");
  const line = ["b8c6", "f1b5"];
  await page.route("**/api/v1/search", async (route) => {
    const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify({ index: 0, ...data })}\n\n`;
    const place = { moves: ["e2e4", "e7e5", "g1f3", ...line], evaluators: ["material"] };
    const { evaluators: [{ score }] } = await page.evaluate((body) => fetch("api/v1/evaluate", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then((answer) => answer.json()), place);
    // Black is to move.
    const lines = [{ cp: -score.cp }, { cp: 77 }].map((found) => ({ score: found, move: line[0], line, line_san: ["Nc6", "Bb5"] }));
    const body = event("started", { evaluator: "material" }) + event("iteration", { depth: 9, total_nodes: 12345, lines }) + event("done", {});
    return route.fulfill({ contentType: "text/event-stream", body });
  });
  await page.keyboard.press("l");
  await page.click(".live-lines .score >> nth=0");
  await expectText(page, ".apart .line", "After Nc6 Bb5");
  await expectText(page, ".apart .total", "Together 0.00 for White.");
  assert.equal(await page.textContent(".apart .why"), "");
  await page.click(".apart >> text=Close");
  await page.click(".live-lines .score >> nth=1");
  await expectText(page, ".apart .why", "The search found −0.77, because it saw more than this position");
  await page.selectOption(".apart select", "classical");
  assert.equal(await page.textContent(".apart .why"), "", "another evaluator need not agree");
  await page.click(".apart >> text=Close");
  assert.deepEqual(page.problems, []);
});

test("live analysis says how long it may take; when the server ends it, one press goes on from where it was", async () => {
  const page = await open("#/play?second=you&moves=e2e4.e7e5");
  const asked = [];
  const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify({ index: 0, ...data })}\n\n`;
  const depths = [[30], [4, 30, 31]];
  await page.route("**/api/v1/search", (route) => {
    asked.push(route.request().postDataJSON());
    const searched = depths.shift();
    const first = (depth) => [{ ...LINES[0], score: { cp: depth } }];
    const result = { depth: searched.at(-1), counts: { nodes: 99 }, reason: depths.length === 1 ? "time limit" : "solved" };
    const body = searched.map((depth) => event("iteration", { depth, total_nodes: 1, lines: first(depth) })).join("");
    return route.fulfill({ contentType: "text/event-stream", body: body + event("result", result) });
  });
  await page.keyboard.press("l");
  await expectText(page, ".live", "depth 30, 99 nodes, ended by the time limit");
  assert.equal(asked[0].strategies[0].limits.time_ms, 600_000);
  assert.equal(await page.textContent(".live-lines strong"), "+0.30");
  await page.evaluate(() => {
    window.notes = [];
    new MutationObserver(() => window.notes.push(`${document.querySelector(".live .quiet").textContent}: ${document.querySelector(".live-lines strong")?.textContent}`)).observe(document.querySelector(".live"), { childList: true, subtree: true, characterData: true });
  });
  await page.click(".live >> text=Go on");
  await expectText(page, ".live", "depth 31, 99 nodes, finished");
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[1], asked[0]);
  assert.equal(await page.textContent(".live-lines strong"), "+0.31");
  assert.ok(!(await page.evaluate(() => window.notes)).some((note) => note.endsWith("+0.04")), "what was found stays until it is found again");
  assert.equal(await page.isVisible(".live >> text=Go on"), false);
});

test("live analysis of the real server says that it may take ten minutes", async () => {
  const page = await open("#/play?second=you");
  await page.keyboard.press("l");
  await expectText(page, ".live", "nodes, up to 10 min");
});

test("hints, threats, the bar and the player's strip have one view, and say whose", async () => {
  const page = await open("#/play?second=you&start=4k3/8/8/8/8/8/8/QQ2K3_b_-_-_0_1");
  await page.keyboard.press("h");
  await expectText(page, ".status", "Hint: K");
  assert.match(await page.textContent(".status"), /\((\+|#)\d.*\)\. Scores are from White's view\.$/);
  await page.waitForFunction(() => /Evaluation: (\+|#)\d.* for white/.test(document.querySelector(".evaluation-bar").ariaLabel ?? ""));
  await expectText(page, ".analysis .view", "Scores are from White's view.");
  const threatened = await open("#/play?second=you&start=4k3/8/8/8/8/8/8/QQ2K3_b_-_-_0_1");
  await threatened.keyboard.press("x");
  await expectText(threatened, ".status", "Threat: ");
  assert.match(await threatened.textContent(".status"), /\((\+|#)\d/);
  const played = await open("#/play?second=alpha-beta:depth=2&start=4k3/8/8/8/8/8/8/QQ2K3_w_-_-_0_1");
  await click(played, "e1", "e2");
  await played.waitForFunction(() => /^[+#]\d.* · depth/.test(document.querySelector(".strip-place .thought").textContent));
  const four = await open("#/play?game=connect-four&second=you");
  await expectText(four, ".analysis .view", "Scores are from Red's view.");
});

test("a line is played once, however often it is clicked, and goes when another move is made", async () => {
  const page = await open("#/play?second=you&moves=e2e4.e7e5");
  await fakeSearches(page);
  await page.keyboard.press("l");
  await page.waitForSelector(".live-lines li >> nth=2");
  const line = await hold(page, "legal-moves", ({ moves }) => moves.length === 5);
  await page.locator(".live-lines >> text=Bb5").evaluate((link) => [1, 2].forEach(() => link.click()));
  while (line.asked < 2) await painted(page);
  line.release();
  await page.waitForLoadState("networkidle");
  await expectMoves(page, "e4 e5 Nf3 Nc6 Bb5");
  await page.waitForSelector(".live-lines li >> nth=2");
  const move = await hold(page, "play");
  await click(page, "a7", "a6");
  await expectMoves(page, "e4 e5 Nf3 Nc6 Bb5 a6");
  assert.equal(await page.locator(".live-lines li").count(), 0);
  move.release();
});

test("against a strategy a click on a line plays its first move alone", async () => {
  const page = await open("#/play?second=random:depth=1");
  await fakeSearches(page);
  await page.keyboard.press("l");
  await page.click(".live-lines >> text=Bb5");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  assert.equal(await page.locator(".moves button").first().textContent(), "Nf3");
});

test("the real engine's lines grow, and the search stops when the game goes on", async () => {
  const page = await open("#/play?second=you");
  await page.keyboard.press("l");
  await page.waitForFunction(() => document.querySelectorAll(".live-lines li").length === 3);
  const depth = () => page.evaluate(() => Number(document.querySelector(".live .quiet").textContent.match(/depth (\d+)/)?.[1] ?? 0));
  const first = await depth();
  await page.waitForFunction((old) => Number(document.querySelector(".live .quiet").textContent.match(/depth (\d+)/)?.[1] ?? 0) > old, first);
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/search"));
  await click(page, "e2", "e4");
  await failed;
  assert.deepEqual(page.problems.filter((text) => !text.includes("ERR_ABORTED")), []);
});

test("a threat is shown, and in check there is none", async () => {
  const page = await open("#/play?second=you&moves=e2e4.e7e5.d1h5.b8c6.f1c4.a7a6.a2a3.h7h6");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("x");
  await expectText(page, ".status", "Threat: Qxf7#");
  assert.equal(await page.locator("path.arrow.red").count(), 1);
  const checked = await open("#/play?second=you&start=4k3/8/8/8/8/8/8/4R1K1_b_-_-_0_1");
  await checked.keyboard.press("x");
  await expectText(checked, "#problem", "In check");
});

/** Endgame tables aren't in the repository; they may be beside it. */
const TABLES = new URL("../../../../shared/data/syzygy", import.meta.url).pathname;

test("the tables' own verdict: a win, a draw, and the only move", { skip: !existsSync(TABLES) && "there are no tables" }, async () => {
  const server = await startServer(undefined, "0", ["--tables", TABLES]);
  try {
    const page = await openNew("#/play?second=you&start=8/8/8/8/8/4k3/4p3/4K3_w_-_-_0_1", {}, server.address);
    await expectText(page, ".status", "stalemate");
    const look = async (start, verdict) => {
      await page.evaluate((hash) => (location.hash = hash), `#/play?second=you&start=${start}`);
      await expectText(page, ".status", verdict);
    };
    // The king in front of its pawn wins, no matter who moves; the one beside it draws without the move.
    await look("4k3/8/4K3/4P3/8/8/8/8_w_-_-_0_1", "Tables: win, best K");
    await look("4k3/8/8/8/8/8/4P3/4K3_b_-_-_0_1", "Tables: draw, best K");
    await look("8/8/8/8/8/2k5/1q6/K7_w_-_-_0_1", "Black wins by checkmate");
    await look("8/8/8/8/8/2k5/8/K5q1_w_-_-_0_1", "Tables: loss, best Ka2");
    assert.deepEqual(page.problems, []);
  } finally {
    await server.stop();
  }
});

test("the verdict of tables stands beside the side to move", async () => {
  const page = await open("#/play?second=you&start=8/8/8/4k3/8/8/4P3/4K3_w_-_-_0_1");
  await page.route("**/api/v1/play", async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    return route.fulfill({ json: { ...json, table: { result: "draw", moves: [{ move: json.moves[0].move, result: "draw", dtz: 0 }] } } });
  });
  await click(page, "e2", "e3");
  await expectText(page, ".status", "Black to move. Tables: draw, best K");
});
