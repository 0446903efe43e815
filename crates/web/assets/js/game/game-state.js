// The state of a game: the tree of its moves, the current node, and the players of each side. It answers questions; methods that
// change it are in the session.

import { playerName } from "../player-spec.js";
import { preference } from "../preferences.js";
import { negated } from "../score.js";
import { isRoll, lastOf, pathTo } from "./move-tree.js";
import { gridOf, placementAfter, placementOf } from "./placement.js";

/** The state of one game. */
export class GameState extends EventTarget {
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
    /** The time for each side: `{ base, increment, spent }` in milliseconds; `spent` is the part used for the current move. */
    this.clock = null;
  }

  /** The part of a request that names a position: the start and all moves since, so that repetitions count. */
  place(node = this.node) {
    const path = pathTo(node);
    // The API has no null moves, so the moves begin after the last one in a file.
    const passed = path.findLast((step) => step.move.move === null);
    const moves = path.slice(path.indexOf(passed) + 1).map((step) => step.move.move);
    return { game: this.game.name, position: passed?.position ?? this.tree.start, moves };
  }

  /** The index of the player to move at a node. */
  sideAt(node = this.node) {
    return (this.tree.firstSide + node.ply) % 2;
  }

  /** Converts a score for the side to move at a node to the first player's point of view, which a game's scores have. */
  forFirst(score, node = this.node) {
    return this.sideAt(node) === 0 ? score : negated(score);
  }

  /** The player of a side: a strategy, a name from the game's tags, or the user. */
  playerNames() {
    const tagged = ["White", "Black"].map((side) => this.tree.tags.find(([name]) => name === side)?.[1]);
    return this.players.map((player, index) => (player === null && tagged[index]) || playerName(player));
  }

  /** The name of the side to move at a node, such as `white`. */
  sideName(node = this.node) {
    return this.game.players[this.sideAt(node)];
  }

  /** The pieces and their squares at a node. */
  pieces(node = this.node) {
    const moves = [];
    let known = node;
    for (; known.parent && !known.answer?.grid; known = known.parent) moves.push(known.move);
    return placementAfter(placementOf(known.answer?.grid?.cells ?? this.tree.startCells), ...moves.reverse());
  }

  /** The board at a node: that of the nearest position the server has described. */
  grid(node = this.node) {
    for (let known = node; known; known = known.parent) if (known.answer) return gridOf(this.game, known.answer);
    return gridOf(this.game, this.tree);
  }

  /** True if a person is to move at the current node, or may enter a roll; after the end of a game anybody may try other moves. */
  isPersonsTurn() {
    return this.players[this.sideAt()] === null || this.tree.ending !== null || (this.entersRolls() && this.rolls().length > 0);
  }

  /** True if rolls are those of real dice, which a person enters, or if the page rolls no dice while the game is paused. */
  entersRolls() {
    return this.isPaused || preference("realDice");
  }

  /** The only legal move of a node, if it is a pass; null otherwise. */
  forcedPass(node = this.node) {
    const moves = node.answer?.moves ?? [];
    return moves.length === 1 && moves[0].clicks?.length === 0 ? moves[0] : null;
  }

  /** The outcomes that a node waits for, if it waits for chance. */
  rolls(node = this.node) {
    return (node.answer?.moves ?? []).filter(isRoll);
  }

  /** One of these outcomes, by weight, or null. */
  roll() {
    const rolls = this.rolls();
    let left = Math.random() * rolls.reduce((sum, { weight }) => sum + weight, 0);
    return rolls.find(({ weight }) => (left -= weight) < 0) ?? null;
  }

  /** True if the game goes on: no one has resigned, run out of time or agreed to a draw, and its last position isn't the end. */
  isOpen() {
    const { outcome } = lastOf(this.tree.root);
    return this.tree.ending === null && outcome === null;
  }

  /** The result as PGN writes it: from the last position, by agreement, or from the file. */
  result() {
    const { outcome, answer } = lastOf(this.tree.root);
    if (outcome) return { [this.game.players[0]]: "1-0", [this.game.players[1]]: "0-1" }[outcome.winner] ?? "1/2-1/2";
    const tagged = this.tree.tags.find(([name]) => name === "Result")?.[1];
    return this.tree.ending?.result ?? tagged ?? (answer?.claim ? "1/2-1/2" : "*");
  }
}

/** A name that no other game has. */
export const newId = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 4).toString(36)}`;

/** A weak player makes different errors in each game; the seed decides which. */
export const newSeed = () => Math.floor(Math.random() * 2 ** 32);
