// The elements' rules, compared with the library's, which has its own oracles; and the known numbers of chess.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import chess from "../npm/elements/rules/chess.js";
import { positionOf } from "../npm/elements/rules.js";
import { load } from "../npm/plywood.js";

let plywood = null;
before(async () => (plywood = await load({ workers: 1 })));
after(() => plywood.close());

/** An answer in one order, without what the elements don't use. */
function plain({ board, table, unread_table: unread, ...answer }) {
  const sorted = (value) => {
    if (Array.isArray(value)) return value.map(sorted);
    return value && typeof value === "object" ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
  };
  return sorted({ ...answer, moves: answer.moves.toSorted((one, other) => (one.move < other.move ? -1 : 1)) });
}

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const STARTS = [
  ["chess", undefined],
  ["chess", KIWIPETE],
  ["chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"],
  ["chess", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"],
  ["chess", "4k3/8/8/8/8/8/8/4K1NN w - - 0 1"],
  ["chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"],
  ["chess960", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"],
  ["connect-four", undefined],
  ["connect-four", "ddcc"],
  ["tic-tac-toe", undefined],
  ["tree", undefined],
  ["tree", "((0 1) (-3 2) 5)"],
];

for (const [game, position] of STARTS) {
  test(`random games of ${game} from ${position ?? "the start"} are the library's, move by move`, async () => {
    let seed = 1;
    const random = (below) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
    let compared = 0;
    for (let round = 0; round < 4; round += 1) {
      const moves = [];
      for (let ply = 0; ply < 60; ply += 1) {
        const place = { game, position, moves };
        const ours = await positionOf(place);
        if (ply % 6 === round || ours.outcome || ours.check || ours.claim) {
          assert.deepEqual(plain(ours), plain(await plywood.legalMoves(place)), JSON.stringify(place));
          compared += 1;
        }
        if (ours.moves.length === 0) break;
        moves.push(ours.moves[random(ours.moves.length)].move);
      }
    }
    assert.ok(compared >= (game.startsWith("chess") ? 16 : 4), `${compared} positions`);
  });
}

test("repetition is claimed after three times, and ends a game after five", async () => {
  const round = ["g1f3", "g8f6", "f3g1", "f6g8"];
  for (const rounds of [1, 2, 4]) {
    const place = { game: "chess", moves: Array(rounds).fill(round).flat() };
    assert.deepEqual(plain(await positionOf(place)), plain(await plywood.legalMoves(place)));
  }
});

test("moves are read in every notation, and what is none is refused, as the library does", async () => {
  const places = [["chess", ["e4", "e7e5", "Nf3", "Nc6", "Bc4", "Nf6", "0-0"]], ["chess", ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1h1"]], ["chess", ["f3", "e5", "g4", "Qh4#"]]];
  for (const [game, moves] of places) assert.deepEqual(plain(await positionOf({ game, moves })), plain(await plywood.legalMoves({ game, moves })));
  const wrong = [
    { game: "chess", moves: ["e2e5"] },
    { game: "chess", position: "8/8" },
    { game: "chess", position: "k7/8/8/8/8/8/8/8 w - - 0 1" },
    { game: "chess", position: "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1" },
    { game: "chess", position: "4k3/8/8/8/8/8/8/4K2P w - - 0 1" },
    { game: "connect-four", position: "aaaaaaa" },
    { game: "connect-four", position: "xyz" },
    { game: "tic-tac-toe", position: "XX" },
    { game: "tic-tac-toe", position: "XXXXX...." },
    { game: "tree", position: "(1" },
  ];
  for (const place of wrong) {
    await assert.rejects(positionOf(place), JSON.stringify(place));
    await assert.rejects(plywood.legalMoves(place), JSON.stringify(place));
  }
});

test("perft counts are the known ones", () => {
  const count = (position, depth) => (depth === 0 ? 1 : chess.chess.moves(position).reduce((sum, { after }) => sum + count(after(), depth - 1), 0));
  assert.equal(count(chess.chess.read(chess.chess.start), 3), 8_902);
  assert.equal(count(chess.chess.read(KIWIPETE), 2), 2_039);
  assert.equal(count(chess.chess.read("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 3), 2_812);
  assert.equal(count(chess.chess960.read("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"), 2), 528);
});
