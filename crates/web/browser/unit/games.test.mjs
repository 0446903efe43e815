// Moves, placements and PGN: pure functions, tested without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { areDrops, movesAlong, movesAt, targets } from "../../assets/js/game/choose-move.js";
import { addJudgments, formatJudgments, mistakeOf, noteOf, playedBy, readJudgments, scoreAfter } from "../../assets/js/game/judged.js";
import { GameState } from "../../assets/js/game/game-state.js";
import { drawingsOf, setDrawings } from "../../assets/js/game/drawings.js";
import { glyphOf, numberOf } from "../../assets/js/game/glyphs.js";
import { MoveTree, formatMoves, formatTree, lastOf, parseMoves, parseTree, pathTo } from "../../assets/js/game/move-tree.js";
import { splitPgn } from "../../assets/js/game/pgn-file.js";
import { firstPly, keepSource, plainPgn, writePgn } from "../../assets/js/game/pgn-writer.js";
import { passedSquares, readPlacement, writePlacement } from "../../assets/js/later/editor.js";
import { clockText, timeLeft } from "../../assets/js/play/clocks.js";
import { placementAfter, placementOf, squareName, squarePlace } from "../../assets/js/game/placement.js";
import { chessSign, chessWords, spokenBoard, spokenMove } from "../../assets/js/game/spoken.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** A tree from its text, with the moves as their own SAN. */
function grow(text) {
  const tree = new MoveTree("chess", START);
  const added = [];
  for (const { parent, move } of parseTree(text)) added.push(tree.add(parent === null ? tree.root : added[parent], { move, san: move }));
  return tree;
}

test("a tree of moves survives being written and read", () => {
  for (const text of ["", "e4", "e4.e5.Nf3", "e4(d4.d5)(c4).e5(c5.Nf3(Nc3).d6).Nf3"]) assert.equal(formatTree(grow(text)), text);
});

test("a broken text of moves is read as far as it makes sense", () => {
  for (const [text, moves] of [["(", []], [")", []], ["e4)(", ["e4"]], ["((e4", ["e4"]], ["..e4..", ["e4"]], ["e4((d4)", ["e4", "d4"]]]) {
    assert.deepEqual(parseTree(text).map(({ move }) => move), moves, text);
  }
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
  Object.assign(answer, { judgment: { mark: "?", best: "c5", line: ["c5"] }, score: { mate: -2 } });
  const options = { names: ["A", "B"], result: "*", standardStart: START };
  assert.equal(writePgn(tree, options).split("\n\n")[1].replaceAll("\n", " "), "1. e4! $10 {[%eval 0.35]} 1... e5? {[%eval #-2] Mistake. c5 was best.} (1... c5) 2. Nf3 * ");
  assert.match(plainPgn(tree, START), /\ne4 e5 Nf3 \*\n$/);
});

test("PGN has lines of at most 80 characters, and clocks", () => {
  const tree = grow(Array.from({ length: 60 }, (_, index) => `e${index}`).join("."));
  const [first, second] = tree.nodes();
  const address = `https://${"x".repeat(90)}`;
  first.comments = [`See ${address} and more`];
  Object.assign(second, { clock: 3_723_999 });
  const [, text] = writePgn(tree, { names: ["A", "B"], result: "*", standardStart: START }).split("\n\n");
  const lines = text.trim().split("\n");
  assert.ok(lines.every((line) => line.length <= 80 || line === address), text);
  assert.ok(lines.slice(0, -1).every((line, index) => line.length + 1 + lines[index + 1].split(" ")[0].length > 80), "and no shorter ones");
  assert.match(lines.join(" "), /^1\. e0 \{See https:\/\/x{90} and more\} 1\.\.\. e1 \{\[%clk 1:02:03\]\} 2\. e2 e3 3\. .* e59 \*$/);
});

test("what the engine finds is added to the moves that are there", () => {
  const tree = grow("e4.e5");
  const move = (parent, text, values = {}) => ({ parent, move: text, san: text, marks: [], comments: [], score: null, main: true, ...values });
  const nodes = [move(null, "e4", { score: { cp: 20 } }), move(0, "e5", { marks: ["?"], comments: ["Mistake."], score: { cp: 150 } }), move(0, "c5", { main: false })];
  const analysis = { evaluator: "net", lines: [["e7e5", "g1f3"]] };
  addJudgments(tree, { nodes, analysis });
  assert.equal(formatTree(tree), "e4.e5(c5)");
  assert.equal(noteOf(tree.nodes()[1]), "Mistake. c5 was best.");
  assert.deepEqual(tree.nodes().map(mistakeOf), [undefined, "?", undefined]);
  assert.deepEqual(tree.nodes().map(scoreAfter), [{ cp: 20 }, { cp: 150 }, null]);
  assert.deepEqual(tree.nodes().map(({ search }) => search), [{ evaluator: "net", line: ["e7e5", "g1f3"] }, null, null], "the time was too short for the second move");
});

