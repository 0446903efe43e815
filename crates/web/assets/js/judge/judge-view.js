// The view "Judge": a visitor's own alpha-beta, and what is wrong with it.

import { isAbort, post } from "../api.js";
import { announce, copyText, hasLinkProblem, showLinkProblem, showNotice, showProblem } from "../announce.js";
import { button, element, field, panel, select } from "../dom.js";
import { pack, unpack } from "../game/packed.js";
import { formatLink } from "../link.js";
import { counted } from "../score.js";
import { judged } from "./judging.js";
import { PROGRAMS, nameOf } from "./programs.js";
import { ProgramError } from "./sandbox.js";
import { bugText, drawCheck, drawVerdict, headingOf } from "./verdict.js";

const SEARCHES = [
  ["alpha-beta", "It is alpha-beta"],
  ["fail-hard", "It is fail-hard alpha-beta"],
  ["fail-soft", "It is fail-soft alpha-beta"],
  ["pvs", "It is principal variation search"],
  ["minimax", "It is minimax"],
];

/** A verdict of which fewer pixels are in view is scrolled to. */
const LEAST = 120;

/** True for the log of a search in any language, which is verified instead of run. */
const isLog = (text) => /^\s*\{\s*"format"/.test(text);

/** The program and the search that it claims to be, which stay while other views are looked at. */
let last = { program: PROGRAMS.get("right").program, search: "alpha-beta" };

/** The view, from its link. */
export class JudgeView {
  constructor(values, saveLink, keeper, signal) {
    Object.assign(this, { values, saveLink, signal, hasRun: false, running: null });
    this.host = this.build();
  }

  build() {
    this.text = element("textarea", { wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off", oninput: () => this.change(this.text.value) });
    this.searchHost = element("div", {});
    this.judgeButton = button("Judge", () => this.judge(), { class: "primary" });
    this.stopButton = button("Stop", () => this.running?.abort(), { disabled: true });
    this.progress = element("span", { class: "quiet" });
    const copy = button("Copy link", () => this.copyLink().catch(showProblem));
    this.samples = [...PROGRAMS].map(([name, { text }]) => button(text, () => this.load(name), { class: "small", "data-name": name }));
    const explained = element("p", { class: "quiet" }, "The judge asks your search about two hundred small trees. If it's wrong, you get the smallest tree on which it goes wrong, and the name of the bug. Your program runs in this browser, in a sandbox without a network; the judge only sees its answers. You can also paste the log of a search in any language: every node in it is verified.");
    this.place = element("div", { hidden: true });
    this.program = panel(
      null,
      { class: "panel", "aria-label": "Program" },
      element("div", { class: "row samples", role: "group", "aria-label": "Programs to try" }, this.samples),
      field("Your program, in JavaScript, or a log", this.text),
      element("div", { class: "row" }, this.searchHost, this.judgeButton, this.stopButton, copy, this.progress),
    );
    this.verdict = panel(null, { class: "panel verdict", "aria-label": "Verdict" });
    const head = element("div", { class: "judge-head" }, element("h1", {}, "Is your alpha-beta right?"), explained);
    return element("div", { class: "judge" }, head, this.program, this.verdict, this.place);
  }

  async open() {
    const { program: name, code, run, search = name || code ? "alpha-beta" : last.search } = this.values;
    const unreadable = () => showLinkProblem("The program in this link cannot be read.");
    const program = (code && (await unpack(code).catch(unreadable))) || PROGRAMS.get(name)?.program || last.program;
    this.signal.throwIfAborted();
    const isKnown = SEARCHES.some(([known]) => known === search);
    if (name && !PROGRAMS.has(name)) showLinkProblem(`There's no program called “${name}”.`);
    if (!isKnown) showLinkProblem(`There's no kind of search called “${search}”.`);
    this.show(program, isKnown ? search : "alpha-beta");
    if (run && !hasLinkProblem()) this.judge();
  }

  close() {
    this.running?.abort();
  }

  show(program, search) {
    this.text.value = program;
    this.searchHost.replaceChildren(select(SEARCHES, search, (chosen) => this.change(this.text.value, chosen), { "aria-label": "The kind of search it claims to be" }));
    this.change(program, search);
  }

  /** Another program, or another search that it claims to be: what was said about the one before holds no longer. */
  change(program, search = last.search) {
    last = { program, search };
    this.hasRun = false;
    this.running?.abort();
    this.verdict.replaceChildren();
    const known = nameOf(program);
    for (const sample of this.samples) sample.setAttribute("aria-pressed", sample.dataset.name === known);
    this.save().catch(showProblem);
  }

  /** Judges one of the page's own programs. What the visitor has written can be brought back. */
  load(name) {
    const before = last;
    this.show(PROGRAMS.get(name).program, "alpha-beta");
    if (nameOf(before.program) === undefined) showNotice("Your program was replaced.", { text: "Undo", run: () => this.show(before.program, before.search) });
    this.judge();
  }

  async judge() {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.hasRun = true;
    this.save().catch(showProblem);
    showProblem(null);
    this.drawRunning();
    this.verdict.replaceChildren();
    try {
      if (isLog(last.program)) {
        const checked = await post("/tree/check", last.program, running.signal);
        if (this.running === running) this.showVerdict(...drawCheck(checked, last.program.split("\n")));
        return;
      }
      const verdict = await judged(last.program, last.search, this.place, running.signal, (answers) => this.drawRunning(answers));
      const drawn = await drawVerdict(verdict);
      if (this.running !== running) return;
      this.showVerdict(verdict.outcome, drawn);
      announce(`${headingOf(verdict)}. ${verdict.wrong > 0 || verdict.outcome === "wasteful" ? bugText(verdict.bugs) : ""}`);
    } catch (error) {
      if (this.running !== running || isAbort(error)) return;
      if (error instanceof ProgramError) this.showError(error);
      else showProblem(error);
    } finally {
      if (this.running === running) {
        this.running = null;
        this.drawRunning();
      }
    }
  }

  showVerdict(outcome, parts) {
    this.verdict.dataset.outcome = outcome;
    this.verdict.replaceChildren(...parts.flat(2).filter(Boolean));
    // On a phone it is below the program.
    if (this.verdict.getBoundingClientRect().top > innerHeight - LEAST) this.verdict.scrollIntoView();
  }

  /** Shows why a program cannot be judged, with the line where it happened. */
  showError({ message, line }) {
    const source = line && element("pre", {}, element("code", {}, `${line}  ${last.program.split("\n")[line - 1].trim()}`));
    const text = line ? `Line ${line}: ${message}` : message;
    this.showVerdict("failed", [element("h2", {}, "It can't be judged"), element("p", { class: "bug" }, text), source]);
    announce(text);
  }

  drawRunning(answers = 0) {
    const isRunning = this.running !== null;
    this.judgeButton.disabled = isRunning;
    this.stopButton.disabled = !isRunning;
    this.verdict.setAttribute("aria-busy", isRunning);
    this.progress.textContent = isRunning ? `${counted(answers, "question")} answered` : "";
  }

  /** What a link says; the page's own programs have names. */
  async link() {
    const { program, search } = last;
    const name = nameOf(program);
    const kept = name === undefined ? { code: await pack(program) } : { program: name };
    return { search: search === "alpha-beta" ? null : search, ...kept, run: this.hasRun };
  }

  async save() {
    const { program } = last;
    const values = await this.link();
    if (last.program === program) this.saveLink("judge", values);
  }

  async copyLink() {
    await copyText(new URL(formatLink("judge", await this.link()), location.href).href, "Link");
  }
}
