// The rules of every game: those in `rules`, which are small, or the library's for a game that isn't there.

import { capitalized } from "./page/score.js";
import chess from "./rules/chess.js";
import small from "./rules/small.js";

/** The games by name; a name from outside may be that of anything. */
const GAMES = new Map(Object.entries({ ...chess, ...small }));

let engine = null;

/** The library with its searches, loaded once. */
export function loadEngine() {
  engine ??= import("../plywood.js").then(({ load }) => load({ workers: 1 }));
  // What failed for want of a network is tried again.
  engine.catch(() => (engine = null));
  return engine;
}

/** The position after moves, with its legal moves, as the library's `legalMoves` answers. */
export async function positionOf(place) {
  const rules = GAMES.get(place.game);
  return rules ? answer(rules, place) : (await loadEngine()).legalMoves(place);
}

/** The names of a game's players, the first one first, if the game is in `rules`. */
export const playersOf = (game) => GAMES.get(game)?.players;

/** A game's facts for the page's modules. */
export const aboutGame = (name) => ({ name, is_chess: name.startsWith("chess"), whole_scores: name === "tree", columns: 0, rows: 0 });

/** True if an orientation shows the board from the second player's side. */
export const isSecond = (orientation) => ["black", "second"].includes(orientation);

/** The name of a board for screen readers. */
export const boardLabel = ({ game, outcome, side_to_move: side }) => `${capitalized(game.replaceAll("-", " "))} board, ${outcome?.text ?? `${capitalized(side)} to move`}`;

/** The moves of an attribute: separated by spaces. */
export const readMoves = (text) => text?.split(/\s+/).filter(Boolean) ?? [];

const endText = ({ winner, reason }) => (winner ? `${capitalized(winner)} wins by ${reason}.` : `The game is drawn: ${reason}.`);

/** The last game that was asked for, ply by ply: the next question is mostly about one more move. */
let last = { name: null, plies: [] };

function answer(rules, { game, position: start, moves = [] }) {
  const name = `${game} ${start}`;
  const first = rules.read(!start || start === "startpos" ? rules.start : start);
  const plies = last.name === name ? last.plies : [];
  const same = moves.findIndex((move, index) => plies[index]?.asked !== move);
  last = { name, plies: plies.slice(0, same === -1 ? moves.length : same) };
  for (const [index, asked] of moves.entries()) last.plies[index] ??= play(rules, last.plies[index - 1]?.position ?? first, asked, index + 1);
  return describe(rules, game, first, last.plies);
}

/** Plays a move in any notation; its number is for the error. */
function play(rules, position, asked, number) {
  const legal = rules.moves(position);
  // Names for people take time.
  const found = legal.find(({ move }) => move === asked) ?? legal.find(({ data }) => data().san === asked || rules.isNamed?.(data(), asked));
  if (!found) throw new Error(`move ${number}: "${asked}" is not a legal move here`);
  const after = found.after();
  const played = { ...moveData(rules, found, position), position: rules.write(after), check: rules.check?.(after) ?? null };
  return { asked, position: after, played };
}

function describe(rules, game, first, plies) {
  const positions = [first, ...plies.map(({ position }) => position)];
  const position = positions.at(-1);
  const legal = rules.moves(position);
  const line = rules.line?.(position) ?? [];
  const key = rules.key?.(position);
  const times = rules.key ? positions.filter((other) => rules.key(other) === key).length : 1;
  const end = rules.outcome(position, legal, times);
  return {
    game,
    position: rules.write(position),
    text: rules.grid ? null : rules.text(position),
    grid: rules.grid && { cell_height: 1, names: [{}, {}], backdrop: null, ...rules.grid, cells: rules.cells(position), highlighted: line },
    start_cells: rules.cells(first),
    side_to_move: rules.players[rules.side(position)],
    check: rules.check?.(position) ?? null,
    moves: end ? [] : legal.map((move) => moveData(rules, move, position)),
    outcome: end && { ...end, text: endText(end), line },
    claim: rules.claim?.(position, times) ?? null,
    history: plies.map(({ played }) => played),
  };
}

/** A move with the cells that it changes. */
function moveData(rules, { move, after, data }, position) {
  const [before, now] = [rules.cells(position), rules.cells(after())];
  const changed = Object.keys({ ...before, ...now }).filter((cell) => before[cell] !== now[cell]);
  const changes = rules.grid && Object.fromEntries(changed.map((cell) => [cell, now[cell] ?? ""]));
  return { move, from: null, piece: null, captured: null, captured_on: null, promotion: null, castling: null, weight: null, clicks_in_pairs: false, ...data(), changes };
}
