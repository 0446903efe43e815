// Choosing a strategy with its evaluator, settings and limit. A strategy is chosen by name, or written as its parts.

import { evaluators, offered, strategies, strategyOf, strategyWith } from "./catalog.js";
import { chapterOf } from "./chapters.js";
import { checkbox, element, field, select } from "./dom.js";
import { parsePlayer, usualPlayer } from "./player-spec.js";
import { capitalized } from "./score.js";

const KINDS = [["depth", "Depth"], ["nodes", "Nodes"], ["time_ms", "ms"]];
const USUAL = { depth: 4, nodes: 100000, time_ms: 1000 };
const LARGEST = { depth: 100, nodes: 1e9, time_ms: 600000 };
/** No strategy's name has this sign. */
const WRITTEN = "+";

/** Controls for one player; an opponent may have a strength. `onchange` gets the player. */
export class StrategyField {
  constructor({ label, game, player, hasStrength = false, hasLimit = true, onchange }) {
    Object.assign(this, { label, game, player, hasStrength, hasLimit, onchange, pending: Promise.resolve() });
    this.host = element("fieldset", { class: "strategy" }, element("legend", { class: "unseen" }, label));
    this.ready = this.load();
  }

  async load() {
    [this.known, this.evaluators, { book: this.hasBook }] = await Promise.all([strategies(this.game.name), evaluators(this.game.name), offered()]);
    this.chosen = await strategyOf(this.game.name, this.player.strategy).catch(() => null);
    this.draw();
  }

  /** The list: four presets from the simplest search to the strongest, the other searches, and other programs, whose authors chose a depth. */
  choices() {
    const { compared, default_strategy: usual } = this.game;
    const longest = compared.reduce((best, text) => (text.split("+").length > best.split("+").length ? text : best));
    const presets = [...new Set([...compared.slice(0, 2), longest, usual])];
    const others = this.known.filter(({ depth }) => depth).map(({ name }) => name);
    const searches = this.known.filter(({ name, depth, parts_of: { text, words } }) => !depth && words.length === 0 && !presets.includes(text) && !presets.includes(name));
    return [["Presets", presets], ["Searches", searches.map(({ name }) => name)], ["Other programs", others]].filter(([, names]) => names.length > 0);
  }

  /** The chosen one of the list: the strategy, or the search to which its parts are added. */
  listed() {
    const { name, parts_of: { text, search } } = this.chosen ?? { parts_of: {} };
    const names = this.choices().flatMap(([, listed]) => listed);
    return (!this.isWritten && [name, text, search].find((known) => names.includes(known))) || WRITTEN;
  }

  draw() {
    const focused = document.activeElement?.closest?.("[data-part]")?.dataset.part;
    const hadFocus = this.host.contains(document.activeElement);
    this.host.replaceChildren(this.host.firstElementChild, this.strategySelect(), ...this.composition(), ...this.explanation(), ...this.settings());
    if (hadFocus) this.host.querySelector(`[data-part="${focused}"]`)?.focus();
  }

  strategySelect() {
    const choices = [...this.choices().map(([group, names]) => [group, names.map((name) => [name, name])]), [WRITTEN, "Write its parts …"]];
    return field(this.label, select(choices, this.listed(), (name) => this.choose(name), { "aria-label": `${this.label}: player`, "data-part": "strategy" }));
  }

  /** The strategy's description, with the book's chapter that explains it. */
  explanation() {
    if (!this.chosen) return [];
    const { description } = this.chosen;
    const [file, idea] = (this.hasBook && chapterOf(this.chosen)) || [];
    const link = file && element("a", { href: `book/${file}.html`, target: "_blank" }, `The book: ${idea}`);
    return [element("p", { class: "quiet explanation" }, `${capitalized(description)}. `, link)];
  }

  choose(name) {
    this.isWritten = name === WRITTEN;
    const usual = usualPlayer(this.game);
    if (!this.isWritten) return this.take(this.hasStrength && name === usual.strategy ? usual : parsePlayer(name));
    return this.takeText(this.chosen?.parts_of.text ?? this.player.strategy);
  }

  /** Selects another strategy, with a suitable limit: time if it deepens, otherwise a depth. */
  async take(player) {
    this.chosen = await strategyOf(this.game.name, player.strategy);
    this.change({ ...player, limits: this.hasLimit ? this.fitting(player) : {} });
  }

  /** The limits of a player: a weak one has none, and others always have one. */
  fitting({ elo, limits }) {
    if (elo) return {};
    return Object.keys(limits).length === 0 ? usualLimits(this.chosen, this.game) : limits;
  }

  /** Selects a typed strategy, or shows what's wrong with it. */
  async takeText(text) {
    try {
      await this.take(parsePlayer(text) ?? usualPlayer(this.game));
    } catch (error) {
      this.problem = error.message;
      this.typed = text;
      this.draw();
    }
  }

