// The scenes of the front page, after the one to play with: positions in which a short search shows one thing.

import { element } from "../dom.js";
import { formatLink } from "../link.js";

/** White's rook can take Black's. After any other move Black's takes it. */
const ROOKS = "R1r1k3/8/1p6/8/7p/8/N2P4/2K5 w - - 0 1";

/** For each scene its link's name, its question and the answer, the values of its link, the names of both searches, and a chapter of the book. */
export const SCENES = {
  chess: {
    name: "Chess",
    question: "One good answer is enough",
    answer: "One good answer rules out a move, whatever the others are. With the best move first, most answers are skipped; with the worst first, none.",
    values: { start: ROOKS, strategy: "alpha-beta+best-looking:evaluator=material,depth=2", beside: "alpha-beta+worst-looking:evaluator=material,depth=2" },
    names: ["with the best move first", "with the worst move first"],
    chapter: "alpha_beta",
  },
  depth: {
    name: "Depth",
    question: "What does one move deeper cost?",
    answer: "Without skipping, you pay with all the answers there are, for every move deeper. Alpha-beta in good order pays with hardly more than every second one.",
    values: { start: ROOKS, strategy: "alpha-beta+best-looking:evaluator=material,depth=3", beside: "minimax:evaluator=material,depth=3" },
    names: ["by alpha-beta", "without skipping"],
    chapter: "minimax",
    /** The number of plies for which the nodes of both searches are counted. */
    plies: 5,
  },
};

/** Links to all scenes, the current one marked, with more behind them. */
export function sceneLinks(current, ...more) {
  const names = [["leaves", "Nine numbers"], ...Object.entries(SCENES).map(([name, scene]) => [name, scene.name])];
  const links = names.map(([scene, text]) => element("a", { href: formatLink("watch", { scene }), "aria-current": scene === current ? "page" : null }, text));
  return element("nav", { class: "scenes", "aria-label": "Scenes" }, links, more);
}
