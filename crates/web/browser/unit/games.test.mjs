// Moves, placements and PGN: pure functions, tested without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { movesBetween, placingMove, targets } from "../../assets/js/game/choose-move.js";
import { addJudgments, formatJudgments, mistakeOf, noteOf, readJudgments, scoreAfter } from "../../assets/js/game/judged.js";
import { MoveTree, formatTree, lastOf, linesOf, parseTree, pathTo } from "../../assets/js/game/move-tree.js";
import { firstPly, writePgn } from "../../assets/js/game/pgn-writer.js";
import { placementAfter, placementOf } from "../../assets/js/game/placement.js";
import { firstSide } from "../../assets/js/game/session.js";
import { spokenBoard, spokenMove } from "../../assets/js/game/spoken.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** A tree from its text, with the moves as their own SAN. */
function grow(text) {
  const tree = new MoveTree("chess", START);
  for (const line of linesOf(parseTree(text))) {
    let node = tree.root;
    for (const move of line) node = tree.add(node, { move, san: move });
  }
  return tree;
}

test("a tree of moves survives being written and read", () => {
  for (const text of ["", "e4", "e4.e5.Nf3", "e4(d4.d5)(c4).e5(c5.Nf3(Nc3).d6).Nf3"]) assert.equal(formatTree(grow(text)), text);
});

test("a broken text of moves is read as far as it makes sense", () => {
  for (const text of ["(", ")", "e4)(", "((e4", "..e4..", "e4((d4)"]) assert.ok(linesOf(parseTree(text)).length > 0, text);
});

test("nodes are listed as they are written, and a variation can become the main line", () => {
  const tree = grow("e4.e5(c5.Nf3).Nc3");
  assert.deepEqual(tree.nodes().map(({ move }) => move.san), ["e4", "e5", "c5", "Nf3", "Nc3"]);
  tree.promote(tree.nodes()[3]);
  assert.equal(formatTree(tree), "e4.c5(e5.Nc3).Nf3");
  assert.deepEqual(pathTo(lastOf(tree.root)).map(({ move }) => move.san), ["e4", "c5", "Nf3"]);
});

test("PGN has numbers after variations and comments, and wraps", () => {
  const tree = grow("e4.e5(c5.Nf3).Nf3.Nc6");
  tree.nodes()[0].comments.push('best "by" test }');
  const pgn = writePgn(tree, { names: ["A", 'B "b"'], result: "*", standardStart: START });
  assert.match(pgn, /\[Black "B \\"b\\""\]/);
  assert.ok(!pgn.includes("SetUp"));
  assert.match(pgn, /\n1\. e4 \{best "by" test \)\} 1\.\.\. e5 \(1\.\.\. c5 2\. Nf3\) 2\. Nf3 Nc6 \*\n$/);
  assert.ok(pgn.split("\n").every((line) => line.length <= 80));
});

test("PGN has the marks and evaluations of a judged game, and a plain one has only its moves", () => {
  const tree = grow("e4.e5(c5).Nf3");
  const [first, answer] = tree.nodes();
  Object.assign(first, { marks: ["!", "$10"], score: { cp: 35 } });
  Object.assign(answer, { judgment: "?", score: { mate: -2 } });
  const options = { names: ["A", "B"], result: "*", standardStart: START };
  assert.equal(writePgn(tree, options).split("\n\n")[1].replaceAll("\n", " "), "1. e4! $10 {[%eval 0.35]} 1... e5? {[%eval #-2] Mistake. c5 was best.} (1... c5) 2. Nf3 * ");
  assert.match(writePgn(tree, { ...options, isPlain: true }), /\n1\. e4 e5 2\. Nf3 \*\n$/);
});

test("what the engine finds is added to the moves that are there", () => {
  const tree = grow("e4.e5");
  const session = { tree, addMove: (parent, move) => tree.add(parent, move) };
  const move = (parent, text, values = {}) => ({ parent, move: text, san: text, marks: [], comments: [], score: null, main: true, ...values });
  const nodes = [move(null, "e4", { score: { cp: 20 } }), move(0, "e5", { marks: ["?"], comments: ["Mistake."], score: { cp: 150 } }), move(0, "c5", { main: false })];
  addJudgments(session, { nodes });
  assert.equal(formatTree(tree), "e4.e5(c5)");
  assert.equal(noteOf(tree.nodes()[1]), "Mistake. c5 was best.");
  assert.deepEqual(tree.nodes().map(mistakeOf), [undefined, "?", undefined]);
  assert.deepEqual(tree.nodes().map(scoreAfter), [{ cp: 20 }, { cp: 150 }, null]);
});

