// The view "Play": a board, the players, the moves, and everything you can do with them.

import { announce, showLinkProblem, showNotice, showProblem } from "../announce.js";
import { Board } from "../board/board.js";
import { button, checkbox, element, panel } from "../dom.js";
import { drawingsOf, setDrawings } from "../game/drawings.js";
import { linkOf } from "../game/game-link.js";
import { mistakeOf } from "../game/judged.js";
import { formatMoves, isMain, pathTo } from "../game/move-tree.js";
import { unpack } from "../game/packed.js";
import { squaresOf } from "../game/placement.js";
import { spokenTurn } from "../game/spoken.js";
import { prefer, preference } from "../preferences.js";
import { capitalized } from "../score.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { Clocks } from "./clocks.js";
import { Controls } from "./controls.js";
import { EvaluationBar } from "./evaluation-bar.js";
import { GamePanel } from "./game-panel.js";
import { Hint } from "./hint.js";
import { LivePanel } from "./live-panel.js";
import { MoveList } from "./move-list.js";
import { Opponent } from "./opponent.js";
import { optionsPanel } from "./options-panel.js";
import { PlayerStrip } from "./player-strip.js";
import { Transfer } from "./transfer.js";

/** The view of the page's game, from its link. */
export class PlayView {
  constructor(values, saveLink, keeper, signal) {
    Object.assign(this, { values, saveLink, keeper, signal, session: keeper.session });
    const { session } = this;
    this.board = new Board({
      onMove: (move) => this.play(move),
      onDraw: (drawings) => this.keepDrawings(drawings),
      announce,
    });
    this.bar = new EvaluationBar(session);
    this.list = new MoveList(session);
    this.strips = [0, 1].map((index) => new PlayerStrip(session, index));
    this.clocks = new Clocks(session, () => this.strips.forEach((strip) => strip.drawClock()));
    this.opponent = new Opponent(session, (side) => this.showThinking(side));
    this.live = new LivePanel(session, this.board, (score, node) => this.bar.show(score, node));
    this.analysis = new AnalysisPanel(session, () => this.learn().catch(showProblem));
    this.gamePanel = new GamePanel(session, keeper);
    this.transfer = new Transfer(session, this.board);
    this.controls = new Controls(this);
    this.status = element("p", { class: "status", role: "status" });
    this.opening = element("p", { class: "quiet opening" });
    this.hinting = new Hint(session, this.board, this.status);
    this.host = this.build();
    this.transfer.listenToDrops(this.host);
    this.controls.listenToWheel(this.board.host);
  }

  build() {
    this.top = element("div", { class: "strip-place" });
    this.bottom = element("div", { class: "strip-place" });
    const row = element("div", { class: "board-row" }, this.bar.host, this.board.host);
    this.dice = checkbox("I enter the rolls of real dice", preference("realDice"), (isOn) => {
      prefer("realDice", isOn);
      this.draw();
    });
    const table = element("div", { class: "table" }, this.top, row, this.board.buttons, this.bottom, this.dice, this.controls.host);
    this.promote = button("Make this the main line", () => this.session.promote());
    this.cut = button("Remove from here", () => this.session.cut(this.session.node));
    this.variation = element("div", { class: "row" }, this.promote, this.cut);
    this.why = button("Watch why this is bad", () => this.watch(this.session.node), { hidden: true });
    const input = moveInput(this.session, (move) => this.play(move));
    // On a phone the moves are behind this button.
    const fold = button("Moves", () => fold.setAttribute("aria-expanded", moves.classList.toggle("open")), { class: "fold", "aria-expanded": "false" });
    const moves = panel("Moves", { class: "panel moves-panel" }, fold, this.status, this.opening, this.list.host, this.why, this.variation, input);
    const options = optionsPanel(this);
    this.side = element("div", { class: "side" }, this.live.host, moves);
    this.gamePanel.host.append(this.transfer.host, options);
    const more = element("div", { class: "more" }, this.analysis.host, this.gamePanel.host);
    return element("div", { class: "play" }, element("h1", { class: "unseen" }, "Play"), table, this.side, more);
  }

  /** Shows the game of the link, or the page's own if it's the same. */
  async open() {
    const { session, keeper, signal } = this;
    const { pgn, ...values } = this.values;
    await keeper.open(values, history.state?.game ?? null).catch(async (error) => {
      showLinkProblem(error);
      await keeper.open({ game: this.values.game ?? "chess" }, null);
    });
    signal.throwIfAborted();
    if (pgn) await unpack(pgn).then((text) => this.transfer.reader.read(text, "the link")).catch(() => showLinkProblem("The game in this link cannot be read."));
    signal.throwIfAborted();
    session.addEventListener("change", () => this.draw(), { signal });
    session.addEventListener("played", ({ detail }) => this.announceMove(detail), { signal });
    keeper.addEventListener("undoable", () => this.gamePanel.draw(), { signal });
    this.draw();
    session.visit(session.node).catch(showProblem);
  }

  /** Stops everything this view has running. The game stays. */
  close() {
    for (const part of [this.opponent, this.bar, this.live, this.analysis, this.hinting, this.clocks]) part.stop();
  }

