// The view "Watch", the front page: a search plays on the board, slowed down, with a sentence for each step and its tree beside it.

import { copyText, showProblem } from "../announce.js";
import { post } from "../api.js";
import { hasBook, strategyOf } from "../catalog.js";
import { button, checkbox, choice, element } from "../dom.js";
import { formatLink } from "../link.js";
import { formatPlayer, parsePlayer, playerName } from "../player-spec.js";
import { PositionPanel } from "../position-panel.js";
import { mayAnimate } from "../preferences.js";
import { capitalized } from "../score.js";
import { StrategyField } from "../strategy-field.js";
import { BoardPicture } from "./board-picture.js";
import { Ending, opposite } from "./ending.js";
import { Prediction } from "./prediction.js";
import { SCENES } from "./scenes.js";
import { Search } from "./search.js";
import { Telling } from "./telling.js";
import { WindowBar } from "./window-bar.js";

const FIRST = "cut";
/** A factor for how long a step stays. */
const SPEEDS = [["2.5", "Slow"], ["1", "Normal"], ["0.3", "Fast"]];
/** What is known after a step, with its color on the board. */
const LEDGER = [["blue", "Looked at"], ["green", "Best so far"], ["ghost", "Skipped"]];

/** The view, from its link. */
export class WatchView {
  constructor(values, saveLink, keeper) {
    const hasPlace = values.strategy || values.start || values.moves || values.tab || (values.game && values.game !== "chess");
    this.scene = values.scene in SCENES ? values.scene : hasPlace ? null : FIRST;
    this.values = { ...values, ...SCENES[this.scene]?.values };
    Object.assign(this, { saveLink, keeper, speed: 1, beside: parsePlayer(this.values.beside) });
    this.positionPanel = new PositionPanel(() => this.change(), (place) => keeper.play(place));
    this.bar = new WindowBar();
    this.picture = new BoardPicture(this.positionPanel.board, async (line) => (await this.positionPanel.positionAfter(line)).moves);
    this.search = new Search({
      onStep: () => this.draw(),
      onMove: () => this.save(),
      tell: (story, at) => this.telling(story).tell(at),
      pace: (story, at) => this.speed * this.telling(story).pace(at),
      hold: (story, step) => this.holds(story, step),
    });
    this.ending = new Ending(this.search);
    this.prediction = new Prediction((step) => this.goOn(step));
    this.host = this.build();
  }

  build() {
    const { stepper, host: state } = this.search;
    this.ending.trees.append(state);
    const { board, controls } = this.positionPanel;
    const scene = ([name, { name: text }]) => element("a", { href: formatLink("watch", { scene: name }), "data-scene": name }, text);
    this.scenes = Object.entries(SCENES).map(scene);
    this.title = element("h1", {});
    this.ledger = LEDGER.map(() => element("dd", {}));
    const ledger = LEDGER.flatMap(([color, text], index) => [element("dt", {}, element("span", { class: `swatch arrow-${color}` }), text), this.ledger[index]]);
    this.facts = element("dl", { class: "ledger" }, ledger);
    this.answer = element("p", { class: "answer" });
    this.chapter = element("a", { target: "_blank", hidden: true }, "The chapter");
    this.next = element("a", {});
    const share = button("Share", () => copyText(location.href, "Link"), { class: "primary" });
    this.ending.host.prepend(this.answer);
    this.ending.host.append(element("div", { class: "row" }, share, this.next), this.ending.plot);
    const stage = element("section", { class: "stage position", "aria-label": "Board" });
    this.picture.host.replaceWith(stage);
    stage.append(element("div", { class: "board-row" }, this.bar.host, this.picture.host), board.buttons);
    const apart = button("Take this position apart", () => this.takeApart().catch(showProblem), { class: "small" });
    const parts = [stepper.text, this.prediction.host, stepper.tools, stepper.slider, stepper.chooser, this.facts, this.ending.trees, this.ending.host];
    const story = element("section", { class: "story", "aria-label": "The search" }, this.title, parts);
    this.fields = element("div", {});
    const speed = choice("Speed", SPEEDS, "1", (value) => (this.speed = Number(value)));
    const predict = checkbox("Let me predict what the search does", false, (isOn) => this.prediction.turn(isOn));
    this.drawer = element("details", { class: "drawer", ontoggle: () => this.fillDrawer() }, element("summary", {}, "Change the search"));
    const file = element("input", { type: "file", accept: ".jsonl,.txt,application/jsonl", hidden: true, onchange: () => this.openFile(file.files[0]).catch(showProblem) });
    const open = button("Open another program's tree", () => file.click(), { class: "small" });
    this.drawer.append(element("div", { class: "drawer-content" }, controls, this.fields, element("div", {}, speed, predict, open, file)));
    const numbers = element("details", { class: "drawer" }, element("summary", {}, "This step in numbers"), stepper.facts, stepper.legend);
    const scenes = element("nav", { class: "scenes", "aria-label": "Scenes" }, this.scenes, this.chapter);
    const more = element("div", { class: "drawers" }, element("div", { class: "row" }, apart), this.drawer, numbers);
    return element("div", { class: "watch" }, scenes, stage, story, more);
  }

