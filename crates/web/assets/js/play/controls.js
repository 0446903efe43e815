// The buttons under the board, and their keys.

import { button, element, iconButton, iconLink, openDialog } from "../dom.js";
import { lastOf } from "../game/move-tree.js";

/** Moves through the game, and the keys for it. */
const ACTIONS = [
  { name: "First position", icon: "first", keys: ["ArrowUp", "Home"], run: ({ session }) => session.visit(session.tree.root), isPossible: ({ session }) => session.node.parent },
  { name: "Previous move", icon: "previous", keys: ["ArrowLeft"], run: ({ session }) => session.visit(session.node.parent), isPossible: ({ session }) => session.node.parent },
  { name: "Next move", icon: "next", keys: ["ArrowRight"], run: ({ session }) => session.visit(session.node.children[0]), isPossible: ({ session }) => session.node.children.length > 0 },
  { name: "Last position", icon: "last", keys: ["ArrowDown", "End"], run: ({ session }) => session.visit(lastOf(session.node)), isPossible: ({ session }) => session.node.children.length > 0 },
  { name: "Flip the board", icon: "flip", keys: ["f"], run: ({ session }) => session.set({ isFlipped: !session.isFlipped }), isPossible: () => true },
  { name: "Take back", icon: "undo", keys: ["u"], run: ({ session }) => session.takeBack(), isPossible: ({ session }) => session.node.parent },
  { name: "Hint", icon: "hint", keys: ["h"], run: (view) => view.hint("best"), isPossible: ({ session }) => !session.node.outcome },
  { name: "Threat", icon: "threat", keys: ["x"], run: (view) => view.hint("threat"), isPossible: ({ session }) => session.game.is_chess && !session.node.outcome },
];

/** Other keys and gestures, with what they do. */
const OTHERS = [
  ["Wheel", "On the board: the previous or the next move"],
  ["Ctrl+Z", "Undo what was taken back, removed or replaced; Ctrl+Shift+Z or Ctrl+Y does it again"],
  ["l", "Live analysis on and off"],
  ["?", "These keys"],
  ["Arrows, Enter", "On the board: go from square to square, pick up and put down"],
  ["Right button", "Draw arrows and rings on the board, with Shift and Alt in other colors, or open a move of the list; so does a long press"],
];

/** A notch of a wheel has at least this many pixels, and a line about that many. */
const [NOTCH, LINE] = [60, 33];

/** The row of buttons of a view with a `session`. */
export class Controls {
  constructor(view) {
    this.view = view;
    this.buttons = ACTIONS.map((action) => {
      const name = `${action.name} (${keyName(action.keys[0])})`;
      return iconButton(action.icon, name, () => this.run(action), { "data-action": action.icon });
    });
    this.pause = iconButton("pause", "Pause", () => view.session.set({ isPaused: !view.session.isPaused }), { "data-action": "pause" });
    this.host = element("div", { class: "controls", role: "toolbar", "aria-label": "Game" }, this.buttons, this.pause);
  }

  run(action) {
    if (action.isPossible(this.view)) action.run(this.view);
  }

  /** Enables the buttons that make sense now. */
  draw() {
    ACTIONS.forEach((action, index) => this.buttons[index].setAttribute("aria-disabled", !action.isPossible(this.view)));
    const { isPaused, players } = this.view.session;
    this.pause.hidden = players.every((player) => player === null);
    const name = isPaused ? "Let the strategies play" : "Pause the strategies";
    this.pause.setAttribute("aria-label", name);
    this.pause.title = name;
    this.pause.querySelector("use").setAttribute("href", iconLink(isPaused ? "play" : "pause"));
  }

  /** Runs the action of a key; returns true if there is one. */
  press(key) {
    const other = { l: () => this.view.live.toggle(), "?": openKeys }[key];
    other?.();
    const action = ACTIONS.find(({ keys }) => keys.includes(key));
    if (action) this.run(action);
    return Boolean(action ?? other);
  }

  /** The wheel over the board steps through the game, a move for each notch; a touchpad turns it in small parts. */
  listenToWheel(place) {
    let turned = 0;
    place.addEventListener("wheel", (event) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
      if (Math.abs(turned) < NOTCH) return;
      this.press(turned > 0 ? "ArrowRight" : "ArrowLeft");
      turned = 0;
    });
  }
}

/** Opens the list of all keys. */
export function openKeys() {
  const all = [...ACTIONS.map(({ name, keys }) => [keys.map(keyName).join(" "), name]), ...OTHERS];
  const rows = all.map(([key, text]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, text)]);
  const close = button("Close", () => dialog.close());
  const dialog = openDialog("Keys", { class: "keys" }, element("h2", {}, "Keys"), element("dl", {}, rows), element("div", { class: "row" }, close));
}

const keyName = (key) => ({ ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" })[key] ?? key;
