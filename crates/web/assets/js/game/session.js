// The current game. There's one in the page, which outlives its views. It reports what happens as events:
// "change" after each change and each step through the game, "played" after a move, and "destroys" before a step that removes something.

import { post } from "../api.js";
import { GameState, newId, newSeed } from "./game-state.js";
import { describe, lastOf, MoveTree, pathTo } from "./move-tree.js";
import { ownTags } from "./pgn-writer.js";
import { play } from "./playing.js";

/** The one game of the page. */
export class GameSession extends GameState {
  /** Starts a game from a position. If there's one person, the board is shown from that side. */
  async start(game, position, players, clock = null) {
    this.destroys("A new game has begun.");
    const tree = new MoveTree(game.name, position);
    tree.tags = ownTags();
    await this.take({ game, tree, node: tree.root, players, isFlipped: players[0] !== null && players[1] === null, clock });
  }

  /** Replaces the game by another one. */
  async take({ id = newId(), game, tree, node, players, isFlipped = false, isPaused = false, seed = newSeed(), clock = null }) {
    Object.assign(this, { id, game, tree, players, isFlipped, isPaused, seed, clock });
    await this.visit(node);
  }

  /** Ends the game for a reason other than its moves. */
  end(result, text) {
    this.tree.ending = { result, text };
    this.changed();
  }

  /** Goes to a node, and requests its legal moves if they're unknown. */
  async visit(node) {
    this.node = node;
    this.moved();
    if (node.answer !== null) return;
    node.asked ??= this.ask(node);
    await node.asked;
    if (this.node === node) this.moved();
  }

  async ask(node) {
    const { tree } = this;
    try {
      const answer = await post("/legal-moves", this.place(node));
      // By now there may be another game.
      if (this.tree === tree) this.learn(node, answer);
    } finally {
      node.asked = null;
    }
  }

  learn(node, answer) {
    this.tree.learn(answer, this.game.players, node);
    describe(node, answer);
    // The last position's state decides the game's result.
    if (node === lastOf(this.tree.root)) this.tree.touch();
  }

  /** Waits until the legal moves of the current node are known. */
  async known() {
    while (this.node.answer === null && this.node.asked) await this.node.asked;
  }

  /** Plays a legal move, or the text of one, after the current node. */
  play(move) {
    return play(this, move);
  }

  /** Takes back the last move with the roll after it, and a strategy's move before it, so that it's the person's turn again. */
  async takeBack() {
    if (!this.node.parent) return;
    const isMixed = this.players.includes(null);
    const isOther = (node) => isMixed && this.players[this.sideAt(node)] !== null;
    let node = this.node.parent;
    // A forced pass would just be made again.
    while ((isOther(node) || this.rolls(node).length > 0 || this.forcedPass(node)) && node.parent) node = node.parent;
    if (!isMixed) this.isPaused = true;
    await this.cut(pathTo(this.node).find((step) => step.parent === node), "A move was taken back.");
  }

  /** Removes a move and everything after it. */
  async cut(node, label = "A variation was removed.") {
    this.destroys(label);
    if (pathTo(lastOf(this.tree.root)).includes(node)) this.tree.ending = null;
    this.tree.remove(node);
    await this.visit(pathTo(this.node).includes(node) ? node.parent : this.node);
  }

  /** Makes the variation of a node the main line. */
  promote(node = this.node) {
    this.destroys("The main line has changed.");
    this.tree.promote(node);
    this.changed();
  }

  /** Changes the view or the players, without a move. */
  set(changes) {
    Object.assign(this, changes);
    this.changed();
  }

  changed() {
    this.tree.touch();
    this.moved();
  }

  /** Reports that another position is shown, or this one in another way; the game itself is unchanged. */
  moved() {
    this.dispatchEvent(new Event("change"));
  }

  destroys(label) {
    this.dispatchEvent(new CustomEvent("destroys", { detail: label }));
  }
}