  draw() {
    const { session } = this;
    const { node, isFlipped } = session;
    this.clocks.update();
    this.board.show({
      key: node,
      game: session.game.name,
      grid: session.grid(),
      pieces: session.pieces(),
      moves: this.isPlayable() ? node.answer.moves : [],
      isPending: node.answer === null && session.isPersonsTurn(),
      drawn: drawingsOf(node),
      lastMove: node.move ? squaresOf(node.move) : [],
      check: node.check,
      line: node.outcome?.line ?? [],
      isFlipped,
      label: `${session.game.title} board, ${session.sideName()} to move`,
    });
    const [upper, lower] = isFlipped ? [0, 1] : [1, 0];
    this.top.replaceChildren(this.strips[upper].host);
    this.bottom.replaceChildren(this.strips[lower].host);
    for (const part of [...this.strips, this.list, this.controls, this.transfer, this.analysis, this.gamePanel]) part.draw();
    this.bar.update(this.live.isOn);
    this.live.update();
    this.lesson?.draw();
    this.drawStatus();
    this.drawOpening().catch(showProblem);
    this.variation.hidden = isMain(node);
    this.dice.hidden = !session.game.highest_score;
    this.why.hidden = !mistakeOf(node) || node.parent.position === null;
    this.saveLink("play", linkOf(session));
    this.opponent.update();
    this.passIfForced();
    this.roll();
  }

  /** Rolls if the position waits for it, unless a person enters the roll like a move. */
  roll() {
    const { session } = this;
    const { node } = session;
    const isWaiting = () => session.node === node && node.children.length === 0 && !session.entersRolls() && !session.tree.ending;
    const roll = isWaiting() && session.roll();
    if (roll) queueMicrotask(() => isWaiting() && session.play(roll).catch(showProblem));
  }

  /** If a person's only move is a pass, makes it and says so. */
  passIfForced() {
    const { session } = this;
    const move = session.forcedPass();
    if (!move || !this.isPlayable() || session.isPaused || session.tree.ending || session.node.children.length > 0) return;
    showNotice(`${capitalized(session.sideName())} has to pass.`);
    queueMicrotask(() => this.play(move));
  }

  drawStatus() {
    const { node, tree } = this.session;
    const end = node.outcome?.text ?? (node.answer?.claim ? `Draw: ${node.answer.claim}.` : (tree.ending?.text ?? null));
    const toDo = this.session.rolls().length > 0 ? "to roll" : `to move${node.check ? ", in check" : ""}`;
    const turn = `${capitalized(this.session.sideName())} ${toDo}.`;
    this.status.textContent = end ?? [turn, verdict(node)].filter(Boolean).join(" ");
    this.status.classList.toggle("over", end !== null);
  }

  /** Names the opening of a chess game, as far as the board shows it. */
  async drawOpening() {
    const { game, tree, node } = this.session;
    const isKnown = game.name === "chess" && tree.start === game.start && node.parent;
    const name = isKnown && (await (await import("../later/openings.js")).openingOf(pathTo(node).map(({ move }) => move.san)));
    if (this.session.node !== node) return;
    this.opening.textContent = name || "";
    this.opening.hidden = !name;
  }

  isPlayable() {
    return this.session.node.answer !== null && (this.session.isPersonsTurn() || Boolean(this.lesson?.isAsking()));
  }

  /** Begins a lesson with the mistakes of the game, replacing any earlier one. */
  async learn() {
    const { Lesson } = await import("../later/lesson.js");
    this.lesson?.end();
    this.lesson = new Lesson(this);
    await this.lesson.next();
  }

  /** Opens Watch at a mistake. */
  async watch(node) {
    const { watchMistake } = await import("../later/mistake.js");
    await watchMistake(this.session, node).catch(showProblem);
  }

  async play(move) {
    showProblem(null);
    try {
      if (!this.isPlayable()) throw new Error("It is not your turn.");
      if (this.lesson?.isAsking()) return await this.lesson.answer(move);
      this.session.isPaused = false;
      await this.session.play(move);
    } catch (error) {
      showProblem(error);
    }
  }

  /** Arrows and rings are kept with the position, as PGN has them. */
  keepDrawings(drawings) {
    setDrawings(this.session.node, drawings);
    this.session.changed();
  }

  announceMove(node) {
    announce(spokenTurn(this.session.sideName(node.parent), node.move, node.answer));
  }

  showThinking(side) {
    this.strips.forEach((strip, index) => strip.think(index === side, this.opponent.last[index]));
  }

  /** Shows the strongest strategy's best move, or the opponent's threat, as an arrow. */
  async hint(kind) {
    if (!(await this.hinting.show(kind))) this.drawStatus();
  }

  /** Handles a key that no control has used; returns true if it did something. */
  press(key) {
    return this.controls.press(key);
  }

  /** The position of this view, for the links to the other views. */
  position() {
    const { game, start } = linkOf(this.session);
    return { game, start, moves: formatMoves(this.session.place().moves) };
  }
}

/** The endgame tables' result for a position with few pieces, for the side to move. */
function verdict({ answer }) {
  if (answer?.unread_table) return `Tables: ${answer.unread_table}.`;
  if (!answer?.table) return null;
  const { result, moves } = answer.table;
  const best = answer.moves.find(({ move }) => move === moves[0]?.move);
  return `Tables: ${result}${best ? `, best ${best.san}` : ""}.`;
}

/** A field in which moves of a session are typed; `play` gets the text of a move. */
function moveInput(session, play) {
  const input = element("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": "Type a move", placeholder: "Type a move" });
  // You can type a move before the server has confirmed the one before it.
  let typed = Promise.resolve();
  const onsubmit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = "";
    if (text !== "") typed = typed.then(() => session.known()).then(() => play(text), showProblem);
  };
  return element("form", { class: "row move-input", onsubmit }, input, button("Play", null, { type: "submit" }));
}
