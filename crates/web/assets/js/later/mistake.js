// From a mistake in a game to Watch: the search for its refutation, at the depth where that appears.

import { bestMove } from "../api.js";
import { formatMoves } from "../game/move-tree.js";
import { formatLink } from "../link.js";
import { bounded } from "../score.js";

/** The deepest search to try: a deeper tree has too many nodes to watch. */
const DEEPEST = 3;
/** The loss in centipawns at which a search has seen a mistake. */
const SEEN = 100;

/** Opens Watch at the end of the search that finds the answer to the move of a node. */
export async function watchMistake(session, node) {
  const { game, position, moves } = session.place(node.parent);
  const strategy = session.game.compared[1] ?? session.game.compared[0];
  const line = [...moves, node.move.move];
  const search = async (moves, depth) => bounded((await bestMove({ game, position, moves, strategy, limits: { depth } })).score);
  const isSeen = async (depth) => (await search(moves, depth + 1)) + (await search(line, depth)) >= SEEN;
  let depth = 1;
  while (depth < DEEPEST && !(await isSeen(depth))) depth += 1;
  location.hash = formatLink("watch", { game, start: position === session.game.start ? null : position, moves: formatMoves(line), strategy: `${strategy}:depth=${depth}`, step: "end" });
}
