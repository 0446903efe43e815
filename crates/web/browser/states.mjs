// The states of the page that tests look at: every view with something to show, and every dialog.

const FORK = "start=r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R_b_KQkq_-_5_4";
const GAME = "#/play?second=you&moves=e2e4.e7e5(c7c5.g1f3).g1f3.b8c6.f1b5";

/** For each state its link, a sign that all of it is there, and what is done to get to it. */
export const VIEWS = {
  play: { link: GAME, sign: ".evaluation-bar[aria-label]" },
  "play-opponent": { link: "#/play?first=engine:elo=1400&second=you&flip=1&moves=e2e4", sign: ".evaluation-bar[aria-label]" },
  "play-analysis": { link: "#/play?second=you&moves=e2e4.e7e5.g1f3.f7f6(b8c6.f1b5).f3e5.f6e5.d1h5.e8e7&judged=30.25.35.150m.140.460b.450.m1b", sign: ".graph .dot" },
  lesson: { link: "#/play?second=you&moves=f2f3.e7e5.g2g4.d8h4&judged=10.-20.-900bd4", sign: ".lesson", act: (page) => page.click("text=Learn from your mistakes") },
  "play-connect-four": { link: "#/play?game=connect-four&second=you&moves=d.d.e.c.c.d.d", sign: ".evaluation-bar[aria-label]" },
  "new-game": { link: "#/play?second=engine:elo=1400", sign: ".start-dialog .strategy select", act: (page) => page.click("text=New game") },
  editor: { link: GAME, sign: ".editor .pieces .piece", act: (page) => page.click("text=Edit the board") },
  keys: { link: GAME, sign: ".keys dl", act: (page) => page.keyboard.press("?") },
  move: { link: GAME, sign: ".move-dialog textarea", act: (page) => page.click(".moves button >> nth=2", { button: "right" }) },
  compare: { link: "#/compare?strategies=minimax;alpha-beta;principal-variation;everything&limit=depth=3&run=1", sign: ".results[data-running=false] .state[data-state=finished] >> nth=3" },
  watch: { link: "#/watch?start=4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1_w_-_-_0_1&strategy=alpha-beta:depth=2&step=27", sign: ".scissors:not([hidden])" },
  "two-trees": { link: "#/watch?game=tic-tac-toe&start=XOX.O..X.&strategy=alpha-beta%2Bbest-looking:depth=9&beside=alpha-beta%2Bworst-looking:depth=9&step=40", sign: ".trees >> text=hidden >> nth=1" },
  tree: { link: "#/inside", sign: ".tree-results .facts dd" },
  "tree-passes": { link: "#/inside?game=tree&strategy=alpha-beta+table+mtd-f:depth=2&pass=1&step=7", sign: ".tree-results .passes select" },
  "tree-chess": { link: "#/inside?game=chess&strategy=alpha-beta:depth=3", sign: ".tree-results .facts dd" },
  evaluation: { link: `#/inside?tab=evaluation&${FORK}`, sign: ".terms tbody tr" },
  questions: { link: `#/inside?tab=questions&${FORK}`, sign: ".questions h3" },
};

export const SIZES = { wide: { width: 1280, height: 860 }, middle: { width: 768, height: 1024 }, narrow: { width: 360, height: 740 } };
