// The steps of a search as arrows on a board: the moves of both sides, the best move so far, and cutoffs.

import { element } from "../dom.js";
import { squaresOf } from "../game/placement.js";

/** Draws on one board. `movesAt(line)` returns the legal moves of the position after a line, to show the moves cut off there. */
export class BoardPicture {
  constructor(board, movesAt) {
    this.board = board;
    this.movesAt = movesAt;
    this.host = element("div", { class: "board-picture" });
    this.legend = element("ul", { class: "legend arrow-colors" });
    board.host.replaceWith(this.host);
    this.host.append(board.host);
  }

  /** Names the colors; `sides` are the side to move at the root and the other one. */
  explain([mover, other]) {
    const names = { blue: `${mover}'s move`, red: `${other}'s answer`, green: "Best so far", ghost: "Skipped", now: "Now" };
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
    if (isRefuted) arrows.push(this.scissors(arrows));
    this.board.arrows.hint(arrows);
    this.asked = isRefuted ? node : null;
    if (!isRefuted) return;
    const moves = await this.movesAt(line);
    if (this.asked !== node) return;
    const tried = new Set(children[node].map((child) => nodes[child].move));
    const left = moves.filter(({ move }) => !tried.has(move)).map((move) => ({ ...ends(squaresOf(move)), color: "ghost" }));
    this.board.arrows.hint([...left, ...arrows]);
  }

  /** Scissors near the middle, where they cover no piece, and if possible no end of an arrow. */
  scissors(arrows) {
    const { squares, shown } = this.board;
    const cost = (square) => {
      const { x, y } = squares.placeOf(square);
      const covered = 200 * shown.pieces.has(square) + 100 * arrows.some(({ from, to }) => from === square || to === square);
      return covered + Math.hypot(x - (squares.columns - 1) / 2, y - (squares.rows - 1) / 2);
    };
    const [square] = [...squares.cells.keys()].sort((one, other) => cost(one) - cost(other));
    return { ...ends([square]), color: "scissors" };
  }

  /** Removes everything. */
  clear() {
    this.asked = null;
    this.board.arrows.hint([]);
  }
}

const ends = ([from, to]) => ({ from, to: to ?? from });

/** A move as an arrow, or as a ring if it names one square. */
function arrow({ move }, color) {
  const [, from, to] = move.match(/^([a-z]\d)([a-z]\d)?/) ?? [];
  return { ...ends([from, to]), color };
}
