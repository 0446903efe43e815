// The rows of a comparison: one for each strategy, with the line it expects underneath.

import { scoreButton } from "../apart/score-button.js";
import { element } from "../dom.js";
import { grouped, roughly, scoreText } from "../score.js";

const NONE = "–";
const COLUMNS = [
  ["Strategy", (row) => row.name],
  ["Move", (row) => (provesNothing(row) ? NONE : (row.report?.san ?? NONE))],
  ["Score", (row, game) => scoreText(row.report?.score, game)],
  ["Depth", (row) => row.report?.depth ?? NONE],
  ["Nodes", (row) => grouped(row.nodes)],
  ["Time", (row) => roughly(row.time)],
  ["Same value?", sameValue],
];
const HINTS = {
  Score: "From the side to move's point of view",
  "Same value?": "Is the score the one that the simplest search finds at the same depth? With another evaluator, is the move the same? Known only if that search is compared too",
  Time: "Measured once, so short times say little: the first search of a machine that rests is slow",
};

/** Whether a search is done and has no value to show, as when it was to prove a win and did not. */
const provesNothing = ({ state, report }) => state === "finished" && report.san !== null && report.score === null;

function sameValue(row) {
  if (row.isReference) return "reference";
  if (row.sameMove !== null) return row.sameMove ? "✓ same move" : "✗ other move";
  return row.sameValue === null ? NONE : row.sameValue ? "✓ same" : "✗ differs";
}

/**
 * The table of one race. `onLine` gets the moves of a line up to the chosen one, `found` returns what a row's score is about, and
 * `watched` the link to its search in Watch.
 */
export class RaceTable {
  constructor(onLine, found, watched) {
    Object.assign(this, { onLine, found, watched });
    this.body = element("tbody", {});
    const heads = COLUMNS.map(([name]) => element("th", { scope: "col", title: HINTS[name] }, name));
    this.table = element("table", { class: "race" }, element("caption", { class: "unseen" }, "Strategies compared"), element("thead", {}, element("tr", {}, heads)), this.body);
    this.host = element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of strategies" }, this.table);
    this.drawn = [];
  }

  /** Draws all rows, with scores as the game writes them; cells that did not change stay, so that the focus and a selection survive. */
  draw(rows, game) {
    if (this.drawn.length !== rows.length || this.drawn.some(({ row }, index) => row !== rows[index])) this.build(rows);
    for (const { row, cells, score, line, state, why } of this.drawn) {
      cells.forEach((cell, index) => setText(cell, String(COLUMNS[index][1](row, game))));
      score.disabled = !row.report?.score;
      setText(state, row.problem ?? (provesNothing(row) ? "finished without a proof" : row.state));
      state.dataset.state = row.state;
      this.drawLine(line, provesNothing(row) ? null : row.report);
      why.hidden = row.state !== "finished" || !row.report.counts?.cutoffs;
      if (!why.hidden) {
        const { href, text } = this.watched(row);
        why.href = href;
        setText(why, text);
      }
    }
  }

  build(rows) {
    this.drawn = rows.map((row, index) => {
      const name = element("span", {});
      const head = element("th", { scope: "row" }, element("span", { class: `swatch series-${index}`, "aria-hidden": "true" }), name);
      const score = scoreButton("", () => this.found(row));
      const others = COLUMNS.slice(1).map(([column]) => element("td", { "data-name": column }, column === "Score" ? score : null));
      const state = element("span", { class: "state" });
      const line = element("span", { class: "line-moves" });
      const why = element("a", { hidden: true });
      const under = element("tr", { class: "line-row" }, element("td", { colspan: COLUMNS.length }, state, line, " ", why));
      return { row, cells: [name, ...others.map((cell) => cell.firstChild ?? cell)], score, line, state, why, nodes: [element("tr", {}, head, others), under] };
    });
    this.body.replaceChildren(...this.drawn.flatMap(({ nodes }) => nodes));
  }

  drawLine(host, report) {
    const text = (report?.line_san ?? []).join(" ");
    if (host.dataset.text === text) return;
    host.dataset.text = text;
    const moves = (report?.line_san ?? []).map((san, index) => {
      const onclick = () => this.onLine(report.line.slice(0, index + 1).map((move, at) => ({ move, san: report.line_san[at] })));
      return element("button", { type: "button", class: "small", onclick }, san);
    });
    host.replaceChildren(...moves);
  }
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
