// Nodes by depth on a logarithmic axis: a line for each strategy, growing as the searches go on.

import { element, svg } from "../dom.js";
import { counted, grouped } from "../score.js";

const HEIGHT = 330;
/** The picture is as wide as its element, within these limits, so that its text keeps its size. */
const [NARROWEST, WIDEST] = [300, 820];
const EDGE = { left: 84, right: 16, top: 14, bottom: 40 };

/** The plot of one race. */
export class NodePlot {
  constructor() {
    this.host = element("figure", { class: "plot" });
    this.drawn = "";
    this.rows = [];
    // Only the width comes from outside; drawing sets the height.
    new ResizeObserver(() => this.draw(this.rows)).observe(this.host);
  }

  /** Draws the points of all rows. */
  draw(rows) {
    this.rows = rows;
    const width = Math.min(WIDEST, Math.max(NARROWEST, this.host.clientWidth));
    const key = JSON.stringify([width, ...rows.map(({ name, points }) => [name, points])]);
    if (key === this.drawn) return;
    this.drawn = key;
    const axes = scales(rows.flatMap(({ points }) => points), width);
    const lines = rows.map((row, index) => series(row, index, axes));
    const picture = svg(
      "svg",
      { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": describe(rows) },
      grid(axes),
      lines,
    );
    const legend = rows.map(({ name }, index) => element("li", {}, element("span", { class: `swatch series-${index}` }), name));
    this.host.replaceChildren(element("figcaption", {}, "Nodes searched to reach each depth"), picture, element("ul", { class: "legend" }, legend));
  }
}

/** Where depths and nodes lie, with the marked values of both axes. */
export function scales(points, fullWidth) {
  const deepest = Math.max(2, ...points.map(({ depth }) => depth));
  const most = Math.max(10, ...points.map(({ nodes }) => nodes));
  const least = Math.min(most / 10, ...points.map(({ nodes }) => Math.max(1, nodes)));
  const [low, high] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  const width = fullWidth - EDGE.left - EDGE.right;
  const height = HEIGHT - EDGE.top - EDGE.bottom;
  const step = Math.ceil(deepest / 12);
  return {
    x: (depth) => EDGE.left + ((depth - 0.5) / deepest) * width,
    y: (nodes) => EDGE.top + height * (1 - (Math.log10(Math.max(1, nodes)) - low) / (high - low)),
    width: fullWidth,
    depths: Array.from({ length: Math.ceil(deepest / step) }, (_, index) => 1 + index * step),
    powers: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
  };
}

function grid({ x, y, width, depths, powers }) {
  const across = powers.map((nodes) => [
    svg("path", { class: "grid", d: `M${EDGE.left} ${y(nodes)}H${width - EDGE.right}` }),
    svg("text", { x: EDGE.left - 8, y: y(nodes) + 4, "text-anchor": "end" }, grouped(nodes)),
  ]);
  const marks = depths.map((depth) => svg("text", { x: x(depth), y: HEIGHT - EDGE.bottom + 20, "text-anchor": "middle" }, String(depth)));
  const name = svg("text", { x: (width + EDGE.left) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, "depth");
  return [...across.flat(), ...marks, name];
}

function series({ name, points }, index, { x, y }) {
  const sorted = [...points].sort((one, other) => one.depth - other.depth);
  const path = sorted.map(({ depth, nodes }, at) => `${at === 0 ? "M" : "L"}${x(depth).toFixed(1)} ${y(nodes).toFixed(1)}`).join("");
  const dots = sorted.map((point) => marker(index, x(point.depth), y(point.nodes), `${name}, depth ${point.depth}: ${counted(point.nodes, "node")}`));
  return svg("g", { class: `series-${index}` }, svg("path", { class: "curve", d: path || "M0 0" }), dots);
}

// Each series has a different shape, so that you can tell them apart without colors.
function marker(index, x, y, title) {
  const shapes = ["M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "M-5-5h10v10h-10z", "M0-6.5L6 5h-12z", "M0-6.5L6 0L0 6.5L-6 0z"];
  return svg("path", { class: "dot", d: shapes[index % 4], transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, svg("title", {}, title));
}

function describe(rows) {
  const parts = rows.map(({ name, points }) => `${name}: ${points.map(({ depth, nodes }) => `depth ${depth}, ${counted(nodes, "node")}`).join("; ") || "no results yet"}`);
  return `Nodes by depth. ${parts.join(". ")}.`;
}
