// A game being played or looked at: the tree of its moves, the current node, and who plays each side. Whoever shows it
// listens for its "change" event.

import { post } from "../api.js";
import { gameNamed } from "../catalog.js";
import { formatPlayer, parsePlayer } from "../player-spec.js";
import { MoveTree, formatTree, lastOf, linesOf, parseTree, pathTo } from "./move-tree.js";
import { placementAfter, placementOf } from "./placement.js";

/** The state of one game. */
export class GameSession extends EventTarget {
  constructor() {
    super();
    this.game = null;
    this.tree = null;
    this.node = null;
    this.players = [null, null];
    this.isFlipped = false;
    this.isPaused = false;
  }

  /** Starts from a position, without moves. */
  async start(game, position, players) {
    this.game = game;
    this.tree = new MoveTree(game.name, position);
    this.players = players;
    this.isPaused = false;
    await this.visit(this.tree.root);
  }

  /** Restores what `link()` wrote. */
  async restore(values) {
    const game = await gameNamed(values.game);
    const usualPlayer = { strategy: game.default_strategy, evaluator: null, limits: { time_ms: 500 } };
    this.game = game;
    this.tree = new MoveTree(game.name, values.start ?? game.start);
    this.players = ["first", "second"].map((side, index) =>
      values[side] === undefined && index === 1 ? usualPlayer : parsePlayer(values[side]),
    );
    this.isFlipped = Boolean(values.flip);
    // Two strategies do not go on playing by themselves because someone opened a link.
    this.isPaused = !this.players.includes(null);
    await this.replay(linesOf(parseTree(values.moves ?? "")));
    const nodes = this.tree.nodes();
    const isNumber = /^\d+$/.test(values.at ?? "");
    await this.visit(isNumber ? (nodes[values.at - 1] ?? this.tree.root) : lastOf(this.tree.root));
  }

  async replay(lines) {
    for (const line of lines.filter((moves) => moves.length > 0)) {
      const answer = await post("/legal-moves", { ...this.place(this.tree.root), moves: line });
      let node = this.tree.root;
      for (const move of answer.history) node = this.addMove(node, move);
      node.answer = answer;
    }
  }

  /** The values of a link that restores this game. */
  link() {
    const nodes = this.tree.nodes();
    const at = nodes.indexOf(this.node) + 1;
    return {
      game: this.game.name,
      start: this.tree.start === this.game.start ? null : this.tree.start,
      first: formatPlayer(this.players[0]),
      second: formatPlayer(this.players[1]),
      flip: this.isFlipped,
      at: this.node === lastOf(this.tree.root) ? null : at,
      moves: formatTree(this.tree),
    };
  }

  /** The part of a request that names a position: the start and all moves, so that repetitions count. */
  place(node = this.node) {
    const moves = pathTo(node).map((step) => step.move.move);
    return { game: this.game.name, position: this.tree.start, moves };
  }

  /** The index of the player to move at a node. */
  sideAt(node = this.node) {
    return (firstSide(this.game.name, this.tree.start) + node.ply) % 2;
  }

  /** The name of the side to move at a node, such as `white`. */
  sideName(node = this.node) {
    return this.game.players[this.sideAt(node)];
  }

  /** Which pieces stand where at a node. */
  pieces(node = this.node) {
    if (node.position !== null) return placementOf(this.game.name, node.position);
    return placementAfter(this.pieces(node.parent), node.move, this.sideName(node.parent));
  }

  /** Whether a person has the move at the current node. */
  isPersonsTurn() {
    return this.players[this.sideAt()] === null;
  }

  /** Goes to a node, and asks for its legal moves if they are not known. */
  async visit(node) {
    this.node = node;
    this.changed();
    if (node.answer !== null) return;
    node.asked ??= this.ask(node);
    await node.asked;
    if (this.node === node) this.changed();
  }

  async ask(node) {
    try {
      const answer = await post("/legal-moves", this.place(node));
      Object.assign(node, { answer, position: answer.position, check: answer.check });
    } finally {
      node.asked = null;
    }
  }

  /** Waits until the legal moves of the current node are known. */
  async known() {
    while (this.node.answer === null && this.node.asked) await this.node.asked;
  }

  /** Plays a legal move, or the text of one, after the current node. */
  async play(move) {
    const parent = this.node;
    const known = parent.children.find((child) => [child.move.move, child.move.san].includes(move.move ?? move));
    if (known) return this.visit(known);
    // A move from the list of legal moves is shown at once, before the server confirms it.
    const shown = typeof move === "string" ? null : this.addMove(parent, move);
    if (shown) {
      this.node = shown;
      this.changed();
    }
    const confirmed = this.confirm(parent, move, shown);
    if (shown) shown.asked = confirmed;
    try {
      await confirmed;
    } catch (error) {
      if (shown) this.discard(shown);
      throw error;
    } finally {
      if (shown) shown.asked = null;
    }
  }

  async confirm(parent, move, shown) {
    const answer = await post("/play", { ...this.place(parent), move: move.move ?? move });
    // The move may have been taken back in the meantime.
    if (shown && !parent.children.includes(shown)) return;
    const played = answer.history.at(-1);
    const node = shown ?? this.addMove(parent, played);
    Object.assign(node, { answer, position: answer.position, check: answer.check, move: played });
    if (this.node === parent && !shown) this.node = node;
    this.dispatchEvent(new CustomEvent("played", { detail: node }));
    this.changed();
  }

  addMove(parent, move) {
    const node = this.tree.add(parent, move);
    node.position ??= move.position ?? null;
    node.check ??= move.check ?? null;
    return node;
  }

  discard(node) {
    this.tree.remove(node);
    if (this.node === node) this.node = node.parent;
    this.changed();
  }

  /** Takes back the last move, and a strategy's move before it, so that the person who asked has the move again. */
  async takeBack() {
    if (!this.node.parent) return;
    const isMixed = this.players.includes(null);
    let node = this.node.parent;
    if (isMixed && this.players[this.sideAt(node)] !== null && node.parent) node = node.parent;
    if (!isMixed) this.isPaused = true;
    const removed = pathTo(this.node).find((step) => step.parent === node);
    this.tree.remove(removed);
    await this.visit(node);
  }

  /** Makes the variation of the current node the main line. */
  promote() {
    this.tree.promote(this.node);
    this.changed();
  }

  /** Changes what the view shows or who plays, without a move. */
  set(changes) {
    Object.assign(this, changes);
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** The player who moves first in a position: 0, or 1 if Black or O does. */
export function firstSide(game, start) {
  if (game === "connect-four") return start.replaceAll(" ", "").length % 2;
  if (game === "tic-tac-toe") return (start.match(/[XO]/gi) ?? []).length % 2;
  return start.split(" ")[1] === "b" ? 1 : 0;
}
