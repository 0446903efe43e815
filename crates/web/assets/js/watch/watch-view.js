// The view "Watch": a search plays on the board, slowed down, with a sentence for each step and its tree beside it.

import { showProblem } from "../announce.js";
import { checkbox, choice, element, panel } from "../dom.js";
import { sideName } from "../game/spoken.js";
import { TreePanel } from "../inside/tree-panel.js";
import { formatPlayer, parsePlayer } from "../player-spec.js";
import { PositionPanel } from "../position-panel.js";
import { mayAnimate } from "../preferences.js";
import { counted, grouped } from "../score.js";
import { Beside } from "./beside.js";
import { BoardPicture } from "./board-picture.js";
import { Prediction } from "./prediction.js";
import { Telling } from "./telling.js";
import { WindowBar } from "./window-bar.js";

/** Few moves, and most of them lose to the same answer, which everybody sees: the rook mates on the back rank. */
const EXAMPLE = { game: "chess", start: "4r1k1/5ppp/8/3p4/3Q4/8/5PPP/6K1 w - - 0 1", strategy: "alpha-beta:depth=2" };
/** How many times as long as usual a step stays. */
const SPEEDS = [["2.5", "Slow"], ["1", "Normal"], ["0.3", "Fast"]];

/** The view, from its link. */
export class WatchView {
  constructor(values, saveLink, keeper) {
    const hasPlace = values.strategy || values.start || values.moves || (values.game && values.game !== "chess");
    this.values = hasPlace ? values : { ...values, ...EXAMPLE };
    this.saveLink = saveLink;
    this.speed = 1;
    this.positionPanel = new PositionPanel(() => this.changePosition(), (place) => keeper.play(place));
    this.bar = new WindowBar();
    this.picture = new BoardPicture(this.positionPanel.board, async (line) => (await this.positionPanel.positionAfter(line)).moves);
    this.tree = new TreePanel({
      onNode: () => this.draw(),
      onChange: () => this.save(),
      tell: (story, at) => this.telling(story).tell(at),
      pace: (story, at) => this.speed * this.telling(story).pace(at),
      hold: (story, step) => this.holds(story, step),
    });
    this.beside = new Beside(this.tree, () => this.save());
    this.prediction = new Prediction((step) => this.goOn(step));
    this.host = this.build();
  }

  build() {
    const { stepper } = this.tree;
    const { host: position } = this.positionPanel;
    const place = element("div", { class: "board-row" });
    this.picture.host.replaceWith(place);
    place.append(this.bar.host, this.picture.host);
    this.counts = element("p", { class: "counts-told" });
    this.meter = element("div", { class: "meter", "aria-hidden": "true" }, element("span", { class: "visited" }));
    const speed = choice("Speed", SPEEDS, "1", (value) => (this.speed = Number(value)));
    const legend = element("p", { class: "quiet keys-told" }, LEGEND.map(([color, text]) => element("span", {}, element("span", { class: `swatch arrow-${color}` }), text)));
    place.after(element("div", { class: "told" }, stepper.text, stepper.tools, this.prediction.host, this.counts, this.meter));
    const predict = checkbox("Let me predict what the search does", false, (isOn) => this.prediction.turn(isOn));
    this.hasSecond = checkbox("A second tree beside it", Boolean(this.values.beside), (isOn) => this.showSecond(isOn));
    const side = panel("The search", { class: "panel watch-side" }, speed, predict, this.hasSecond, legend, this.tree.host);
    return element("div", { class: "watch" }, element("h1", { class: "unseen" }, "Watch a search"), position, side, this.beside.host);
  }

  async open() {
    await this.positionPanel.open(this.values).catch((error) => {
      showProblem(error);
      return this.positionPanel.open(EXAMPLE);
    });
    await this.prepare(parsePlayer(this.values.strategy), Number(this.values.nodes) || null);
    await this.tree.search();
    const { pass, step, beside } = this.values;
    this.tree.go({ pass, step });
    if (beside) await this.showSecond(true, parsePlayer(beside));
    if (!step && mayAnimate() && this.tree.hasTree) this.tree.stepper.playOrPause();
  }

