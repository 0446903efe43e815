// The steps of a search as arrows on a board: the moves of both sides, the best move so far, and cutoffs.

import { element } from "../dom.js";
import { squaresOf } from "../game/placement.js";

/** Draws on one board. `movesAt(line)` returns the legal moves of the position after a line, to show the moves cut off there. */
export class BoardPicture {
  constructor(board, movesAt) {
    this.board = board;
    this.movesAt = movesAt;
    this.scissors = element("div", { class: "scissors", "aria-hidden": "true", hidden: true }, "✂");
    this.host = element("div", { class: "board-picture" }, this.scissors);
    this.legend = element("ul", { class: "legend arrow-colors" });
    board.host.replaceWith(this.host);
    this.host.prepend(board.host);
  }

  /** Names the colors; `sides` are the side to move at the root and the other one. */
  explain([mover, other]) {
    const names = { blue: `${mover}'s move`, red: `${other}'s answer`, green: "Best so far", ghost: "Skipped" };
    this.legend.replaceChildren(...Object.entries(names).map(([color, text]) => element("li", {}, element("span", { class: `swatch ${color}` }), text)));
  }

  /** Draws the position after a step of a story. */
  async draw(story, at, isRefuted) {
    const { node, isLeaving } = story.steps[at];
    const { nodes, children } = story;
    const line = story.line(node);
    const best = story.bestChild(0, at);
    const reply = isLeaving && nodes[node].parent !== null ? story.bestChild(node, at) : undefined;
    const shown = [nodes[best], ...line.filter((moved) => moved !== nodes[best]), nodes[reply]].filter(Boolean);
    const arrows = shown.map((moved) => arrow(moved, moved === nodes[best] ? "green" : moved.ply % 2 ? "blue" : "red"));
    this.show(arrows, isRefuted);
    this.asked = isRefuted ? node : null;
    if (!isRefuted) return;
    const moves = await this.movesAt(line);
    if (this.asked !== node) return;
    const tried = new Set(children[node].map((child) => nodes[child].move));
    const left = moves.filter(({ move }) => !tried.has(move)).map((move) => ({ ...ends(squaresOf(move)), color: "ghost" }));
    this.show([...left, ...arrows], true);
  }

  show(arrows, isCut) {
    this.board.arrows.hint(arrows.filter(({ from }) => from));
    this.scissors.hidden = !isCut || this.board.squares.columns === 0;
  }

  /** Removes everything. */
  clear() {
    this.asked = null;
    this.show([], false);
  }
}

const ends = ([from, to]) => ({ from, to: to ?? from });

/** A move as an arrow, or as a ring if it names one square. */
function arrow({ move }, color) {
  const [, from, to] = move.match(/^([a-z]\d)([a-z]\d)?/) ?? [];
  return { ...ends([from, to]), color };
}
