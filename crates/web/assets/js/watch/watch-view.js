// The view "Watch", the front page: a search on the board, a move at a time, with a sentence for each step and its tree beside it.

import { copyText, showProblem } from "../announce.js";
import { post } from "../api.js";
import { offered, playerOfLink, strategyOf } from "../catalog.js";
import { button, checkbox, element } from "../dom.js";
import { formatLink } from "../link.js";
import { formatPlayer, parsePlayer, playerName } from "../player-spec.js";
import { PositionPanel } from "../position-panel.js";
import { capitalized } from "../score.js";
import { StrategyField } from "../strategy-field.js";
import { BoardPicture } from "./board-picture.js";
import { Ending, opposite } from "./ending.js";
import { Prediction } from "./prediction.js";
import { SCENES, sceneLinks } from "./scenes.js";
import { Search } from "./search.js";
import { Telling } from "./telling.js";

/** What is known after a step. */
const LEDGER = ["Looked at", "Best so far", "Skipped"];

/** The view, from its link. */
export class WatchView {
  constructor(values, saveLink, keeper, signal) {
    this.scene = Object.hasOwn(SCENES, values.scene ?? "") ? values.scene : null;
    this.values = { ...values, ...this.shown?.values };
    Object.assign(this, { saveLink, keeper, signal });
    this.positionPanel = new PositionPanel(() => this.change(), (place) => keeper.play(place));
    this.picture = new BoardPicture(this.positionPanel.board, async (line) => (await this.positionPanel.positionAfter(line)).moves);
    this.search = new Search({
      onStep: () => this.draw(),
      onMove: () => this.save(),
      tell: (story, at) => this.say(story, at),
      pace: (story, at) => this.telling(story).pace(at),
      hold: (story, step) => this.holds(story, step),
      signal,
    });
    this.ending = new Ending(this.search, signal);
    this.prediction = new Prediction((step) => this.search.stepper.go(step));
    this.host = this.build();
  }

  /** The current scene, if it is one. */
  get shown() {
    return SCENES[this.scene];
  }

  build() {
    const { stepper, host: state } = this.search;
    this.ending.trees.append(state);
    const { board, controls } = this.positionPanel;
    this.title = element("h1", {});
    this.ledger = LEDGER.map(() => element("dd", {}));
    this.facts = element("dl", { class: "ledger" }, LEDGER.map((text, index) => [element("dt", {}, text), this.ledger[index]]));
    this.chapter = element("a", { target: "_blank", hidden: true }, "The chapter");
    this.next = element("a", { class: "button" });
    const share = button("Share", () => copyText(location.href, "Link"), { class: "small" });
    const again = button("Again", () => (stepper.go(0), stepper.playButton.focus()), { class: "small" });
    this.ending.host.append(element("div", { class: "row" }, this.next, share, again), this.ending.plot);
    const stage = element("section", { class: "stage position", "aria-label": "Board" });
    this.picture.host.replaceWith(stage);
    stage.append(element("div", { class: "board-row" }, this.picture.host), board.buttons);
    const apart = button("Take this position apart", () => this.takeApart().catch(showProblem), { class: "small" });
    const note = element("p", { class: "tree-note" }, "Each box is a position. +1.00: White is a pawn up. ≤:\u00a0at most.");
    const parts = [stepper.text, this.prediction.host, element("div", { class: "row" }, stepper.tools, this.picture.legend), stepper.slider, stepper.chooser, this.facts, this.ending.trees, note, this.ending.host];
    const story = element("section", { class: "story", "aria-label": "The search" }, this.title, parts);
    this.fields = element("div", {});
    const predict = checkbox("Let me predict what the search does", false, (isOn) => this.prediction.turn(isOn));
    this.drawer = element("details", { class: "drawer", ontoggle: () => this.fillDrawer() }, element("summary", {}, "Change the search"));
    const file = element("input", { type: "file", accept: ".jsonl,.txt,application/jsonl", hidden: true, onchange: () => this.openFile(file.files[0]).catch(showProblem) });
    const open = button("Open another program's tree", () => file.click(), { class: "small" });
    this.drawer.append(element("div", { class: "drawer-content" }, controls, this.fields, element("div", {}, predict, open, file)));
    const numbers = element("details", { class: "drawer" }, element("summary", {}, "This step in numbers"), stepper.facts, stepper.legend);
    const scenes = sceneLinks(this.scene, this.chapter);
    const more = element("div", { class: "drawers" }, element("div", { class: "row" }, apart), this.drawer, numbers);
    return element("div", { class: "watch" }, scenes, stage, story, more);
  }

