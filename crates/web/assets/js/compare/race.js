// Runs several strategies on one position and collects what each reports. With a depth limit they search to depth 1,
// then 2, and so on, so that also strategies that do not deepen show how their nodes grow; a strategy that runs out of
// time stays out of the deeper ones.

import { events } from "../api.js";
import { offered } from "../catalog.js";
import { strategyRequest } from "../player-spec.js";

/** One comparison. `scored` is the position with the side whose scores they are; `onUpdate` is called whenever a row has changed. */
export class Race {
  constructor(scored, players, limits, onUpdate) {
    this.scored = scored;
    this.limits = limits;
    this.onUpdate = onUpdate;
    this.rows = labels(players).map((name, index) => newRow(name, players[index]));
    /** The number of the row with which the others are compared. */
    this.reference = -1;
    this.controller = new AbortController();
    this.notes = [];
    this.isRunning = false;
  }

  /** Runs to the end, or until it is stopped. */
  async run() {
    this.isRunning = true;
    this.onUpdate();
    try {
      const { time_ms: slowest } = (await offered()).limits;
      const { depth } = this.limits;
      if (!depth) await this.search(this.rows, this.limits);
      for (let step = 1; step <= (depth ?? 0); step += 1) {
        const open = this.rows.filter((row) => row.state !== "out of time" && row.state !== "failed");
        if (open.length > 0) await this.search(open, { depth: step, time_ms: slowest });
      }
    } finally {
      this.isRunning = false;
      this.rows.filter((row) => row.state === "searching" || row.state === "waiting").forEach((row) => (row.state = "stopped"));
      this.onUpdate();
    }
  }

  /** Stops all searches. */
  stop() {
    this.controller.abort();
  }

  /** Returns what the score of a row is about, for the dialog that takes it apart. */
  found({ report, evaluator }) {
    return { ...this.scored, line: report.line, score: report.score, evaluator };
  }

  async search(rows, limits) {
    rows.forEach((row) => (row.state = "waiting"));
    const strategies = rows.map(({ name, player }) => ({ name, ...strategyRequest({ ...player, limits }) }));
    const against = rows.includes(this.rows[this.reference]) ? { against: this.rows[this.reference].name } : {};
    const stream = events("/search", { ...this.scored.place, strategies, ...against }, this.controller.signal);
    for await (const { name, data } of stream) {
      if (name === "comparison") {
        data.rows.forEach((row) => compared(rows[row.index], row, this.rows[this.reference]));
        if (rows.length === this.rows.length) this.notes = data.notes;
      } else if (rows[data.index]) record(rows[data.index], name, data, this.limits);
      this.onUpdate();
      if (name === "done") return;
    }
  }
}

function newRow(name, player) {
  return { name, player, evaluator: null, state: "waiting", report: null, points: [], nodes: 0, time: 0, sameValue: null, sameMove: null, problem: null };
}

/** A name for each player that no other has, since the server compares by name. */
function labels(players) {
  const seen = new Map();
  return players.map(({ strategy, evaluator }) => {
    const name = evaluator ? `${strategy} with ${evaluator}` : strategy;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return seen.get(name) === 1 ? name : `${name} (${seen.get(name)})`;
  });
}

function record(row, event, data, limits) {
  if (event === "started") Object.assign(row, { state: "searching", evaluator: data.evaluator });
  else if (event === "progress") Object.assign(row, { nodes: data.nodes, time: data.time_ms });
  else if (event === "iteration" && !limits.depth) {
    row.report = { ...row.report, ...data };
    addPoint(row, data.depth, data.total_nodes);
  } else if (event === "result") finish(row, data, limits);
  else if (event === "failed") Object.assign(row, { state: "failed", problem: data.detail ?? data.title });
}

function finish(row, report, limits) {
  const isOut = limits.depth && !report.complete && report.reason !== "solved";
  Object.assign(row, { state: isOut ? "out of time" : "finished", nodes: report.counts.nodes, time: report.time_ms });
  // A search that was cut short says less than the finished one before it.
  if (isOut && row.report) return;
  row.report = report;
  row.sameValue = row.sameMove = null;
  if (!isOut) addPoint(row, report.depth, report.counts.nodes);
}

/** With another evaluator the values differ anyway, and the question is the move. */
function compared(row, { same_value: sameValue, same_move: sameMove }, reference) {
  row.isReference = row === reference;
  const hasOtherEvaluator = row.evaluator !== reference?.evaluator;
  if (row.state === "finished") Object.assign(row, { sameValue, sameMove: hasOtherEvaluator ? sameMove : null });
}

function addPoint(row, depth, nodes) {
  row.points = [...row.points.filter((point) => point.depth !== depth), { depth, nodes }];
}
