// A game as plain data, to be stored and to be restored by undo. Nothing that a user can see is left out.

import { gameNamed } from "../catalog.js";
import { formatPlayer, parsePlayer } from "../player-spec.js";
import { MoveTree } from "./move-tree.js";

const VERSION = 1;
/** What is kept of a node, beside its place in the tree. */
const KEPT = ["move", "position", "check", "before", "comments", "marks", "score", "search", "judgment", "outcome", "clock"];
/** What is kept of a tree, beside its nodes. */
const WHOLE = ["start", "startCells", "firstSide", "grid", "tags", "ending", "source"];

/** The game of a session as text. */
export function writeRecord({ id, game, tree, node, players, isFlipped, isPaused, seed, clock }) {
  const nodes = [tree.root, ...tree.nodes()];
  const numbers = new Map(nodes.map((each, number) => [each, number]));
  const kept = nodes.map((each) => ({ parent: numbers.get(each.parent), ...said(each, KEPT) }));
  const settings = { players: players.map(formatPlayer), isFlipped, isPaused, seed, clock };
  return JSON.stringify({ version: VERSION, id, saved: Date.now(), game: game.name, ...said(tree, WHOLE), nodes: kept, at: numbers.get(node), ...settings });
}

function said(from, names) {
  const isEmpty = (value) => value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(names.map((name) => [name, from[name]]).filter(([, value]) => !isEmpty(value)));
}

/** The session's values in such a text; fails if it's from another version, or if the server doesn't have its game. */
export async function readRecord(text) {
  const { version, game: name, nodes: kept, at, players, ...record } = JSON.parse(text);
  const game = await gameNamed(name);
  if (version !== VERSION || game.name !== name) throw new Error("This game was stored by another version of the page.");
  const tree = Object.assign(new MoveTree(name, record.start), said(record, WHOLE));
  const nodes = [];
  for (const { parent, ...said } of kept) {
    const node = parent === undefined ? tree.root : tree.add(nodes[parent], said.move);
    nodes.push(Object.assign(node, said));
  }
  const { id, isFlipped, seed, clock } = record;
  return { id, game, tree, node: nodes[at], players: players.map(parsePlayer), isFlipped, isPaused: record.isPaused || !players.includes("you"), seed, clock };
}
