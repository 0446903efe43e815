// Keeps the page's one game: it's stored with every change and comes back after a reload, and every step that removes something
// can be undone and redone.

import { formatLink } from "../link.js";
import { kept, keep, keptGames, onStoredElsewhere } from "./kept-games.js";
import { linkOf, openLink } from "./game-link.js";
import { formatPlayer } from "../player-spec.js";
import { readRecord, writeRecord } from "./record.js";
import { newId } from "./game-state.js";

/** How soon after a change a game is stored, unless the page is left before. */
const PAUSE = 300;
const MOST_STEPS = 50;

/** The keeper of a session. Its "undoable" events name steps that can be undone, and those that no longer can. */
export class Keeper extends EventTarget {
  constructor(session) {
    super();
    this.session = session;
    /** The steps to undo and to redo, the last one last: the texts of the game before and after each. */
    this.steps = [];
    this.undone = [];
    this.timer = null;
    /** The stored edition of the tree. */
    this.stored = null;
    session.addEventListener("change", () => this.schedule());
    session.addEventListener("destroys", ({ detail }) => this.remember(detail));
    session.addEventListener("played", () => this.goOn());
    addEventListener("pagehide", () => this.save());
    // If two tabs have the same game, they part ways when one of them goes on.
    onStoredElsewhere((id) => id === session.id && this.part());
  }

  /** Opens the game that the address asks for: the current one, a stored one, or that of a link. Undo returns to the one before. */
  async open(values, id) {
    const { session } = this;
    const isPlain = Object.keys(values).length === 0;
    const isHere = () => isPlain || id === session.id || formatLink("play", values) === formatLink("play", linkOf(session));
    if (session.tree && isHere()) return;
    const before = this.now();
    const text = kept(isPlain ? keptGames()[0]?.id : id);
    if (text === null || !(await this.restore(text))) await openLink(session, values);
    this.add(before);
  }

  /** Begins a game at the position of a link, and goes there. The opponent stays if it can play that game. */
  async play(place) {
    const { session } = this;
    const [first, second] = session.game?.name === place.game ? session.players.map(formatPlayer) : [];
    this.remember("A new game has begun.");
    await openLink(session, { ...place, first, second });
    location.hash = formatLink("play", linkOf(session));
  }

  /** Opens a stored game. */
  async openKept(id) {
    const text = kept(id);
    if (text === null) return;
    this.remember("Another game is open.");
    await this.restore(text);
  }

  /** Restores a game from its text; returns true if it's readable. */
  async restore(text) {
    const found = await readRecord(text).catch(() => null);
    if (found) await this.session.take(found);
    return found !== null;
  }

  /** Undoes the last step that removed something. */
  undo() {
    return this.change(this.steps, this.undone);
  }

  /** Redoes the last undone step. */
  redo() {
    return this.change(this.undone, this.steps);
  }

  async change(from, to) {
    const step = from.pop();
    if (step === undefined) return;
    to.push(this.now());
    await this.restore(step);
    this.dispatchEvent(new CustomEvent("undoable", { detail: null }));
  }

  /** A new move replaces the undone one. */
  goOn() {
    if (this.undone.length === 0) return;
    this.undone = [];
    this.dispatchEvent(new CustomEvent("undoable", { detail: null }));
  }

  /** Remembers the game before a step, which is announced if it has a label. */
  remember(label) {
    this.add(this.now(), label);
  }

  /** The current game as text, if there is one. This also stores it. */
  now() {
    this.save();
    return this.session.tree ? writeRecord(this.session) : null;
  }

  /** Records a step: it can be undone, and earlier undone steps can't be redone. */
  add(before, label = null) {
    if (before === null) return;
    this.steps = [...this.steps, before].slice(-MOST_STEPS);
    this.undone = [];
    this.dispatchEvent(new CustomEvent("undoable", { detail: label }));
  }

  /** Stores the game soon, if it has changed. The current position is stored when the page is left. */
  schedule() {
    if (this.session.tree.edition !== this.stored) this.timer ??= setTimeout(() => this.save(), PAUSE);
  }

  /** Stores the game. One without moves isn't stored, unless it had some. */
  save() {
    clearTimeout(this.timer);
    this.timer = null;
    const { session } = this;
    const isWorthIt = session.tree && (session.tree.root.children.length > 0 || kept(session.id) !== null);
    if (!isWorthIt) return;
    this.stored = session.tree.edition;
    keep(session.id, writeRecord(session));
  }

  /** The address names the game, so it also has to change. */
  part() {
    this.session.id = newId();
    this.session.changed();
  }
}
