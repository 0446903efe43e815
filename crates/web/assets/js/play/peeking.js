// Shows where a move leads, on a small board beside it while the pointer or the focus is there.

import { showProblem } from "../announce.js";

/** The small board of one list. `seenOf` returns for a button its node and the moves after it, `{ node, moves }`; null if it's not a move. */
export class Peeking {
  constructor(host, session, seenOf) {
    Object.assign(this, { session, seenOf });
    for (const name of ["pointerover", "focusin"]) host.addEventListener(name, (event) => this.look(event).catch(showProblem));
    for (const name of ["pointerleave", "focusout", "click"]) host.addEventListener(name, () => this.hide());
  }

  async look({ target, pointerType }) {
    const link = target.closest("button");
    const seen = this.seenOf(link);
    const isHere = !seen || (seen.node === this.session.node && seen.moves.length === 0);
    if (isHere) return this.hide();
    if (pointerType === "touch" || (!pointerType && !target.matches(":focus-visible"))) return;
    this.wanted = link;
    const { Peek } = await import("../later/peek.js");
    if (this.wanted !== link) return;
    this.small ??= new Peek();
    await this.small.show(link, this.session, seen);
  }

  hide() {
    this.wanted = null;
    this.small?.hide();
  }
}
