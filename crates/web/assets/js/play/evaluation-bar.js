// A bar beside the board that shows who is better, from a short search of each position.

import { bestMove, isAbort } from "../api.js";
import { element } from "../dom.js";
import { scoreAfter } from "../game/judged.js";
import { barShare, scoreText } from "../score.js";

/** A position is evaluated only once it has stayed this long, so that stepping through a game starts no searches. */
const DELAY = 200;
const LIMITS = { depth: 12, time_ms: 300 };

/** The bar of one session. */
export class EvaluationBar {
  constructor(session) {
    this.session = session;
    this.part = element("div", { class: "part" });
    this.label = element("span", { class: "score" });
    this.host = element("div", { class: "evaluation-bar", role: "img" }, this.part, this.label);
    this.known = new WeakMap();
    this.isVisible = true;
  }

  /** Shows or hides the bar; a hidden one starts no searches. */
  setVisible(isVisible) {
    this.isVisible = isVisible;
    this.host.hidden = !isVisible;
    this.node = null;
    if (isVisible) this.update();
    else this.stop();
  }

  /** Evaluates the session's current node, unless its score comes from elsewhere. */
  update(isFed = false) {
    const { node, isFlipped } = this.session;
    this.host.classList.toggle("flipped", isFlipped);
    if (isFed) this.stop();
    if (!this.isVisible || !node?.answer || this.node === node) return;
    this.stop();
    this.node = node;
    const known = this.known.get(node) ?? scoreAfter(node) ?? undefined;
    if (known !== undefined) this.show(known);
    else if (!isFed) this.timer = setTimeout(() => this.judge(node), DELAY);
  }

  stop() {
    clearTimeout(this.timer);
    this.controller?.abort();
  }

  async judge(node) {
    const outcome = node.answer.outcome;
    if (outcome) return this.show(this.outcomeScore(outcome), node);
    this.controller = new AbortController();
    const question = { ...this.session.place(node), limits: LIMITS };
    try {
      const { score } = await bestMove(question, this.controller.signal);
      this.show(this.session.forFirst(score, node), node);
    } catch (error) {
      // The bar is an extra: without an answer it keeps its last score.
      if (!isAbort(error)) this.node = null;
    }
  }

  outcomeScore({ winner }) {
    if (winner === null) return { cp: 0 };
    return winner === this.session.game.players[0] ? { won_in: 0 } : { lost_in: 0 };
  }

  /** Shows a score from the first player's point of view. */
  show(score, node = null) {
    if (node) this.known.set(node, score);
    if (node && node !== this.session.node) return;
    const { game } = this.session;
    const share = barShare(score, game);
    this.part.style.setProperty("--share", share);
    this.label.textContent = shortScore(score, game);
    this.label.classList.toggle("at-end", share < 0.5);
    this.host.setAttribute("aria-label", `Evaluation: ${scoreText(score, game)} for ${game.players[0]}`);
  }
}

/** A score short enough for the bar: tenths of a pawn, and whole pawns from ten on. */
function shortScore(score, game) {
  if (score?.cp === undefined || game.whole_scores || game.score_unit !== 100) return scoreText(score, game).replace(/ in .*/, "").replace(/^(.)0\./, "$1.");
  const digits = Math.abs(score.cp) < 995 ? 1 : 0;
  return scoreText({ cp: score.cp }).replace(/\d.*/, (Math.abs(score.cp) / 100).toFixed(digits));
}
