// Draws a verdict: what is wrong, the smallest tree, both searches side by side, and the leaves.

import { offered } from "../catalog.js";
import { element } from "../dom.js";
import { formatLink } from "../link.js";
import { capitalized, counted, grouped } from "../score.js";

const HEADINGS = { right: "Right", wasteful: "Right, but wasteful", wrong: "Wrong", unanswered: "Too few answers", untested: "Not tested" };

/** The first sentence of a verdict, without its bug. */
export const headingOf = ({ outcome }) => HEADINGS[outcome];

/** The elements of a verdict. */
export async function drawVerdict(verdict) {
  const { outcome, bugs, asked, wrong, leaves, witness, observed, parts, notes, coverage } = verdict;
  const findings = Object.entries(parts).map(([part, finding]) => `${part} ${finding.replace("-", " ")}`);
  const answers = wrong > 0 ? `${counted(asked, "question")}, ${wrong} answered wrongly.` : `${counted(asked, "question")}, all answered correctly.`;
  return [
    element("h2", {}, headingOf(verdict)),
    outcome === "wrong" || outcome === "wasteful" ? element("p", { class: "bug" }, bugText(bugs)) : null,
    element("p", {}, sentence(findings.join(", "))),
    notes.map((note) => element("p", {}, sentence(note))),
    (await offered()).book ? chapters(bugs) : null,
    element("p", {}, answers),
    witness && smallest(witness),
    observed.map(({ text, answers, position, detail }) => element("p", {}, sentence(`${text} (${counted(answers, "answer")}), as in ${nested(position)}: ${detail}`))),
    witness?.sides && sides(witness.sides),
    leaves && leafTable(leaves),
    covered(coverage),
  ];
}

/** The outcome and the elements of the check of a log. */
export function drawCheck({ contradiction, events, wasteful, text }, lines) {
  const verified = text.split("verified: ").pop().trim();
  const quoted = [contradiction?.shown_by, contradiction?.line].filter(Boolean).map((line) => `${line}  ${lines[line - 1]}\n`);
  const found = contradiction && [
    element("p", { class: "bug" }, sentence(`line ${contradiction.line}: ${contradiction.said}, but ${contradiction.shown}`)),
    element("p", {}, sentence(`the rule: ${contradiction.rule}`)),
    element("pre", {}, element("code", {}, quoted)),
  ];
  const waste = wasteful > 0 && element("p", {}, `Lines that only waste time: ${wasteful}. The first is ${/the first is (.*)/.exec(text)[1]}.`);
  const head = element("h2", {}, contradiction ? "Wrong" : wasteful > 0 ? "Right, but wasteful" : "Nothing contradicts");
  const covered = [element("h3", {}, `What was verified in ${counted(events, "event")}`), element("p", {}, sentence(verified))];
  return [contradiction ? "wrong" : wasteful > 0 ? "wasteful" : "right", [head, found, waste, covered]];
}

/** The topics of the questions: those that are tested, and the others. */
function covered(coverage) {
  const tested = coverage.filter((topic) => topic.tested > 0).map(({ topic, tested }) => `${topic} ${tested}`);
  const others = coverage.filter((topic) => topic.tested === 0).map(({ topic }) => topic);
  return [element("h3", {}, "What was tested"), element("p", {}, sentence(tested.join(", "))), element("p", { class: "quiet" }, `Not tested: ${others.join(", ")}.`)];
}

/** Names the bugs that explain every answer. */
export function bugText(bugs) {
  const names = bugs.map(({ text }) => text).join(", or ");
  return names === "" ? "None of the known bugs explains all answers." : sentence(names);
}

const sentence = (text) => `${capitalized(text)}.`;

/** Links to the parts of the book about these bugs. */
function chapters(bugs) {
  const addresses = new Set(bugs.map(({ chapter }) => chapter.replace(/^.*\/(\w+)\.md/, "book/$1.html")));
  return [...addresses].map((href) => element("p", {}, element("a", { href, target: "_blank" }, "The chapter")));
}

/** A tree as a program gets it. */
const nested = (position) => position.replaceAll("(", "[").replaceAll(")", "]").replaceAll(" ", ", ");

function smallest({ position, depth, window, text }) {
  const within = window ? `, alpha ${window[0]}, beta ${window[1]}` : "";
  const watched = formatLink("watch", { game: "tree", start: position, strategy: `alpha-beta:depth=${depth}` });
  return [
    element("h3", {}, "The smallest tree"),
    element("p", { class: "smallest" }, element("code", {}, nested(position)), within),
    element("p", {}, sentence(text), " ", element("a", { href: watched }, "Watch a right search of it")),
  ];
}

/** Both searches step by step; the first difference is marked. */
function sides({ right, wrong, part_at: partAt }) {
  const row = (_, step) => {
    const isParting = step === partAt;
    const cell = (text = "") => element("td", {}, text);
    return element("tr", { class: isParting && "parting" }, element("td", {}, isParting ? element("span", { role: "img", "aria-label": "Here they part" }, "→") : null), cell(right[step]), cell(wrong[step]));
  };
  const rows = Array.from({ length: Math.max(right.length, wrong.length) }, row);
  const head = element("tr", {}, element("td", {}), element("th", { scope: "col" }, "Right"), element("th", { scope: "col" }, "With the bug"));
  return [
    element("h3", {}, "Where the searches part"),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Both searches" }, element("table", { class: "sides-table" }, element("thead", {}, head), element("tbody", {}, rows))),
  ];
}

/** The leaves of all trees for which the program told them. */
function leafTable({ trees, visited, minimal, usual, all }) {
  const row = (name, count) => {
    const bar = element("span", { class: "share" });
    bar.style.setProperty("--share", count / all);
    return element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, grouped(count)), element("td", { class: "share-cell" }, bar));
  };
  const rows = [row("This program", visited), row("A right one, in this order", usual), row("The smallest proofs", minimal), row("All leaves", all)];
  return [element("h3", {}, `Leaves visited in ${counted(trees, "tree")}`), element("table", { class: "leaves" }, element("tbody", {}, rows))];
}
