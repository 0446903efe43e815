// <plywood-search>: a search to step through, with its board and its tree. It shows a recorded search, and searches itself when asked.

import { Embedded, reflect } from "./element.js";
import { Board } from "./page/board/board.js";
import { button, element } from "./page/dom.js";
import { gridOf, placementOf, shownOf, squareName } from "./page/game/placement.js";
import { capitalized, grouped, scoreText } from "./page/score.js";
import { Stepper } from "./page/stepper/stepper.js";
import { Telling } from "./page/watch/telling.js";
import { aboutGame, isSecond, loadEngine, playersOf, positionOf, readMoves } from "./rules.js";

const ICONS = { first: "|◀", previous: "◀", play: "▶", next: "Next", last: "▶|", cut: "✂" };
/** More nodes than this are too many to look at one by one. */
const MOST_NODES = 10_000;

/** A search on anyone's page; `elements.d.ts` describes it. */
export class PlywoodSearch extends Embedded {
  static observedAttributes = ["src", "game", "position", "moves", "strategy", "label", "orientation", "windows"];
  #stepper = null;
  #board = null;
  #connected = null;
  #recorded = null;
  #searching = null;
  #drawing = null;
  #sides = null;
  #telling = null;
  #ready = Promise.resolve();
  #at = { pass: undefined, at: 0 };

  connectedCallback() {
    this.#connected = new AbortController();
    this.#build(this.#connected.signal);
    this.#ready = this.#recorded ? this.#show() : this.#open();
  }