  async open() {
    this.drawScene();
    const { pass, step, strategy, beside, tab } = this.values;
    await this.positionPanel.openLink(this.values);
    // A scene's searches are known.
    const known = (text) => (this.scene ? parsePlayer(text) : playerOfLink(this.positionPanel.game, text));
    const [player, other] = await Promise.all([strategy, beside].map(known));
    this.signal.throwIfAborted();
    this.beside = other;
    await this.run(player);
    this.signal.throwIfAborted();
    this.search.go({ pass, step });
    if (tab && tab !== "tree") await this.takeApart(this.values.evaluator);
  }

  /** Searches the position, without a player by the first search of its game that skips something. */
  async run(player) {
    const { game, answer } = this.positionPanel;
    this.picture.clear();
    this.ending.hide();
    this.isFile = false;
    const wanted = player ?? { strategy: game.compared[1] ?? game.compared[0], evaluator: null, limits: {} };
    // A depth that suits one game may be far too much for another.
    const hasLimits = Object.keys(wanted.limits).length > 0 && (this.search.game ?? game).name === game.name;
    const limits = hasLimits ? wanted.limits : { depth: game.is_chess ? 2 : game.usual_depth };
    this.player = { ...wanted, limits };
    this.drawScene();
    await this.search.run(game, this.positionPanel.place(), this.player);
    if (answer.outcome && answer === this.positionPanel.answer) this.search.tell(answer.outcome.text);
  }

  /** Searches the user's new position or player. */
  async change(player = this.player) {
    const { game } = this.positionPanel;
    const isOther = this.search.game?.name !== game.name;
    Object.assign(this, { scene: null, beside: null });
    await this.run(isOther ? await strategyOf(game.name, player.strategy).then(() => player, () => null) : player);
    if (isOther) await this.fillDrawer();
    this.save();
  }

  /** Shows a search from a file that any program can write. */
  async openFile(file) {
    const answer = await post("/tree/read", await file.text());
    const { game, position, program } = answer.header;
    await this.positionPanel.open({ game: game ?? "tree", start: position });
    this.picture.clear();
    this.ending.hide();
    Object.assign(this, { scene: null, player: { strategy: program ?? file.name, evaluator: null, limits: {} }, isFile: true });
    this.drawScene();
    this.search.open(this.positionPanel.game, answer);
  }

  drawScene() {
    const { question, chapter } = this.shown ?? {};
    this.host.classList.toggle("scene", this.scene !== null);
    if (this.scene === null) this.host.querySelector(".scenes [aria-current]")?.removeAttribute("aria-current");
    this.title.textContent = question ?? (this.player ? `Watch ${playerName(this.player)}` : "Watch a search");
    const next = this.scene === "chess" ? "depth" : "chess";
    this.next.textContent = SCENES[next].question;
    this.next.href = formatLink("watch", { scene: next });
    this.chapter.href = `book/${chapter}.html`;
    offered().then(({ book }) => (this.chapter.hidden = !book || !chapter), showProblem);
  }

  /** Fills the drawer once it's open, since its fields need all strategies. */
  async fillDrawer() {
    if (!this.drawer.open || !this.player) return;
    const field = new StrategyField({ label: "Strategy", game: this.positionPanel.game, player: this.player, onchange: (player) => this.change(player).catch(showProblem) });
    this.fields.replaceChildren(field.host);
    await field.ready;
  }