  async open() {
    this.drawScene();
    await this.positionPanel.open(this.values).catch((error) => {
      showProblem(error);
      this.scene = FIRST;
      this.values = SCENES[FIRST].values;
      return this.positionPanel.open(this.values);
    });
    const { pass, step, strategy, tab } = this.values;
    await this.run(parsePlayer(strategy));
    if (this.isClosed) return;
    this.search.go({ pass, step });
    if (!step && mayAnimate() && this.search.hasTree) this.search.stepper.playOrPause();
    if (tab && tab !== "tree") await this.takeApart(this.values.evaluator);
  }

  /** Searches the position. A depth that suits one game may be far too much for another. */
  async run(player) {
    const { game } = this.positionPanel;
    this.picture.clear();
    this.ending.hide();
    this.isFile = false;
    const isKnown = this.scene || (player && (await strategyOf(game.name, player.strategy).then(() => true, () => false)));
    if (this.isClosed) return;
    const wanted = isKnown ? player : { strategy: "alpha-beta", evaluator: null, limits: {} };
    const hasLimits = Object.keys(wanted.limits).length > 0 && (this.search.game ?? game).name === game.name;
    const limits = hasLimits ? wanted.limits : { depth: game.is_chess ? 2 : game.usual_depth };
    this.player = { ...wanted, limits };
    this.drawScene();
    await this.search.run(game, this.positionPanel.place(), this.player);
  }

  /** Searches the user's new position or player. */
  async change(player = this.player) {
    const isOther = this.search.game?.name !== this.positionPanel.game.name;
    Object.assign(this, { scene: null, beside: null });
    await this.run(player);
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
    const { question, answer, chapter } = SCENES[this.scene] ?? {};
    this.scenes.forEach((link) => link.toggleAttribute("aria-current", link.dataset.scene === this.scene));
    this.title.textContent = question ?? (this.player ? `Watch ${playerName(this.player)}` : "Watch a search");
    this.answer.textContent = answer ?? "";
    const names = Object.keys(SCENES);
    const next = names[(names.indexOf(this.scene) + 1) % names.length];
    this.next.textContent = SCENES[next].question;
    this.next.href = formatLink("watch", { scene: next });
    this.chapter.href = `book/${chapter}.html`;
    hasBook().then((has) => (this.chapter.hidden = !has || !chapter), showProblem);
  }

  /** Fills the drawer once it's open, since its fields need all strategies. */
  async fillDrawer() {
    if (!this.drawer.open || !this.player) return;
    const field = new StrategyField({ label: "Strategy", game: this.positionPanel.game, player: this.player, onchange: (player) => this.change(player).catch(showProblem) });
    this.fields.replaceChildren(field.host);
    await field.ready;
  }

  close() {
    this.isClosed = true;
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
    this.told = new Telling(story, { sides, number: game.is_chess ? Number(answer.position.split(" ").at(-1)) : null, isWhite: isFirst });
    this.bar.measure(story, sides);
    return this.told;
  }

  /** True if a step waits until it's predicted. */
  holds(story, step) {
    const isHeld = this.prediction.holds(this.telling(story), step);
    if (isHeld) this.wasPlaying ||= Boolean(this.search.stepper.timer);
    return isHeld;
  }

  /** Continues after a prediction, and resumes playing if it played before. */
  goOn(step) {
    const { stepper } = this.search;
    stepper.go(step);
    if (this.wasPlaying) stepper.playOrPause();
    this.wasPlaying = false;
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
    // The end of a line has no window: what matters is what its score does to the node above.
    const shown = story.children[node].length > 0 || line.length === 0 ? node : story.nodes[node].parent;
    this.bar.draw(story, shown, at);
    [this.bar.host, this.facts].forEach((part) => (part.hidden = story.isKept));
    telling.ledger(at).forEach((text, index) => (this.ledger[index].textContent = text));
    const isOver = this.search.isOver && !story.isKept && !this.isFile;
    if (isOver && !this.ending.isOn) this.end(Boolean(timer)).catch(showProblem);
    else if (!isOver && this.ending.isOn) this.ending.hide();
  }

  async end(isPlaying) {
    const player = this.beside ?? (await opposite(this.positionPanel.game, this.player));
    if (this.search.isOver) await this.ending.show(player, SCENES[this.scene], isPlaying && mayAnimate());
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
