// A small board beside a move of a line, which shows where the line leads.

import { post } from "../api.js";
import { Board } from "../board/board.js";
import { element } from "../dom.js";
import { gridOf, placementOf, squaresOf } from "../game/placement.js";

const SIZE = 208;
const GAP = 6;

/** The board of one panel. */
export class Peek {
  constructor() {
    Object.assign(this, { board: new Board(), wanted: null });
    this.host = element("div", { class: "peek", inert: true }, this.board.host);
    this.host.style.width = `${SIZE}px`;
  }

  /** Shows the position after moves that follow a node, near a button. */
  async show(link, session, { node, moves }) {
    this.wanted = link;
    const place = session.place(node);
    const isKnown = moves.length === 0 && node.answer;
    const answer = isKnown || (await post("/legal-moves", { ...place, moves: [...place.moves, ...moves] }));
    if (this.wanted !== link || !link.isConnected) return;
    document.body.append(this.host);
    this.board.show({
      key: link,
      game: session.game.name,
      grid: gridOf(session.game, answer),
      pieces: placementOf(answer.grid?.cells),
      lastMove: squaresOf(answer.history.at(-1)),
      check: answer.check,
      isFlipped: session.isFlipped,
    });
    const { left, top, bottom } = link.getBoundingClientRect();
    const { height } = this.host.getBoundingClientRect();
    this.host.style.left = `${Math.max(GAP, Math.min(left, innerWidth - SIZE - GAP))}px`;
    this.host.style.top = `${bottom + GAP + height < innerHeight ? bottom + GAP : top - GAP - height}px`;
  }

  hide() {
    this.wanted = null;
    this.host.remove();
  }
}
