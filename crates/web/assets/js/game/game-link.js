// The address of a game: everything but comments, tags and clocks, so that a link shows the same game elsewhere.

import { post } from "../api.js";
import { showLinkProblem } from "../announce.js";
import { gameNamed, playerOfLink } from "../catalog.js";
import { formatPlayer, usualPlayer } from "../player-spec.js";
import { formatJudgments, readJudgments } from "./judged.js";
import { MoveTree, NULL_MOVE, describe, formatTree, lastOf, parseTree, pathTo } from "./move-tree.js";
import { ownTags } from "./pgn-writer.js";

/** The values of a link that restores a session's game. */
export function linkOf({ game, tree, node, players, isFlipped }) {
  const { moves, judged, last, numbers } = textOf(tree);
  return {
    game: game.name,
    start: tree.start === game.start ? null : tree.start,
    first: formatPlayer(players[0]),
    second: formatPlayer(players[1]),
    flip: isFlipped,
    at: node === last ? null : (numbers.get(node) ?? 0),
    moves,
    judged,
  };
}

const texts = new WeakMap();

/** The written tree, and the numbers of its nodes; cached until the tree changes. */
function textOf(tree) {
  const { edition } = tree;
  if (!texts.has(edition)) {
    const last = lastOf(tree.root);
    const numbers = new Map(tree.nodes().map((node, index) => [node, index + 1]));
    texts.set(edition, { moves: formatTree(tree), judged: formatJudgments(pathTo(last)), last, numbers });
  }
  return texts.get(edition);
}

/** Opens the game of a link. */
export async function openLink(session, values) {
  const game = await gameNamed(values.game);
  const linked = await Promise.all([values.first ?? "you", values.second].map((text) => text === undefined ? undefined : playerOfLink(game, text)));
  const players = linked.map((player) => (player === undefined ? usualPlayer(game) : player));
  const tree = new MoveTree(game.name, values.start ?? game.start);
  tree.tags = ownTags();
  await readMoves(game, tree, parseTree(values.moves ?? ""));
  if (!readJudgments(pathTo(lastOf(tree.root)), values.judged ?? "")) showLinkProblem("Some of the judgments in this link cannot be read.");
  const shown = [tree.root, ...tree.nodes()][Number(values.at)];
  if (values.at && !shown) showLinkProblem(`The game in this link has no position ${values.at}.`);
  const node = shown ?? lastOf(tree.root);
  // Opening a link must not start two strategies playing by themselves.
  await session.take({ game, tree, node, players, isFlipped: Boolean(values.flip), isPaused: !players.includes(null) });
}

/**
 * Adds moves to a tree; one answer from the server has the cells of all moves, and everything about the start. A move that isn't legal is
 * left out with all that follow it.
 */
async function readMoves(game, tree, nodes) {
  const answer = await post("/game", { game: game.name, position: tree.start, nodes }).catch((error) => error);
  if (answer instanceof Error) {
    const [, wrong] = answer.field?.match(/^nodes\[(\d+)\]/) ?? [];
    if (wrong === undefined) throw answer;
    showLinkProblem(answer);
    return readMoves(game, tree, without(nodes, Number(wrong)));
  }
  tree.learn({ ...answer.start, history: [] }, game.players, tree.root);
  describe(tree.root, answer.start);
  const added = [];
  answer.nodes.forEach((move, index) => {
    const { parent } = nodes[index];
    const made = move.move === NULL_MOVE ? { ...move, move: null } : move;
    added.push(tree.add(parent === null ? tree.root : added[parent], made));
  });
}

/** Leaves out a node and all that follow it. */
function without(nodes, wrong) {
  const numbers = new Map();
  return nodes.filter(({ parent }, index) => {
    const isKept = index !== wrong && (parent === null || numbers.has(parent));
    if (isKept) numbers.set(index, numbers.size);
    return isKept;
  }).map(({ parent, move }) => ({ parent: parent === null ? null : numbers.get(parent), move }));
}

/** Counts the moves of a line that are legal, up to the first that isn't. */
export async function legalMoves({ game, position, moves }) {
  const nodes = moves.map((move, index) => ({ parent: index === 0 ? null : index - 1, move }));
  const problem = await post("/game", { game, position, nodes }).catch((error) => error);
  return Number(problem.field?.match(/^nodes\[(\d+)\]/)?.[1] ?? 0);
}