  disconnectedCallback() {
    this.stop();
    this.#connected.abort();
    if (this.#recorded) this.#at = { pass: this.#stepper.pass, at: this.#stepper.at };
    this.#stepper.pause();
    this.#stepper = this.#board = null;
  }

  attributeChangedCallback(name) {
    if (name === "src") this.#recorded = null;
    if (!this.#stepper) return;
    if (name === "src") this.#ready = this.#open();
    else if (["orientation", "windows"].includes(name) && this.#recorded) this.#stepper.go(this.#stepper.at);
    else this.#drawTools();
  }

  /** Resolves when the recorded search is shown, or cannot be. */
  get ready() {
    return this.#ready;
  }

  /** The recorded search. */
  get recorded() {
    return this.#recorded;
  }

  set recorded(recorded) {
    this.#recorded = recorded;
    this.#at = { pass: undefined, at: 0 };
    if (this.#stepper) this.#ready = recorded ? this.#show() : this.#open();
  }

  /** The number of the step that is shown, from 0. */
  get step() {
    return this.#stepper?.at ?? this.#at.at;
  }

  set step(step) {
    if (this.#recorded && this.#stepper) this.#stepper.go(Number(step));
    else this.#at.at = Number(step);
  }

  /** The number of steps. */
  get steps() {
    return this.#stepper?.steps.length ?? 0;
  }

  /** Loads the engine and searches the position by the strategy; the tree replaces the recorded one. */
  async search() {
    this.stop();
    const searching = (this.#searching = new AbortController());
    this.tell(null);
    this.#drawTools("Loading the engine …");
    try {
      const library = await loadEngine();
      if (searching.signal.aborted) return;
      this.#drawTools("Searching …");
      const place = this.#place();
      const answer = await library.tree({ ...place, strategy: this.strategy || undefined, nodes: MOST_NODES }, { signal: searching.signal });
      this.recorded = { ...answer, ...place };
    } catch (error) {
      if (!searching.signal.aborted) this.tell(error);
    } finally {
      if (this.#searching === searching) this.#searching = null;
      this.#drawTools();
    }
  }

  /** Ends a search that is running. */
  stop() {
    this.#searching?.abort();
    this.#searching = null;
  }

  /** Focuses the button of the next step; the arrow keys work there as on the tree, and the wheel scrolls the page. */
  focus(options) {
    this.#stepper?.tools.querySelector(".next").focus(options);
  }

  #place() {
    return { game: this.game || "chess", position: this.position || undefined, moves: readMoves(this.moves) };
  }

  #build(signal) {
    const stepper = new Stepper({
      scoreText: (score) => scoreText(score, aboutGame(this.#shownGame())).replace(" in ", " "),
      button: (icon, name, onclick) => button(ICONS[icon], onclick, { "aria-label": icon === "next" ? null : name, title: name, class: icon }),
      announce: (text) => this.say(text),
      onStep: (line, node) => this.#step(line, node),
      tell: (story, at) => this.#tell(story, at),
      signal,
    });
    stepper.playButton.addEventListener("playing", ({ detail }) => (stepper.playButton.textContent = detail ? "❚❚" : ICONS.play));
    stepper.view.isAmongText = true;
    this.#stepper = stepper;
    this.#board = new Board();
    this.#board.host.classList.add("still");
    this.start = button("", () => (this.#searching ? this.stop() : this.search()), { class: "start" });
    this.state = element("span", { class: "quiet", role: "status" });
    const numbers = element("details", {}, element("summary", {}, "This step in numbers"), stepper.facts, stepper.legend);
    const story = element("div", { class: "story" }, stepper.text, stepper.tools, stepper.slider, stepper.chooser);
    const tools = element("div", { class: "row" }, this.start, this.state);
    this.frame = element("div", { class: "search", role: "group" }, this.#board.host, story, stepper.view.host, tools, numbers);
    this.frame.addEventListener("keydown", (event) => this.#press(event));
    this.fill(this.frame);
    this.#board.host.hidden = true;
    this.#drawTools();
  }

  #press(event) {
    const isElsewhere = ["INPUT", "SELECT"].includes(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey;
    if (isElsewhere || !this.#stepper.press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The button that searches is there if there's a strategy. */
  #drawTools(state = "") {
    if (!this.frame) return;
    this.start.hidden = !this.strategy;
    this.start.textContent = this.#searching ? "Stop" : `Search with ${this.strategy}`;
    this.state.textContent = state;
    this.frame.setAttribute("aria-label", this.label ?? "A search, step by step");
  }

  /** Reads the recorded search: from the address, from inside the element, or the textbooks' tree. */
  async #open() {
    const { src } = this;
    const inside = this.querySelector("script[type='application/json']");
    try {
      const recorded = src ? await read(new URL(src, this.baseURI)) : inside ? JSON.parse(inside.textContent) : (await import("./textbook.js")).textbook;
      if (src !== this.src || this.#recorded) return;
      this.#recorded = recorded;
      await this.#show();
    } catch (error) {
      this.tell(error);
    }
  }

  #shownGame() {
    return this.#recorded?.game ?? (this.game || "chess");
  }

  async #show() {
    const recorded = this.#recorded;
    const { passes } = recorded;
    if (!passes?.at(-1)?.nodes?.length) return this.tell(new Error("the recording has no search"));
    const nodes = passes.reduce((sum, pass) => sum + pass.nodes.length + (pass.omitted ?? 0), 0);
    this.tell(null);
    this.#sides = await this.#sidesOf(recorded);
    if (!this.#stepper || recorded !== this.#recorded) return;
    Object.assign(this.#stepper.view, { sides: this.#sides.sides, isPlain: !this.windows });
    this.#stepper.show(passes, `${grouped(nodes)} nodes.`, this.#at);
  }

  /** The names of the sides, and in chess the number of the first move; a recording without a position has Max and Min. */
  async #sidesOf({ position, moves = [], passes }) {
    const game = this.#shownGame();
    const hasBoards = passes[0]?.nodes[0]?.board !== undefined;
    const root = hasBoards ? null : await positionOf({ game, position, moves }).catch(() => null);
    const players = root && playersOf(game);
    if (!players) return { sides: ["Max", "Min"] };
    const isFirst = root.side_to_move === players[0];
    const sides = (isFirst ? players : players.toReversed()).map(capitalized);
    return { sides, number: aboutGame(game).is_chess ? Number(root.position.split(" ").at(-1)) : null, isWhite: isFirst };
  }

  /** A step in words: as people talk of a game, or with windows as books on search do. */
  #tell(story, at) {
    if (this.windows) return story.describe(at);
    if (this.#telling?.story !== story) this.#telling = new Telling(story, this.#sides);
    return this.#telling.tell(at);
  }

  #step(line, node) {
    this.#drawBoard();
    const detail = { step: this.#stepper.at, steps: this.#stepper.steps.length, moves: line.map(({ move }) => move), node: this.#stepper.story.nodes[node] };
    this.dispatchEvent(new CustomEvent("step", { bubbles: true, composed: true, detail }));
  }

  /** Shows the position of the step; where the search passes or begins anew, the last one that a game can have. */
  async #drawBoard() {
    const { story, at } = this.#stepper;
    const [game, board, drawing] = [this.#shownGame(), this.#board, (this.#drawing = {})];
    if (game === "tree") return void (board.host.hidden = true);
    const { node } = story.steps[at];
    const line = story.line(node).filter(({ move }) => move !== null);
    const shown = await this.#drawn(game, line, story.nodes[node].board).catch(() => null);
    if (drawing !== this.#drawing) return;
    board.host.hidden = shown === null;
    const label = `The board after ${line.map(({ san }) => san).join(" ") || "no move"}`;
    if (shown) board.show({ ...shown, key: {}, moves: [], isFlipped: isSecond(this.orientation), label });
  }

  async #drawn(game, line, rows) {
    const about = aboutGame(game);
    if (rows) {
      const grid = gridOf(about, await positionOf({ game }));
      return { game, grid, pieces: piecesOf(rows, grid), lastMove: line.at(-1)?.move.match(/[a-z]\d+/g) ?? [] };
    }
    const { position, moves = [] } = this.#recorded;
    const pass = line.findIndex(({ move }) => move === "--");
    const played = (pass === -1 ? line : line.slice(0, pass)).map(({ move }) => move);
    return shownOf(about, await positionOf({ game, position, moves: [...moves, ...played] }));
  }
}

reflect(PlywoodSearch, ["src", "game", "position", "moves", "strategy", "label", "orientation"], ["windows"]);

/** The placement of a board in lines of text. */
function piecesOf(rows, grid) {
  const lines = rows.split("\n").filter(Boolean).map((row) => (row.includes(" ") ? row.split(" ") : [...row]));
  const cells = lines.flatMap((row, y) => row.map((letter, x) => [squareName(x, y, grid), letter]));
  return placementOf(Object.fromEntries(cells.filter(([, letter]) => letter !== ".")));
}

async function read(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response.json();
}
