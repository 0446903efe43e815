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
    this.change(strategy ? { strategy: name, evaluator: null, elo: null, limits: this.hasLimit ? usualLimits(strategy, this.game) : {} } : null);
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
    const { evaluator: usual, elo: range } = this.known.find(({ name }) => name === this.player.strategy) ?? { evaluator: this.evaluators.usual };
    const names = this.evaluators.names.includes(usual) ? this.evaluators.names : [usual, ...this.evaluators.names];
    const judge = select(names.map((name) => [name, name]), evaluator ?? usual, (chosen) => this.change({ ...this.player, evaluator: chosen === usual ? null : chosen }), {
      "aria-label": label("evaluator"),
      "data-part": "evaluator",
    });
    const limit = this.hasLimit ? element("div", { class: "limit" }, kinds, amount) : null;
    const strength = this.mayBePerson && range ? this.strength(range) : null;
    return [strength, limit, field("Evaluator", judge, { class: "field evaluator" })].filter(Boolean);
  }

  /** Choosing the full strength or a level. */
  strength({ lowest, highest, levels }) {
    const { elo } = this.player;
    const elos = Array.from({ length: levels }, (_, index) => Math.round(lowest + ((highest - lowest) * index) / (levels - 1)));
    const choices = [["", "Full strength"], ...elos.map((value, index) => [String(value), `Level ${index + 1}, Elo ${value}`])];
    if (elo && !elos.includes(elo)) choices.push([String(elo), `Elo ${elo}`]);
    return select(choices, String(elo ?? ""), (chosen) => this.change({ ...this.player, elo: Number(chosen) || null }), {
      "aria-label": `${this.label}: strength`,
      "data-part": "strength",
    });
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
