// The clocks of a game. The moves store the time left after them, so a clock only counts the time of the current move.

import { lastOf, pathTo } from "../game/move-tree.js";
import { capitalized } from "../score.js";

const TICK = 100;

/** The time that a side has left in milliseconds, at the end of the game or earlier. */
export function timeLeft(session, side, last = lastOf(session.tree.root)) {
  const { clock } = session;
  const before = pathTo(last).findLast((node) => node.clock !== null && session.sideAt(node.parent) === side);
  return Math.max(0, (before?.clock ?? clock.base) - (session.sideAt(last) === side ? clock.spent : 0));
}

/** A time on a clock: `5:00`, `1:02:03`, and tenths of the last seconds: `0:09.4`. */
export function clockText(milliseconds) {
  const seconds = milliseconds < 10000 ? Math.floor(milliseconds / 100) / 10 : Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = seconds % 60;
  const shown = (milliseconds < 10000 ? rest.toFixed(1) : String(rest)).padStart(milliseconds < 10000 ? 4 : 2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${shown}` : `${minutes}:${shown}`;
}

/** Runs the clocks of a session while its game is on the board; they start after the first move. `onTick` shows them. */
export class Clocks {
  constructor(session, onTick) {
    Object.assign(this, { session, onTick, tree: session.tree, last: session.tree && lastOf(session.tree.root) });
    /** The running clock, when it started, and its timer. */
    this.running = null;
    this.since = 0;
    this.timer = null;
  }

  /** Records a move, and starts or stops the time. */
  update() {
    const { session } = this;
    const last = lastOf(session.tree.root);
    this.spend();
    if (session.clock && session.tree === this.tree && last !== this.last) this.moved(last);
    Object.assign(this, { tree: session.tree, last });
    const isRunning = session.clock !== null && last.ply > 0 && session.isOpen() && !session.isPaused;
    const wanted = isRunning ? session.clock : null;
    if (wanted === this.running) return;
    this.stop();
    if (wanted) this.start(wanted);
  }

  /** The game ends with another move than before: after a new move its side has a new time; otherwise a move was taken back. */
  moved(last) {
    const { session } = this;
    if (last.parent !== null && last.parent === this.last) {
      const gained = last.ply === 1 ? 0 : session.clock.increment;
      last.clock ??= timeLeft(session, session.sideAt(last.parent), last.parent) + gained;
    }
    session.clock.spent = 0;
  }

  start(clock) {
    this.running = clock;
    this.since = performance.now();
    this.timer = setInterval(() => this.tick(), TICK);
  }

  stop() {
    this.spend();
    clearInterval(this.timer);
    this.running = null;
  }

  /** Adds the time since the last call to the current move's. */
  spend() {
    if (this.running === null) return;
    const now = performance.now();
    this.running.spent += now - this.since;
    this.since = now;
  }

  tick() {
    const { session } = this;
    this.spend();
    this.onTick();
    const side = session.sideAt(this.last);
    if (timeLeft(session, side) > 0) return;
    this.stop();
    const [loser, winner] = [side, 1 - side].map((index) => capitalized(session.game.players[index]));
    if (isBare(session, 1 - side)) session.end("1/2-1/2", `${loser} ran out of time, and ${winner} has only the king: draw.`);
    else session.end(side === 0 ? "0-1" : "1-0", `${loser} ran out of time. ${winner} wins.`);
  }
}

/** True if a side has only its king in chess, so that it can't win. */
function isBare(session, side) {
  if (!session.game.is_chess) return false;
  const isOwn = (letter) => (letter === letter.toUpperCase()) === (side === 0);
  return [...session.pieces(lastOf(session.tree.root)).values()].filter(isOwn).length === 1;
}
