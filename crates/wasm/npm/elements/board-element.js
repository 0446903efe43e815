// <plywood-board>: a board of any game, which shows a position and takes moves by mouse, touch and keyboard.

import { Embedded, reflect } from "./element.js";
import { Board } from "./page/board/board.js";
import { shownOf } from "./page/game/placement.js";
import { spokenTurn } from "./page/game/spoken.js";
import { aboutGame, boardLabel, isSecond, positionOf, readMoves } from "./rules.js";

/** A board on anyone's page; `elements.d.ts` describes it. */
export class PlywoodBoard extends Embedded {
  static observedAttributes = ["game", "position", "moves", "orientation", "interactive", "label"];
  #board = null;
  /** The position where the moves begin, and the moves since then. */
  #place = null;
  #answer = null;
  #key = {};
  #shapes = [];
  #ready = Promise.resolve();
  #latest = null;

  connectedCallback() {
    if (!this.#latest) this.#open();
  }

  attributeChangedCallback(name) {
    if (["game", "position", "moves"].includes(name)) this.#open();
    else this.#draw();
  }

  /** Resolves when the position of the attributes is shown, or the reason it's invalid. */
  get ready() {
    return this.#ready;
  }

  /** The position as text. */
  get position() {
    return this.#answer?.position ?? this.getAttribute("position");
  }

  set position(text) {
    this.removeAttribute("moves");
    if (text === null || text === undefined) this.removeAttribute("position");
    else this.setAttribute("position", text);
  }

  /** The position with its legal moves, the moves so far, check and outcome. */
  get state() {
    return this.#answer;
  }

  /** Arrows and rings, until the position changes. */
  get shapes() {
    return this.#shapes;
  }

  set shapes(shapes) {
    this.#shapes = [...shapes];
    this.#drawShapes();
  }

  #drawShapes() {
    this.#board?.arrows.hint(this.#shapes.map(({ from, to = from, color = "green" }) => ({ from, to, color })));
  }

  /** Plays a move, in the notation of programs or of people. */
  async play(move) {
    if (!this.#latest) this.#open();
    await this.#ready;
    const latest = this.#latest;
    if (!this.#place) throw new Error("the board has no position");
    const answer = await this.#after(move);
    // The page has set another position.
    if (latest !== this.#latest) return null;
    this.#go(answer);
    return detailOf(answer);
  }

  /** Takes back the last move, if there is one. */
  async undo() {
    await this.#ready;
    if (!this.#answer?.history.length) return;
    const latest = this.#latest;
    const answer = await positionOf({ ...this.#place, moves: this.#place.moves.slice(0, -1) });
    if (latest === this.#latest) this.#go(answer);
  }

  /** Focuses the square that Tab reaches. */
  focus(options) {
    const { cells, cursor } = this.#board?.squares ?? {};
    cells?.get(cursor)?.focus(options);
  }

  // Attributes that are set together are one position.
  #open() {
    // Shapes belong to a position; those set after its attributes, to this one.
    if (this.#latest) this.#shapes = [];
    const latest = (this.#latest = {});
    this.#ready = Promise.resolve().then(async () => {
      if (latest !== this.#latest) return this.#ready;
      try {
        const place = { game: this.game || "chess", position: this.getAttribute("position") || undefined, moves: readMoves(this.moves) };
        const answer = await positionOf(place);
        if (latest !== this.#latest) return this.#ready;
        this.#place = place;
        this.#go(answer, this.#shapes);
        this.tell(null);
      } catch (error) {
        if (latest !== this.#latest) return this.#ready;
        if (!this.#board) this.fill();
        this.tell(error);
      }
    });
  }

  /** The answer for the position after one more move. */
  #after(move) {
    return positionOf({ ...this.#place, moves: [...this.#place.moves, move] });
  }

  #go(answer, shapes = []) {
    const isNext = answer.history.length === this.#answer?.history.length + 1;
    const side = this.#answer?.side_to_move;
    this.#answer = answer;
    this.#place = { ...this.#place, moves: answer.history.map(({ move }) => move) };
    this.#key = {};
    this.#shapes = shapes;
    this.#draw();
    this.#drawShapes();
    if (isNext) this.say(spokenTurn(side, answer.history.at(-1), answer));
  }

  #draw() {
    const answer = this.#answer;
    if (!answer) return;
    if (!this.#board) {
      this.#board = new Board({ onMove: (move) => this.#choose(move), announce: (text) => this.say(text) });
      this.fill(this.#board.host, this.#board.buttons);
    }
    const side = this.getAttribute("interactive");
    const isOpen = side === "" || side === "true" || side === answer.side_to_move;
    this.#board.host.classList.toggle("still", !isOpen);
    this.#board.show({
      ...shownOf(aboutGame(this.#place.game), answer),
      ...(!isOpen && { moves: [] }),
      key: this.#key,
      isFlipped: isSecond(this.orientation),
      label: this.label ?? boardLabel(answer),
    });
  }

  /** Plays the user's move, unless the page refuses it. */
  async #choose({ move }) {
    const [latest, before] = [this.#latest, this.#answer];
    const answer = await this.#after(move);
    const event = new CustomEvent("move", { bubbles: true, composed: true, cancelable: true, detail: detailOf(answer) });
    const isTaken = this.dispatchEvent(event);
    // Or the page has set another position.
    if (latest !== this.#latest || before !== this.#answer) return;
    if (isTaken) this.#go(answer);
    else this.#board.layer.show(this.#board.shown.pieces);
  }
}

reflect(PlywoodBoard, ["game", "moves", "orientation", "label"], ["interactive"]);

/** The details of the last move. */
function detailOf({ history, position, side_to_move: sideToMove, outcome }) {
  const { move, san, from, to, captured, promotion } = history.at(-1);
  return { move, san, from, to, captured, promotion, position, sideToMove, outcome, moves: history.map((played) => played.move) };
}
