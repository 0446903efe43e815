// Hints: the best move by the game's strongest strategy, and the opponent's threat, as an arrow and in words.

import { bestMove, isAbort, post } from "../api.js";
import { scoreButton } from "../apart/score-button.js";
import { announce, showProblem } from "../announce.js";
import { arrival } from "../game/placement.js";
import { viewOf } from "../game/spoken.js";
import { negated, scoreText } from "../score.js";

const LIMITS = { time_ms: 700 };

/** The hints for a session on a board; they are written into `status`. */
export class Hint {
  constructor(session, board, status) {
    Object.assign(this, { session, board, status, controller: null });
  }

  stop() {
    this.controller?.abort();
  }

  /** Looks for a move, the "best" one or the "threat"; returns true if there is one to show. */
  async show(kind) {
    const { session } = this;
    this.stop();
    this.controller = new AbortController();
    this.status.textContent = kind === "threat" ? "Looking for a threat …" : "Looking for a good move …";
    try {
      await session.known();
      const { node } = session;
      if (node.outcome || session.rolls().length > 0) return false;
      const { signal } = this.controller;
      const place = kind === "threat" ? passed(session) : session.place();
      const known = kind === "threat" ? post("/legal-moves", place, signal) : node.answer;
      const [{ moves }, answer] = await Promise.all([known, bestMove({ ...place, limits: LIMITS }, signal)]);
      if (session.node !== node) return true;
      const move = moves.find((legal) => legal.move === answer.move);
      const color = kind === "threat" ? "red" : "blue";
      if (move.clicks) this.board.arrows.hint([{ from: move.from ?? move.to, to: arrival(move), color }]);
      const score = session.forFirst(kind === "threat" ? negated(answer.score) : answer.score, node);
      const found = { game: session.game, place, line: answer.line, score, side: 0, evaluator: answer.evaluator };
      this.status.replaceChildren(`${kind === "threat" ? "Threat" : "Hint"}: ${answer.san} (`, scoreButton(scoreText(score, session.game), () => found), `). ${viewOf(session.game)}`);
      announce(this.status.textContent);
      return true;
    } catch (error) {
      if (!isAbort(error)) showProblem(error);
      return isAbort(error);
    }
  }
}

/** The position with the other side to move; there is no threat while the king is in check. */
function passed({ game, node }) {
  if (!game.is_chess) throw new Error("Threats are only shown in chess.");
  if (node.check) throw new Error("In check there is no threat to show: the check comes first.");
  const [board, side, castling, , halfmoves, number] = node.position.split(" ");
  return { game: game.name, position: [board, side === "w" ? "b" : "w", castling, "-", halfmoves, number].join(" "), moves: [] };
}