test("a judgment keeps its best move, whatever becomes of the variations", () => {
  const tree = grow("f3.e5.g4.Qh4");
  const judged = (parent, san, values = {}) => ({ parent, move: san, san, marks: [], comments: [], score: null, main: true, ...values });
  const nodes = [judged(null, "f3", { marks: ["?!"] }), judged(null, "Nf3", { main: false }), judged(1, "d5", { main: false }), judged(0, "e5"), judged(3, "g4", { marks: ["??"] })];
  const older = tree.add(tree.root.children[0], { move: "a6", san: "a6" });
  addJudgments(tree, { nodes, analysis: { evaluator: "net", lines: [] } });
  const [f3, , g4] = pathTo(lastOf(tree.root));
  assert.deepEqual(f3.judgment, { mark: "?!", best: "Nf3", line: ["Nf3", "d5"] });
  assert.deepEqual([noteOf(f3), noteOf(g4)], ["Inaccuracy. Nf3 was best.", "Blunder."], "a variation that was there is no better line");
  tree.promote(tree.root.children[1]);
  tree.remove(older);
  assert.equal(noteOf(f3), "Inaccuracy. Nf3 was best.", "it is still so as a variation");
});

test("a file of many games is split, whatever its comments contain", () => {
  const games = ['[Event "One"]\n[White "A \\"x\\""]\n\n1. e4 {a comment with\n[Event "Not a tag"]\n} e5 ; [no tag {\n1-0', '[Event "Two"]\n\n1. d4 *', '[Event "Three"]\n\n*'];
  const found = splitPgn(`\uFEFF${games.join("\r\n\r\n")}\n`);
  assert.deepEqual(found.map(({ tags }) => tags[0]), [["Event", "One"], ["Event", "Two"], ["Event", "Three"]]);
  assert.deepEqual(found[0].tags[1], ["White", 'A "x"']);
  assert.equal(found[1].text, '[Event "Two"]\n\n1. d4 *\r\n');
  assert.deepEqual(found.map(({ line }) => line), [1, 9, 13]);
  assert.equal(splitPgn("\n\n1. e4 *")[0].line, 3);
  assert.deepEqual(splitPgn(" \n"), []);
  assert.equal(splitPgn("1. e4\r\ne5 *\r\n")[0].text, "1. e4\r\ne5 *\r\n", "letter by letter");
});

test("a game that was read keeps its tags and, while nothing is changed, its very text", () => {
  const tree = grow("e4.e5");
  tree.tags = [["White", "Steinitz"], ["ECO", "C20"], ["Result", "1-0"]];
  const text = '[White "Steinitz"]\n\n1.e4   e5 1-0\n';
  const options = { names: ["You", "You"], result: "1-0", standardStart: START };
  keepSource(tree, text, options);
  assert.equal(writePgn(tree, options), text);
  tree.nodes()[1].comments.push("[%clk 0:01:00] quick");
  const changed = writePgn(tree, options);
  assert.match(changed, /\[White "Steinitz"\]\n\[Black "You"\]\n\[Result "1-0"\]\n\[ECO "C20"\]\n\n1\. e4 e5 \{\[%clk 0:01:00\] quick\} 1-0\n$/);
});

test("judgments survive being written into a link", () => {
  const line = (text) => {
    const nodes = Array.from({ length: 4 }, () => ({ score: null, judgment: null }));
    readJudgments(nodes, text);
    return nodes;
  };
  for (const text of ["35.-20iNc3.m-3b.0", ".5be8=Q+..m2", ""]) assert.equal(formatJudgments(line(text)), text);
  assert.deepEqual(line("x.m.5?.7m")[3], { score: { cp: 7 }, judgment: { mark: "?", best: null, line: [] } });
});

