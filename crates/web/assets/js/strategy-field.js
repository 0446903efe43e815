// Choosing a strategy with its evaluator and limit.

import { evaluators, strategies } from "./catalog.js";
import { element, field, select } from "./dom.js";

const KINDS = [["depth", "Depth"], ["nodes", "Nodes"], ["time_ms", "ms"]];
const USUAL = { depth: 4, nodes: 100000, time_ms: 1000 };
const LARGEST = { depth: 100, nodes: 1e9, time_ms: 600000 };
const PERSON = "";

/** Controls for one player. `onchange` gets the player, or null for a person. */
export class StrategyField {
  constructor({ label, game, player, mayBePerson = false, hasLimit = true, onchange }) {
    Object.assign(this, { label, game, player, mayBePerson, hasLimit, onchange });
    this.host = element("fieldset", { class: "strategy" }, element("legend", {}, label));
    this.ready = this.load();
  }

  async load() {
    [this.known, this.evaluators] = await Promise.all([strategies(this.game.name), evaluators(this.game.name)]);
    this.draw();
  }

  draw() {
    const focused = document.activeElement?.closest?.("[data-part]")?.dataset.part;
    const hadFocus = this.host.contains(document.activeElement);
    this.host.replaceChildren(this.host.firstElementChild, this.strategySelect(), ...(this.player ? this.settings() : []));
    if (hadFocus) this.host.querySelector(`[data-part="${focused}"]`)?.focus();
  }

  strategySelect() {
    const names = this.known.map(({ name }) => [name, name]);
    const choices = this.mayBePerson ? [[PERSON, "You"], ...names] : names;
    const chosen = this.player?.strategy ?? PERSON;
    const list = select(choices, chosen, (name) => this.choose(name), { "aria-label": `${this.label}: player`, "data-part": "strategy" });
    list.title = this.known.find(({ name }) => name === chosen)?.description ?? "";
    return list;
  }

  /** A new strategy gets a limit that suits it: time if it deepens, else a depth. */
  choose(name) {
    const strategy = this.known.find((known) => known.name === name);
    this.change(strategy ? { strategy: name, evaluator: null, limits: this.hasLimit ? usualLimits(strategy, this.game) : {} } : null);
  }

  settings() {
    const { limits, evaluator } = this.player;
    const kind = Object.keys(limits)[0] ?? "depth";
    const label = (text) => `${this.label}: ${text}`;
    const kinds = select(KINDS, kind, (chosen) => this.limit(chosen, USUAL[chosen]), { "aria-label": label("limit"), "data-part": "kind" });
    const amount = element("input", {
      type: "number",
      min: 1,
      max: LARGEST[kind],
      value: limits[kind] ?? this.game.usual_depth,
      "aria-label": label(KINDS.find(([name]) => name === kind)[1]),
      "data-part": "amount",
      onchange: (event) => this.limit(kind, clamped(event.target.value, kind)),
    });
    const known = this.evaluators.names.map((name) => [name, name]);
    const usual = this.known.find(({ name }) => name === this.player.strategy)?.preset?.evaluator ?? this.evaluators.usual;
    const judge = select(known, evaluator ?? usual, (chosen) => this.change({ ...this.player, evaluator: chosen }), {
      "aria-label": label("evaluator"),
      "data-part": "evaluator",
    });
    const limit = this.hasLimit ? element("div", { class: "limit" }, kinds, amount) : null;
    return [limit, field("Evaluator", judge, { class: "field evaluator" })].filter(Boolean);
  }

  limit(kind, amount) {
    this.change({ ...this.player, limits: { [kind]: amount } });
  }

  change(player) {
    this.player = player;
    this.draw();
    this.onchange(player);
  }
}

/** The limits that a strategy gets unless the user chooses others. */
export function usualLimits(strategy, game) {
  if (strategy.preset?.depth) return { depth: strategy.preset.depth };
  return strategy.deepens ? { time_ms: 1000 } : { depth: game.usual_depth };
}

function clamped(text, kind) {
  const number = Math.round(Number(text));
  return Number.isFinite(number) && number >= 1 ? Math.min(number, LARGEST[kind]) : USUAL[kind];
}