  close() {
    this.ending.hide();
    this.search.stop();
    this.search.stepper.pause();
    this.positionPanel.follow([]);
  }

  /** The words for a story. */
  telling(story) {
    if (this.told?.story === story) return this.told;
    const { answer, game } = this.positionPanel;
    const [first, second] = game.players;
    const isFirst = answer.side_to_move === first;
    const sides = (isFirst ? [first, second] : [second, first]).map(capitalized);
    const inWords = this.scene !== null;
    this.told = new Telling(story, { sides, number: game.is_chess ? Number(answer.position.split(" ").at(-1)) : null, isWhite: isFirst, inWords });
    const label = inWords ? (node) => this.told.sign(node) : null;
    for (const { stepper } of [this.search, this.ending.second]) Object.assign(stepper.view, { sides: inWords ? [`${sides[0]} moves`, `${sides[1]} answers`] : sides, isPlain: inWords, label });
    this.picture.explain(sides);
    return this.told;
  }

  /** The sentence for a step; while the search plays, one that stays until it rests. */
  say(story, at) {
    if (this.scene !== null && at === story.steps.length - 1) return this.shown.answer;
    return this.search.stepper.timer ? this.telling(story).brief(at) : this.telling(story).tell(at);
  }

  /** True if a step waits until it's predicted. */
  holds(story, step) {
    return this.prediction.holds(this.telling(story), step);
  }

  draw() {
    const { story, at, timer } = this.search.stepper;
    this.prediction.moved(at);
    const telling = this.telling(story);
    const { node, isLeaving } = story.steps[at];
    const line = story.line(node);
    const draw = () => this.picture.draw(story, at, isLeaving && telling.isRefuted(node)).catch(showProblem);
    // Arrows show what chess players see without moving a piece; in other games the moves are made.
    if (this.positionPanel.game.is_chess) draw();
    else this.positionPanel.follow(line, draw);
    this.facts.hidden = story.isKept;
    if (!timer) telling.ledger(at).forEach((text, index) => (this.ledger[index].textContent = text));
    const { isEnded, stepper } = this.search;
    stepper.playButton.setAttribute("aria-disabled", isEnded);
    const isOver = isEnded && !this.isFile;
    if (isOver && !this.ending.isOn) this.end().catch(showProblem);
    else if (!isOver && this.ending.isOn) this.ending.hide();
  }

  async end() {
    this.ending.isOn = true;
    const player = this.beside ?? (await opposite(this.positionPanel.game, this.player));
    if (this.search.isOver) await this.ending.show(player, this.shown);
  }

  /** Shows where the score of the step comes from: the position at the end of its line. */
  async takeApart(evaluator = this.search.report?.evaluator) {
    const { openApart } = await import("../apart/dialog.js");
    const { story, at } = this.search.stepper;
    this.search.stepper.pause();
    const { node, isLeaving } = story?.steps[at] ?? {};
    const line = story?.bestLine(node, at).map(({ move }) => move) ?? [];
    // A file doesn't say with which evaluator its scores were found.
    const { score, bound } = (isLeaving && !story.isKept && evaluator && story.nodes[node]) || {};
    await openApart({ ...this.positionPanel.scored(), line, score, isBound: Boolean(bound), evaluator });
  }

  save() {
    // A file has no address.
    if (this.isFile) return;
    const place = { ...this.positionPanel.link(), strategy: formatPlayer(this.player), beside: this.beside && formatPlayer(this.beside) };
    this.saveLink("watch", { ...(this.scene ? { scene: this.scene } : place), ...this.search.shown() });
  }

  /** Handles a key that no control has used; returns true if it did something. */
  press(key) {
    return this.search.stepper.press(key);
  }

  /** The position of this view, for the links to the other views. */
  position() {
    return this.positionPanel.link();
  }
}