  /** The field for a strategy written as its parts, with the parts you can add. */
  composition() {
    const id = `composition-${this.label.replaceAll(" ", "-")}`;
    const note = this.problem && element("p", { class: "field-problem", role: "alert", id }, this.problem);
    if (this.listed() !== WRITTEN) return [note].filter(Boolean);
    const input = element("input", {
      type: "text",
      value: this.typed ?? this.player.strategy,
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": `${this.label}: composition`,
      "aria-invalid": this.problem ? "true" : null,
      "aria-describedby": this.problem ? id : null,
      "data-part": "composition",
      onchange: (event) => this.takeText(event.target.value),
    });
    return [input, note].filter(Boolean);
  }

  /** The parts of the strategy as switches, and the settings that it declares. */
  declared() {
    if (!this.chosen) return null;
    const { parts, settings, parts_of: { words } } = this.chosen;
    const declared = settings.map((setting) => setting.name);
    const named = [...new Set([...parts, ...words.map(({ name }) => name)])].filter((name) => !declared.includes(name));
    if (named.length + settings.length === 0) return null;
    const part = (setting) => {
      const values = words.filter(({ name }) => name === setting.name).map(({ value }) => value);
      return this.setting(setting, values, (chosen) => this.set(setting.name, chosen));
    };
    const switches = element("div", { class: "parts" }, named.map((name) => part({ name, kind: "switch" })));
    const ontoggle = (event) => (this.isOpen = event.target.open);
    return element("details", { class: "declared", open: Boolean(this.isOpen), ontoggle }, element("summary", {}, "Parts and settings"), switches, settings.map(part));
  }

  setting({ name, kind, usual, range, is_whole: isWhole, words }, values, set) {
    const part = { "aria-label": `${this.label}: ${name}`, "data-part": `setting-${name}` };
    const one = (value) => set(value === usual || value === "" ? [] : [value]);
    if (kind === "switch") return checkbox(name, values.length > 0, (isOn) => set(isOn ? [""] : []));
    if (kind === "choice") return field(name, select(words.map((word) => [word, word]), values[0] ?? usual, one, part));
    if (kind === "number") {
      const [min, max] = range;
      const value = values[0] ?? usual;
      return field(name, element("input", { type: "number", min, max, step: isWhole ? 1 : "any", value, onchange: (event) => one(event.target.value), ...part }));
    }
    const toggle = (word, isOn) => set(isOn ? [...values, word] : values.filter((known) => known !== word));
    return words.map((word) => checkbox(`without ${word}`, values.includes(word), (isOn) => toggle(word, isOn)));
  }

  /** Sets another value after those before it, or says why it can't. */
  set(name, values) {
    this.pending = this.pending.then(() => this.setNow(name, values));
  }

  async setNow(name, values) {
    try {
      this.chosen = await strategyWith(this.game.name, this.chosen.parts_of.text, name, values);
      this.change({ ...this.player, strategy: this.chosen.name });
    } catch (error) {
      this.problem = error.message;
      this.draw();
    }
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
    const { evaluator: usual, elo: range } = this.chosen ?? { evaluator: this.evaluators.usual };
    const names = this.evaluators.names.includes(usual) ? this.evaluators.names : [usual, ...this.evaluators.names];
    const evaluatorSelect = select(names.map((name) => [name, name]), evaluator ?? usual, (chosen) => this.change({ ...this.player, evaluator: chosen === usual ? null : chosen }), {
      "aria-label": label("evaluator"),
      "data-part": "evaluator",
    });
    const limit = this.hasLimit && !this.player.elo ? element("div", { class: "limit" }, kinds, amount) : null;
    const strength = this.hasStrength && range ? this.strength(range) : null;
    return [strength, limit, field("Evaluator", evaluatorSelect, { class: "field evaluator" }), this.declared()].filter(Boolean);
  }

  /** Buttons for full strength or a level. */
  strength({ lowest, highest, levels }) {
    const { elo } = this.player;
    const elos = Array.from({ length: levels }, (_, index) => Math.round(lowest + ((highest - lowest) * index) / (levels - 1)));
    const choices = [["", "Full strength"], ...elos.map((value, index) => [String(value), `${index + 1}: Elo ${value}`])];
    if (elo && !elos.includes(elo)) choices.push([String(elo), `Elo ${elo}`]);
    return select(choices, String(elo ?? ""), (chosen) => this.strengthen(Number(chosen) || null), {
      "aria-label": `${this.label}: strength`,
      "data-part": "strength",
    });
  }

  strengthen(elo) {
    this.change({ ...this.player, elo, limits: this.fitting({ elo, limits: {} }) });
  }

  limit(kind, amount) {
    this.change({ ...this.player, limits: { [kind]: amount } });
  }

  change(player) {
    Object.assign(this, { player, problem: null, typed: null });
    this.draw();
    this.onchange(player);
  }
}

/** The limits that a strategy gets unless the user chooses others. */
function usualLimits(strategy, game) {
  if (strategy.depth) return { depth: strategy.depth };
  return strategy.deepens ? { time_ms: 1000 } : { depth: game.usual_depth };
}

function clamped(text, kind) {
  const number = Math.round(Number(text));
  return Number.isFinite(number) && number >= 1 ? Math.min(number, LARGEST[kind]) : USUAL[kind];
}
