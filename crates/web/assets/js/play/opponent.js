// Makes strategies answer: when it's a strategy's turn at the end of a line, asks it for a move.

import { bestMove, isAbort } from "../api.js";
import { showProblem } from "../announce.js";
import { strategyRequest } from "../player-spec.js";
import { timeLeft } from "./clocks.js";

/** Even the fastest strategy waits this long, so that you see each move. */
const LEAST_TIME = 250;

/** Plays the strategies' moves of a session. `onThinking` gets the index of the thinking player, or null. */
export class Opponent {
  constructor(session, onThinking) {
    this.session = session;
    this.onThinking = onThinking;
    this.asked = null;
    this.last = [null, null];
  }

  /** Starts or stops thinking, depending on the current node. */
  update() {
    const { session } = this;
    const player = session.players[session.sideAt()];
    const mayMove = player !== null && !session.isPaused && session.tree.ending === null && session.node.children.length === 0;
    const { answer } = session.node;
    const isOpen = answer !== null && answer.outcome === null && answer.claim === null && session.rolls().length === 0;
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
      const question = { ...this.session.place(node), ...strategyRequest(this.hurried(player, side)), seed: this.session.seed };
      const pause = new Promise((resolve) => setTimeout(resolve, LEAST_TIME));
      const [answer] = await Promise.all([bestMove(question, asked.controller.signal), pause]);
      if (this.asked !== asked) return;
      this.last[side] = { ...answer, place: this.session.place(node) };
      this.onThinking(null);
      // Until the move is on the board no other is asked for.
      await this.session.play(answer.move);
    } catch (error) {
      if (isAbort(error) || this.asked !== asked) return;
      this.asked = null;
      this.onThinking(null);
      this.session.set({ isPaused: true });
      showProblem(error);
    }
  }

  /** The player, with a share of its clock's time as its limit. */
  hurried(player, side) {
    const { clock } = this.session;
    if (clock === null) return player;
    const share = Math.max(20, Math.round(timeLeft(this.session, side) / 30 + clock.increment / 2));
    return { ...player, limits: { ...player.limits, time_ms: Math.min(share, player.limits.time_ms ?? Infinity) } };
  }

  /** Stops the running search; the server notices that its client has left. */
  stop() {
    this.asked?.controller.abort();
    if (this.asked) this.onThinking(null);
    this.asked = null;
  }
}