test("judgments survive being written into a link", () => {
  const line = (text) => {
    const nodes = Array.from({ length: 4 }, () => ({ score: null, judgment: null }));
    readJudgments(nodes, text);
    return nodes;
  };
  for (const text of ["35.-20i.m-3b.0", ".5..m2", ""]) assert.equal(formatJudgments(line(text)), text);
  assert.deepEqual(line("x.m.5?.7m")[3], { score: { cp: 7 }, judgment: "?" });
});

test("a game from a position with Black to move starts with its number", () => {
  const tree = new MoveTree("chess", "4k3/8/8/8/8/8/8/4K3 b - - 0 7");
  tree.add(tree.root, { move: "e8d8", san: "Kd8" });
  assert.equal(firstPly(tree.start), 13);
  assert.match(writePgn(tree, { names: ["A", "B"], result: "*", standardStart: START }), /\[FEN "4k3[^]*\n7\.\.\. Kd8 \*/);
});

test("placements are read from every game's position", () => {
  assert.equal(placementOf("chess", START).get("e1"), "K");
  assert.equal(placementOf("tic-tac-toe", "XOX.O..X.").get("b1"), "X");
  const stones = placementOf("connect-four", "dde");
  assert.deepEqual([...stones], [["d1", "X"], ["d2", "O"], ["e1", "X"]]);
});

test("a move is shown before the server confirms it: castling, en passant, promotion", () => {
  const castled = placementAfter(placementOf("chess960", "8/8/8/8/8/8/8/1RK5 w - - 0 1"), { from: "c1", to: "b1", castling: { king_to: "c1", rook_from: "b1", rook_to: "d1" } }, "white");
  assert.deepEqual([...castled].sort(), [["c1", "K"], ["d1", "R"]]);
  const passing = placementAfter(placementOf("chess", "8/8/8/3pP3/8/8/8/8 w - - 0 1"), { from: "e5", to: "d6", captured: "p", captured_on: "d5" }, "white");
  assert.deepEqual([...passing], [["d6", "P"]]);
  const promoted = placementAfter(placementOf("chess", "8/8/8/8/8/8/p7/8 b - - 0 1"), { from: "a2", to: "a1", promotion: "q" }, "black");
  assert.deepEqual([...promoted], [["a1", "q"]]);
});

test("castling is found by the king's and by the rook's square, a king's step before it", () => {
  const castling = { from: "f1", to: "h1", castling: { king_to: "g1", rook_from: "h1", rook_to: "f1" } };
  const step = { from: "f1", to: "g1", castling: null };
  assert.deepEqual(movesBetween([castling, step], "f1", "g1"), [step]);
  assert.deepEqual(movesBetween([castling, step], "f1", "h1"), [castling]);
  assert.deepEqual(movesBetween([castling], "f1", "g1"), [castling]);
  assert.deepEqual([...targets([castling, step], "f1").keys()].sort(), ["g1", "h1"]);
});

test("a stone falls wherever its column is clicked", () => {
  const moves = [{ from: null, to: "d1" }, { from: null, to: "e1" }];
  assert.equal(placingMove(moves, "connect-four", "d6"), moves[0]);
  assert.equal(placingMove(moves, "tic-tac-toe", "d6"), undefined);
});

test("the side to move is known from the start position", () => {
  assert.deepEqual([firstSide("chess", START), firstSide("chess", "8/8 b"), firstSide("tic-tac-toe", "X........"), firstSide("connect-four", "dd")], [0, 1, 1, 0]);
});

test("moves and boards are spoken", () => {
  assert.equal(spokenMove({ from: "e5", to: "d6", piece: "P", captured: "p", captured_on: "d5" }), "pawn e5 takes pawn d6 en passant");
  assert.equal(spokenMove({ from: "a7", to: "a8", piece: "P", promotion: "q" }), "pawn a7 to a8, promotes to queen");
  assert.equal(spokenBoard(placementOf("chess", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1")), "White: king e1, pawns a2 b2. Black: king e8.");
  assert.equal(spokenBoard(placementOf("tic-tac-toe", ".........")), "The board is empty.");
});
