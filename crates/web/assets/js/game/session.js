// The game that is being played or looked at: the tree of its moves, the current node, and who plays each side. There is one in the
// page, which outlives its views. It reports what happens by events: "change" after each change, "played" after a move, and
// "destroys" before a step that takes something away.

import { post } from "../api.js";
import { describe, lastOf, MoveTree, pathTo } from "./move-tree.js";
import { ownTags } from "./pgn-writer.js";
import { gridOf, placementAfter, placementOf } from "./placement.js";

/** The state of one game. */
export class GameSession extends EventTarget {
  constructor() {
    super();
    this.id = newId();
    this.game = null;
    this.tree = null;
    this.node = null;
    this.players = [null, null];
    this.isFlipped = false;
    this.isPaused = false;
    this.seed = newSeed();
    /** The time for each side: `{ base, increment, spent }` in milliseconds, of which `spent` is gone of the current move. */
    this.clock = null;
  }

  /** Starts a game from a position. The board is seen from the side of the only person. */
  async start(game, position, players, clock = null) {
    this.destroys("A new game has begun.");
    const tree = new MoveTree(game.name, position);
    tree.tags = ownTags();
    await this.take({ game, tree, node: tree.root, players, isFlipped: players[0] !== null && players[1] === null, clock });
  }

  /** Takes over another game. */
  async take({ id = newId(), game, tree, node, players, isFlipped = false, isPaused = false, seed = newSeed(), clock = null }) {
    Object.assign(this, { id, game, tree, players, isFlipped, isPaused, seed, clock });
    await this.visit(node);
  }

  /** The part of a request that names a position: the start and all moves since, so that repetitions count. */
  place(node = this.node) {
    const path = pathTo(node);
    // Nobody can be asked about a null move of a file, so the moves begin after it.
    const passed = path.findLast((step) => step.move.move === null);
    const moves = path.slice(path.indexOf(passed) + 1).map((step) => step.move.move);
    return { game: this.game.name, position: passed?.position ?? this.tree.start, moves };
  }

  /** The index of the player to move at a node. */
  sideAt(node = this.node) {
    return (this.tree.firstSide + node.ply) % 2;
  }

  /** The name of the side to move at a node, such as `white`. */
  sideName(node = this.node) {
    return this.game.players[this.sideAt(node)];
  }

  /** Which pieces stand where at a node. */
  pieces(node = this.node) {
    if (node.answer?.grid) return placementOf(node.answer.grid.cells);
    return node.parent ? placementAfter(this.pieces(node.parent), node.move) : placementOf(this.tree.startCells);
  }

  /** The board at a node: that of the nearest position that the server has described. */
  grid(node = this.node) {
    for (let known = node; known; known = known.parent) if (known.answer) return gridOf(this.game, known.answer);
    return gridOf(this.game, this.tree);
  }

  /** Whether a person has the move at the current node; after the end of a game anybody may try other moves. */
  isPersonsTurn() {
    return this.players[this.sideAt()] === null || this.tree.ending !== null;
  }

  /** Whether the game goes on: nobody has resigned, run out of time or agreed to a draw, and its last position is not the end. */
  isOpen() {
    const { outcome } = lastOf(this.tree.root);
    return this.tree.ending === null && outcome === null;
  }

  /** The result as PGN writes it: that of the last position, the one that was agreed, or that of the file. */
  result() {
    const { outcome, answer } = lastOf(this.tree.root);
    if (outcome) return { [this.game.players[0]]: "1-0", [this.game.players[1]]: "0-1" }[outcome.winner] ?? "1/2-1/2";
    const tagged = this.tree.tags.find(([name]) => name === "Result")?.[1];
    return this.tree.ending?.result ?? tagged ?? (answer?.claim ? "1/2-1/2" : "*");
  }

  /** Ends the game for a reason that is not in its moves. */
  end(result, text) {
    this.tree.ending = { result, text };
    this.changed();
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
      this.learn(node, await post("/legal-moves", this.place(node)));
    } finally {
      node.asked = null;
    }
  }

  learn(node, answer) {
    this.tree.learn(answer, this.game.players, node.ply);
    describe(node, answer);
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
    const shown = typeof move === "string" ? null : this.tree.add(parent, move);
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
    const node = shown ?? this.tree.add(parent, answer.history.at(-1));
    describe(node, answer);
    if (this.node === parent && !shown) this.node = node;
    this.dispatchEvent(new CustomEvent("played", { detail: node }));
    this.changed();
  }

  discard(node) {
    this.tree.remove(node);
    if (this.node === node) this.node = node.parent;
    this.changed();
  }

  /**
   * Plays a line of moves after the current node, of which the server knows that they are legal. In a game against a strategy only
   * its first move is played: the strategy decides on the others.
   */
  async follow(line) {
    const isFree = !this.isOpen() || this.players.every((player) => player === null);
    const moves = isFree ? line : line.slice(0, 1);
    if (!this.isPersonsTurn()) throw new Error("It is not your turn.");
    const place = this.place();
    const answer = await post("/legal-moves", { ...place, moves: [...place.moves, ...moves] });
    let { node } = this;
    for (const move of answer.history.slice(-moves.length)) node = this.tree.add(node, move);
    describe(node, answer);
    await this.visit(node);
  }

  /** Takes back the last move, and a strategy's move before it, so that the person who asked has the move again. */
  async takeBack() {
    if (!this.node.parent) return;
    const isMixed = this.players.includes(null);
    let node = this.node.parent;
    if (isMixed && this.players[this.sideAt(node)] !== null && node.parent) node = node.parent;
    if (!isMixed) this.isPaused = true;
    await this.cut(pathTo(this.node).find((step) => step.parent === node), "A move was taken back.");
  }

  /** Removes a move with all that follows it. */
  async cut(node, label = "A variation was removed.") {
    this.destroys(label);
    if (pathTo(lastOf(this.tree.root)).includes(node)) this.tree.ending = null;
    this.tree.remove(node);
    await this.visit(pathTo(this.node).includes(node) ? node.parent : this.node);
  }

  /** Makes the variation of the current node the main line. */
  promote() {
    this.destroys("The main line has changed.");
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

  destroys(label) {
    this.dispatchEvent(new CustomEvent("destroys", { detail: label }));
  }
}

/** A name that no other game has. */
export const newId = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 4).toString(36)}`;

/** A weak player errs differently in each game; the seed decides how. */
const newSeed = () => Math.floor(Math.random() * 2 ** 32);
