// What both elements have: a shadow tree with the package's style sheet, which no policy forbids, and a voice for screen readers.

import { element } from "./page/dom.js";
import { style } from "./page/style.js";

let sheet = null;

/** The base of both elements. Servers have no elements, and may import their classes. */
export class Embedded extends (globalThis.HTMLElement ?? Object) {
  constructor() {
    super();
    // Markup from a server has a shadow tree, which stays until there is something to show.
    this.root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    this.voice = element("div", { class: "unseen", role: "status", "aria-live": "polite" });
    this.problem = element("p", { class: "problem", role: "alert", hidden: true });
  }

  /** Replaces the shadow tree. */
  fill(...parts) {
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(style);
    this.root.adoptedStyleSheets = [sheet];
    this.root.replaceChildren(...parts, this.problem, this.voice);
  }

  /** Reads a text aloud. Screen readers don't repeat one, so an invisible mark makes it a new one. */
  say(text) {
    this.voice.textContent = this.voice.textContent === text ? `${text}\u00a0` : text;
  }

  /** Shows an error and reports it as an event, or takes it away. */
  tell(error) {
    this.problem.hidden = error === null;
    this.problem.textContent = error?.message ?? "";
    if (error) this.dispatchEvent(new CustomEvent("problem", { detail: error }));
  }
}

/** Properties that are attributes, by their names: text, or switches. */
export function reflect(type, texts, switches = []) {
  const define = (name, get, set) => Object.defineProperty(type.prototype, name, { get, set, enumerable: true, configurable: true });
  for (const name of texts) {
    define(
      name,
      function () { return this.getAttribute(name); },
      function (value) { if (value === null || value === undefined) this.removeAttribute(name); else this.setAttribute(name, value); },
    );
  }
  for (const name of switches) {
    define(
      name,
      function () { return this.hasAttribute(name); },
      function (value) { this.toggleAttribute(name, Boolean(value)); },
    );
  }
}
