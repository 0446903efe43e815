// The states of the page for the tests: every view with content, and every dialog.

const FORK = "start=r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R_b_KQkq_-_5_4";
const GAME = "#/play?second=you&moves=e2e4.e7e5(c7c5.g1f3).g1f3.b8c6.f1b5";

/** For each state its link, a sign that all of it is there, and the steps to get there. */
export const VIEWS = {
  play: { link: GAME, sign: ".evaluation-bar[aria-label]" },
  "play-opponent": { link: "#/play?first=engine:elo=1400&second=you&flip=1&moves=e2e4", sign: ".evaluation-bar[aria-label]" },
  "play-analysis": { link: "#/play?second=you&moves=e2e4.e7e5.g1f3.f7f6(b8c6.f1b5).f3e5.f6e5.d1h5.e8e7&judged=30.25.35.150m.140.460b.450.m1b", sign: ".graph .dot" },
  "play-score": { link: "#/play?second=you&moves=e2e4.e7e5.g1f3.f7f6&judged=30.25.35.150m", sign: ".apart .questions h3", act: (page) => page.click(".moves .score >> nth=3") },
  lesson: { link: "#/play?second=you&moves=f2f3.e7e5.g2g4.d8h4&judged=10.-20.-900bd4", sign: ".lesson", act: (page) => page.click("text=Learn from your mistakes") },
  "play-connect-four": { link: "#/play?game=connect-four&second=you&moves=d.d.e.c.c.d.d", sign: ".evaluation-bar[aria-label]" },
  "new-game": { link: "#/play?second=engine:elo=1400", sign: ".start-dialog .strategy select", act: (page) => page.click("text=New game") },
  editor: { link: GAME, sign: ".editor .pieces .piece", act: (page) => page.click("text=Edit the board") },
  keys: { link: GAME, sign: ".keys dl", act: (page) => page.keyboard.press("?") },
  move: { link: GAME, sign: ".move-dialog textarea", act: openMove },
  compare: { link: "#/compare?strategies=minimax;alpha-beta;principal-variation;everything&limit=depth=3&run=1", sign: ".results[data-running=false] .state[data-state=finished] >> nth=3" },
  leaves: { link: "#/watch?scene=leaves", sign: ".leaf-tree" },
  watch: { link: "#/watch?scene=chess&step=8", sign: ".scissors:not([hidden])" },
  ending: { link: "#/watch?scene=chess&step=99", sign: ".trees figure:last-of-type .big:text-is('49')" },
  depth: { link: "#/watch?scene=depth&step=99", sign: ".plot .dot >> nth=9" },
  tree: { link: "#/watch?game=tic-tac-toe&start=XOX.O..X.", sign: ".step-text:not(:empty)" },
  "tree-passes": { link: "#/watch?game=tree&strategy=alpha-beta+table+mtd-f:depth=2&pass=1&step=7", sign: ".passes:not([hidden])" },
  "tree-chess": { link: "#/watch?game=chess&strategy=alpha-beta:depth=3", sign: ".step-text:not(:empty)" },
  judge: { link: "#/judge", sign: ".judge textarea" },
  verdict: { link: "#/judge?program=cut-one-below&run=1", sign: ".verdict .leaves" },
  apart: { link: `#/watch?tab=evaluation&${FORK}`, sign: ".apart .questions h3", act: () => {} },
};

export const SIZES = { wide: { width: 1280, height: 860 }, middle: { width: 768, height: 1024 }, narrow: { width: 360, height: 740 } };

/** After a click, whether the browser draws a ring around what has the focus depends on the moment; after a key it always does. */
async function openMove(page) {
  await page.click(".moves button >> nth=2", { button: "right" });
  await page.waitForSelector(".move-dialog textarea");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
}