  async prepare(player, nodes) {
    const { game } = this.positionPanel;
    const usual = { strategy: "alpha-beta", evaluator: null, limits: { depth: game.is_chess ? 2 : game.usual_depth } };
    await this.tree.open(game, this.positionPanel.place(), player ?? usual, nodes);
  }

  async changePosition() {
    this.tree.clear();
    this.picture.clear();
    await this.prepare(this.tree.player, this.tree.nodes);
    await this.tree.search();
    if (this.beside.isOn) await this.beside.search();
  }

  /** Shows a second tree beside the first one, or takes it away. */
  async showSecond(isOn, player = null) {
    this.beside.turn(isOn);
    if (isOn) await this.beside.search(player).catch(showProblem);
    this.save();
  }

  close() {
    this.tree.stop();
    this.tree.stepper.pause();
    this.positionPanel.follow([]);
  }

  /** The words for a story. */
  telling(story) {
    if (this.told?.story === story) return this.told;
    const { answer, game } = this.positionPanel;
    const [first, second] = game.players;
    const isFirst = answer.side_to_move === first;
    const sides = (isFirst ? [first, second] : [second, first]).map(sideName);
    this.told = new Telling(story, { sides, number: game.is_chess ? Number(answer.position.split(" ").at(-1)) : null, isWhite: isFirst });
    this.bar.measure(story);
    return this.told;
  }

  /** Whether a step waits until it is predicted. */
  holds(story, step) {
    const isHeld = this.prediction.holds(this.telling(story), step);
    if (isHeld) this.wasPlaying ||= Boolean(this.tree.stepper.timer);
    return isHeld;
  }

  /** Goes on to a step that was predicted, and plays on if it played before. */
  goOn(step) {
    const { stepper } = this.tree;
    stepper.go(step);
    if (this.wasPlaying) stepper.playOrPause();
    this.wasPlaying = false;
  }

  draw() {
    const { story, at } = this.tree.stepper;
    this.prediction.moved(at);
    const telling = this.telling(story);
    const { node, isLeaving } = story.steps[at];
    const line = story.line(node);
    const draw = () => this.picture.draw(story, at, isLeaving && telling.isRefuted(node)).catch(showProblem);
    // Arrows say what chess players see without moving a piece; in other games the moves are made.
    if (this.positionPanel.game.is_chess) draw();
    else this.positionPanel.follow(line, draw);
    // The end of a line has no window of its own to look at: what its score does to the one above is the point.
    const shown = story.children[node].length > 0 || line.length === 0 ? node : story.nodes[node].parent;
    this.bar.draw(story, shown, at, telling.sides[0]);
    this.bar.host.hidden = story.isKept;
    this.count(story, at);
    this.beside.lead(0);
  }

  count(story, at) {
    const [visited, all] = [story.visited(at), story.minimaxNodes(at)];
    this.counts.hidden = story.isKept;
    this.counts.textContent = `${counted(visited, "node")} visited${all === undefined ? "" : `; minimax would have visited ${grouped(all)}`}.`;
    this.meter.hidden = all === undefined;
    this.meter.style.setProperty("--all", all / story.nodes[0].whole);
    this.meter.style.setProperty("--visited", visited / story.nodes[0].whole);
  }

  save() {
    const beside = this.beside.isOn ? formatPlayer(this.beside.second.player) : null;
    this.saveLink("watch", { ...this.positionPanel.link(), strategy: formatPlayer(this.tree.player), nodes: this.tree.nodes, beside, ...this.tree.shown() });
  }

  /** A key that no control has used; whether it did something. */
  press(key) {
    return this.tree.stepper.press(key);
  }

  /** The position of this view, for the links to the other views. */
  position() {
    return this.positionPanel.link();
  }
}

const LEGEND = [["blue", "looked at now"], ["green", "best so far"], ["red", "refutes it"], ["ghost", "✂ cut off"]];
