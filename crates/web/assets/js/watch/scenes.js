// The scenes of the front page: positions in which a short search shows one thing.

/** White's rook can take Black's. After any other move Black's takes it. */
const ROOKS = "R1r1k3/8/1p6/8/7p/8/N2P4/2K5 w - - 0 1";
/** White's rook can take the knight that gives check. After any other move the knight takes a pawn. */
const KNIGHT = "8/6k1/7p/3p1p1P/5R1B/6P1/3K4/5n2 w - - 0 1";

/** For each scene its link's name, its question and the answer, the values of its link, and a chapter of the book. */
export const SCENES = {
  cut: {
    name: "Cut-offs",
    question: "Why can a search skip moves?",
    answer: "One good reply is enough to refuse a move. With the best move first, there is soon something better to compare with.",
    values: { start: ROOKS, strategy: "alpha-beta+best-looking:evaluator=material,depth=2", beside: "alpha-beta+worst-looking:evaluator=material,depth=2" },
    chapter: "alpha_beta",
  },
  order: {
    name: "Order",
    question: "Why does the order of the moves matter?",
    answer: "With the worst move first, every move looks like progress, and nothing can be skipped. With the best move first, one reply is enough to settle each of the others.",
    values: { start: KNIGHT, strategy: "alpha-beta+worst-looking:evaluator=material,depth=2", beside: "alpha-beta+best-looking:evaluator=material,depth=2" },
    chapter: "ordering",
  },
  depth: {
    name: "Depth",
    question: "What does one ply more cost?",
    answer: "Minimax pays for every ply with all the replies there are, alpha-beta in good order with hardly more than every second one.",
    values: { start: ROOKS, strategy: "alpha-beta+best-looking:evaluator=material,depth=3", beside: "minimax:evaluator=material,depth=3" },
    chapter: "minimax",
    /** The number of plies for which the nodes of both searches are counted. */
    plies: 5,
  },
};
