// Moves on their way to the server: a move from the list of legal moves is shown at once, and confirmed later.

import { post } from "../api.js";
import { describe } from "./move-tree.js";

/** Plays a legal move, or the text of one, after a session's current node. */
export async function play(session, move) {
  const parent = session.node;
  const known = parent.children.find((child) => [child.move.move, child.move.san].includes(move.move ?? move));
  if (known) return session.visit(known);
  const shown = typeof move === "string" ? null : session.tree.add(parent, move);
  if (shown) session.set({ node: shown });
  const confirmed = confirm(session, parent, move, shown);
  if (shown) shown.asked = confirmed;
  try {
    await confirmed;
  } catch (error) {
    if (shown && session.tree.has(shown)) {
      session.tree.remove(shown);
      session.set({ node: session.node === shown ? parent : session.node });
    }
    throw error;
  } finally {
    if (shown) shown.asked = null;
  }
}

async function confirm(session, parent, move, shown) {
  const answer = await post("/play", { ...session.place(parent), move: move.move ?? move });
  // The move, or the one before it, may have been taken back in the meantime, and there may be another game.
  if (!session.tree.has(shown ?? parent)) return;
  const node = shown ?? session.tree.add(parent, answer.history.at(-1));
  describe(node, answer);
  if (session.node === parent && !shown) session.node = node;
  session.dispatchEvent(new CustomEvent("played", { detail: node }));
  session.changed();
}

/**
 * Plays a line of legal moves after a node, if that is the current one and still is when the server has described them. In a game against
 * a strategy only its first move is played: the strategy decides on the others.
 */
export async function follow(session, from, line) {
  if (session.node !== from) return;
  const isFree = !session.isOpen() || session.players.every((player) => player === null);
  const moves = isFree ? line : line.slice(0, 1);
  if (!session.isPersonsTurn()) throw new Error("It is not your turn.");
  const place = session.place(from);
  const answer = await post("/legal-moves", { ...place, moves: [...place.moves, ...moves] });
  if (session.node !== from) return;
  let node = from;
  for (const move of answer.history.slice(-moves.length)) node = session.tree.add(node, move);
  describe(node, answer);
  await session.visit(node);
}