test("a game from a position with Black to move starts with its number", () => {
  const tree = new MoveTree("chess", "4k3/8/8/8/8/8/8/4K3 b - - 0 7");
  tree.add(tree.root, { move: "e8d8", san: "Kd8" });
  assert.equal(firstPly(tree.start), 13);
  assert.match(writePgn(tree, { names: ["A", "B"], result: "*", standardStart: START }), /\[FEN "4k3[^]*\n7\.\.\. Kd8 \*/);
});

test("moves of any game survive being written into a link", () => {
  for (const moves of [["a1-b2", "3/5", "x y", "(pass)", "~", "♞f3"], ["e2e4", "e7e8=Q+"]]) {
    assert.deepEqual(parseMoves(formatMoves(moves)), moves);
    assert.deepEqual(parseTree(formatMoves(moves)).map(({ move }) => move), moves);
  }
  assert.equal(formatMoves(["e2e4", "e7e5"]), "e2e4.e7e5");
});

test("a square has a name on a board of any size", () => {
  for (const [column, row, name] of [[0, 0, "a10"], [29, 9, "D1"]]) {
    assert.equal(squareName(column, row, { rows: 10 }), name);
    assert.deepEqual(squarePlace(name, { rows: 10 }), { column, row });
  }
});

test("a move is shown by the cells that it changes, before the server confirms it", () => {
  const pieces = placementOf({ b1: "R", c1: "K" });
  assert.deepEqual([...placementAfter(pieces, { changes: { b1: "", c1: "K", d1: "R" } })].sort(), [["c1", "K"], ["d1", "R"]]);
  assert.deepEqual(placementAfter(pieces, { changes: null }), pieces, "the board waits for the answer");
});

test("castling is found by the king's and by the rook's square, and the king's square is marked", () => {
  const castling = { clicks: [["e1"], ["h1", "g1"]], changes: { e1: "", f1: "R", g1: "K", h1: "" } };
  const step = { clicks: [["e1"], ["f1"]], changes: { e1: "", f1: "K" } };
  for (const square of ["g1", "h1"]) assert.deepEqual(movesAt([castling, step], ["e1", square]), [castling]);
  assert.deepEqual([...targets([castling, step], ["e1"]).keys()].sort(), ["f1", "g1"]);
});

test("clicks go on while longer moves are possible", () => {
  const [short, long] = [{ clicks: [["a1"], ["c3"]] }, { clicks: [["a1"], ["c3"], ["e5"]] }];
  assert.deepEqual(movesAlong([short, long], ["a1", "c3"]), [short, long]);
  assert.deepEqual(movesAt([short, long], ["a1", "c3"]), [short]);
  assert.deepEqual(movesAlong([{ clicks: null }], []), []);
});

test("a stone falls wherever its column is clicked", () => {
  const moves = [{ clicks: [["d1", "d2"]] }, { clicks: [["e1", "e2"]] }];
  assert.deepEqual(movesAt(moves, ["d2"]), [moves[0]]);
  assert.deepEqual([areDrops(moves), areDrops([{ clicks: [["a1"]] }]), areDrops([])], [true, false, false]);
});

test("the notation of chess becomes words and pictures; other texts stay", () => {
  const written = { "Rxc8+": ["rook takes on c8", "♖×c8", "♜×c8"], Nbd2: ["knight to d2", "♘d2", "♞d2"], R1e1: ["rook to e1", "♖e1", "♜e1"], e4: ["pawn to e4", "♙e4", "♟e4"], "exd8=Q#": ["pawn takes on d8, becoming a queen", "♙×d8", "♟×d8"], "O-O-O+": ["castles queen side", "O-O-O+", "O-O-O+"], "O-O": ["castles king side", "O-O", "O-O"], "--": ["--", "--", "--"] };
  for (const [san, texts] of Object.entries(written)) assert.deepEqual([chessWords(san), chessSign(san, true), chessSign(san, false)], texts, san);
});

test("moves and boards are spoken", () => {
  assert.equal(spokenMove({ from: "e5", to: "d6", piece: "P", captured: "p", captured_on: "d5" }), "pawn e5 takes pawn d6 en passant");
  assert.equal(spokenMove({ from: "a7", to: "a8", piece: "P", promotion: "q" }), "pawn a7 to a8, promotes to queen");
  assert.equal(spokenBoard(placementOf({ e8: "k", a2: "P", b2: "P", e1: "K" })), "White: king e1, pawns a2 b2. Black: king e8.");
  assert.equal(spokenBoard(placementOf({}), false), "The board is empty.");
});

test("the time that is left stands with the moves, less what is gone of the current one", () => {
  const tree = grow("e4.e5.Nf3");
  const session = { tree, clock: { base: 60000, increment: 2000, spent: 1500 }, sideAt: (node) => node.ply % 2 };
  const [e4, e5] = tree.nodes();
  Object.assign(e4, { clock: 58000 });
  Object.assign(e5, { clock: 61000 });
  assert.deepEqual([timeLeft(session, 0), timeLeft(session, 1), timeLeft(session, 0, e4)], [58000, 59500, 58000]);
  assert.deepEqual([300000, 59001, 9940, 3723000, 0].map(clockText), ["5:00", "1:00", "0:09.9", "1:02:03", "0:00.0"]);
});

test("the pieces of a FEN are read and written", () => {
  for (const text of ["8/8/8/8/8/8/8/8", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R"]) assert.equal(writePlacement(readPlacement(text)), text);
});

test("only a pawn that can have come from its first square may be taken en passant", () => {
  const pieces = readPlacement("8/2p5/8/1pppP3/PP6/8/1P6/8");
  assert.deepEqual([passedSquares(pieces, "w"), passedSquares(pieces, "b")], [["b6", "d6"], ["a3"]]);
});

test("a glyph has a sign and a meaning, and a sign has a number", () => {
  assert.deepEqual(["$36", "$41", "$146", "⩲", "$14"].map((mark) => glyphOf(mark)), [
    { sign: "↑", meaning: "White has the initiative" },
    { sign: "→", meaning: "Black has an attack" },
    { sign: "N", meaning: "a novelty" },
    { sign: "+=", meaning: "White is slightly better" },
    { sign: "+=", meaning: "White is slightly better" },
  ]);
  assert.deepEqual(glyphOf("$250"), { sign: "$250", meaning: "$250" });
  assert.deepEqual(["=", "∞", "⩲", "⩱", "±", "∓", "+-", "-+", "$36", "!?"].map(numberOf), ["$10", "$13", "$14", "$15", "$16", "$17", "$18", "$19", "$36", undefined]);
});

test("arrows and rings stand in the comments, and nothing else there changes", () => {
  const node = { comments: ["[%csl Gb5,Rd10] [%cal Rb5c6] [%clk 0:01:00] pinned", "more"] };
  const drawings = [{ from: "b5", to: "b5", color: "green" }, { from: "d10", to: "d10", color: "red" }, { from: "b5", to: "c6", color: "red" }];
  assert.deepEqual(drawingsOf(node), drawings);
  setDrawings(node, drawings.slice(2));
  assert.deepEqual(node.comments, ["[%cal Rb5c6] [%clk 0:01:00] pinned", "more"]);
  setDrawings(node, []);
  assert.deepEqual(node.comments, ["[%clk 0:01:00] pinned", "more"]);
  const bare = { comments: [] };
  setDrawings(bare, drawings);
  assert.deepEqual([bare.comments, drawingsOf(bare)], [["[%csl Gb5,Rd10] [%cal Rb5c6]"], drawings]);
  setDrawings(bare, []);
  assert.deepEqual(bare.comments, []);
  assert.deepEqual(drawingsOf({ comments: ["[%cal Xe2e4,Ge2,nonsense]"] }), [{ from: "e2", to: "e2", color: "green" }]);
});

test("a side that keeps its chances is accurate; a blunder is half accurate, and a mate counts as ten pawns", () => {
  const tree = grow("e4.e5.Nf3.Nc6");
  const [first, second, third, fourth] = tree.nodes();
  first.score = { cp: 0 };
  second.score = { cp: 0 };
  // From 50 to 35 percent, the least that makes a blunder.
  third.score = { cp: -168 };
  third.marks.push("??");
  const near = (found, wanted) => assert.ok(Math.abs(found - wanted) < 0.01, `${found}`);
  const [white, black] = playedBy(tree);
  near(white.accuracy, 0.5);
  assert.deepEqual([white.loss, white.marks], [168, ["??"]]);
  assert.deepEqual([black.accuracy, black.loss, black.marks], [1, 0, []]);
  fourth.score = { mate: 3 };
  near(playedBy(tree)[1].loss, (1000 + 168) / 2);
});

test("a roll is no ply, and is drawn by its weight", () => {
  const session = new GameState();
  const tree = new MoveTree("dice", "");
  tree.firstSide = 0;
  Object.assign(session, { tree, players: [null, null] });
  const roll = tree.add(tree.root, { move: "3", san: "3", weight: 1 });
  const step = tree.add(roll, { move: "a1b2", san: "a1b2", weight: null });
  const next = tree.add(step, { move: "6", san: "6", weight: 2 });
  assert.deepEqual([roll, step, next].map((node) => [node.ply, session.sideAt(node)]), [[0, 0], [1, 1], [1, 1]]);
  const answer = { moves: [{ move: "5", weight: 0 }, { move: "6", weight: 2 }] };
  session.node = Object.assign(step, { answer });
  assert.deepEqual([session.rolls().length, session.roll().move], [2, "6"]);
  session.node = next;
  assert.deepEqual([session.rolls(), session.roll()], [[], null]);
});
