// Lets strategies answer: whenever a strategy has the move at the end of a line, it is asked for one.

import { isAbort, post } from "../api.js";
import { showProblem } from "../announce.js";
import { strategyRequest } from "../player-spec.js";

/** Even the fastest strategy waits this long, so that a user sees each move. */
const LEAST_TIME = 250;

/** Plays the strategies' moves of a session. `onThinking` gets the index of the player that thinks, or null. */
export class Opponent {
  constructor(session, onThinking) {
    this.session = session;
    this.onThinking = onThinking;
    this.asked = null;
    this.last = [null, null];
    session.addEventListener("change", () => this.update());
  }

  /** Starts or stops thinking, as the current node demands. */
  update() {
    const { session } = this;
    const player = session.players[session.sideAt()];
    const mayMove = player !== null && !session.isPaused && session.node.children.length === 0;
    const { answer } = session.node;
    const isOpen = answer !== null && answer.outcome === null && answer.claim === null;
    const wanted = mayMove && isOpen ? session.node : null;
    if (this.asked?.node === wanted && this.asked?.player === player) return;
    this.stop();
    if (wanted) this.think(wanted, player);
  }

  async think(node, player) {
    const asked = { node, player, controller: new AbortController() };
    this.asked = asked;
    const side = this.session.sideAt(node);
    this.onThinking(side);
    try {
      const question = { ...this.session.place(node), ...strategyRequest(player), seed: this.session.seed };
      const pause = new Promise((resolve) => setTimeout(resolve, LEAST_TIME));
      const [answer] = await Promise.all([post("/best-move", question, asked.controller.signal), pause]);
      if (this.asked !== asked) return;
      this.asked = null;
      this.last[side] = answer;
      this.onThinking(null);
      await this.session.play(answer.move);
    } catch (error) {
      if (isAbort(error)) return;
      this.asked = null;
      this.onThinking(null);
      this.session.set({ isPaused: true });
      showProblem(error);
    }
  }

  /** Stops the search that runs; the server notices that nobody waits for its answer. */
  stop() {
    this.asked?.controller.abort();
    if (this.asked) this.onThinking(null);
    this.asked = null;
  }
}
