// Draws a tree. Only the part in sight is drawn, so that trees of many thousand nodes move smoothly; a node shows as much text
// as fits its subtree.

import { isCut } from "./layout.js";
import { KEPT } from "./story.js";

const BOX = 30;
/** The smallest letters, in pixels. */
const SMALLEST = 8;
/** Nodes that the search hasn't reached yet are pale, and those it leaves out stay so; what's written on them isn't. */
const PALE = 0.4;
/** Below this width of a leaf, in pixels, one pair of scissors stands for all cutoffs at a node. */
const ROOM_TO_CUT = 22;
/** The custom properties that the page defines. */
const COLORS = ["surface", "raised", "line", "strong-line", "text", "quiet", "accent", "accent-ground", "good", "bad", "series-1"];

/** Paints the tree of a canvas, as far as it's known. */
export class TreePainter {
  constructor(view, known) {
    this.view = view;
    this.known = known;
    this.colors = null;
  }

  paint() {
    const { view, known } = this;
    this.begin();
    if (!view.tree || view.tree.nodes.length === 0) return;
    const shown = view.inSight();
    view.tree.rows.forEach((row, level) => {
      const [side, does] = view.sides[view.tree.nodes[row[0]].ply % 2].split(" ");
      const write = (word, x, down) => this.write(word, x, view.screenY(level) + down, this.colors.quiet, 11);
      if (!does) write(side, 22, 0);
      else if (level < view.plies) [side, does].forEach((word, line) => write(word, 25, view.row / 2 - 6 + 12 * line));
    });
    const started = shown.filter((index) => known.isStarted(index));
    const leftOut = shown.filter((index) => known.isLeftOut(index));
    const later = shown.filter((index) => !known.isStarted(index) && !known.isLeftOut(index));
    const isBest = (index) => this.isBest(index);
    this.paintEdges(later, { color: this.colors["strong-line"], opacity: 0.15 });
    this.paintEdges(leftOut, { color: this.colors.quiet, opacity: 0.6, dashes: [4, 4] });
    this.paintEdges(started.filter((index) => !isBest(index)), { color: this.colors["strong-line"], opacity: 0.6 });
    this.paintEdges(started.filter(isBest), { color: this.colors.accent, width: 2.5 });
    started.forEach((index) => this.paintCut(index));
    this.paintNodes([...later, ...leftOut], PALE);
    this.paintNodes(started, 1);
  }

  /** Resizes the canvas to its element, and clears it. */
  begin() {
    const { canvas } = this.view;
    const { width, height } = this.view.size();
    const ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    this.colors ??= this.readColors();
    this.pen = canvas.getContext("2d");
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.pen.clearRect(0, 0, width, height);
  }

  // A canvas can't read custom properties, so each color is set on an element and read back.
  readColors() {
    const { canvas } = this.view;
    const read = (name) => {
      canvas.style.color = `var(--${name})`;
      return getComputedStyle(canvas).color;
    };
    return Object.fromEntries(COLORS.map((name) => [name, read(name)]));
  }

  /** True if a node is known to be on the best line. */
  isBest(index) {
    return this.view.best.has(index) && this.known.isFinished(0);
  }

  // One path for all edges of a color is many times faster than a path for each.
  paintEdges(indices, { color, width = 1, opacity = 1, dashes = [] }) {
    const { view, pen } = this;
    const isStraight = view.scale < 8;
    pen.beginPath();
    for (const index of indices) {
      const { parent } = view.tree.nodes[index];
      if (parent === null) continue;
      const [x, y] = view.screen(index);
      const [upX, upY] = view.screen(parent);
      pen.moveTo(upX, upY);
      if (isStraight) pen.lineTo(x, y);
      else pen.bezierCurveTo(upX, upY + view.row / 2, x, y - view.row / 2, x, y);
    }
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.globalAlpha = opacity;
    pen.setLineDash(dashes);
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  /** The moves that were cut off: scissors on the way to each, or a dashed line that ends in nothing, and their number. */
  paintCut(index) {
    const { view, pen } = this;
    const node = view.tree.nodes[index];
    if (!isCut(node) || !this.known.isFinished(index) || view.scale < 5) return;
    const [upX, upY] = view.screen(index);
    if (view.tree.showsCut(index)) {
      const untried = view.tree.children[index].filter((child) => view.tree.nodes[child].isUnsearched);
      const ways = untried.map((child) => (upX + view.screen(child)[0]) / 2);
      const places = view.scale < ROOM_TO_CUT ? [(ways[0] + ways.at(-1)) / 2] : ways;
      for (const place of places) this.write("✂", place, upY + view.row / 2, this.colors.quiet, 12);
      return;
    }
    const x = view.screenX(view.tree.cutX[index]);
    pen.strokeStyle = this.colors.quiet;
    pen.lineWidth = 1;
    pen.setLineDash([4, 4]);
    pen.beginPath();
    pen.moveTo(upX, upY);
    pen.lineTo(x, upY + view.row * 0.62);
    pen.stroke();
    pen.setLineDash([]);
    if (view.scale < 24) return;
    const hidden = this.known.story.hidden(index);
    this.write(`✂ ${node.cut.of - node.cut.tried}`, x, upY + view.row * 0.62 + 9, this.colors.quiet, 12);
    if (hidden !== undefined) this.write(`${hidden} hidden`, x, upY + view.row * 0.62 + 23, this.colors.quiet, 11);
  }

  paintNodes(indices, opacity) {
    indices.forEach((index) => this.paintNode(index, opacity));
    this.pen.globalAlpha = 1;
  }

  paintNode(index, opacity) {
    const { view, pen } = this;
    const [x, y] = view.screen(index);
    const room = view.tree.room[index] * view.scale;
    const isCurrent = index === view.current;
    const { fill, edge } = this.nodeColors(index);
    const isBox = room >= 38;
    pen.globalAlpha = opacity;
    if (room < 6 && !isCurrent) {
      pen.fillStyle = edge;
      pen.fillRect(x - Math.max(1, room / 2 - 0.5), y - 5, Math.max(2, room - 1), 10);
      return;
    }
    pen.fillStyle = fill;
    pen.strokeStyle = edge;
    pen.lineWidth = isCurrent || this.known.story.isProven(index) ? 3 : this.isBest(index) ? 2.5 : 1.2;
    const [width, height] = isBox ? [Math.min(54, room - 3), BOX] : [Math.min(Math.max(room - 2, isCurrent ? 8 : 2), 16), Math.min(Math.max(room, 6), 16)];
    pen.beginPath();
    pen.roundRect(x - width / 2, y - height / 2, width, height, Math.min(7, width / 3));
    // No edge behind a text.
    if (isBox) pen.globalAlpha = 1;
    pen.fill();
    pen.globalAlpha = opacity;
    pen.stroke();
    if (!isBox) return;
    pen.globalAlpha = 1;
    this.label(index, x, y, room, opacity < 1);
  }

  nodeColors(index) {
    const { colors, known } = this;
    const { kind } = this.view.tree.nodes[index];
    const edge = this.isBest(index) ? colors.accent : colors["strong-line"];
    if (index === this.view.current) return { fill: colors.accent, edge: colors.accent };
    // Never shows in advance what the search will do with a node.
    if (!known.isStarted(index)) return { fill: colors.surface, edge };
    if (kind === "leaf" || kind === "queued") return { fill: colors["accent-ground"], edge };
    if (kind === "table" || known.story.isProven(index)) return { fill: colors.surface, edge: colors["series-1"] };
    if (kind !== "inner" && !(kind in KEPT)) return { fill: colors.line, edge: colors.quiet };
    return { fill: known.isFinished(index) ? colors.raised : colors.surface, edge };
  }

  label(index, x, y, room, isPale) {
    const { view, colors, known } = this;
    const { tree, current } = view;
    const node = tree.nodes[index];
    const [ink, pale] = index === current ? [colors.surface, colors.surface] : [isPale ? colors.quiet : colors.text, colors.quiet];
    const inside = Math.min(54, room - 3) - 4;
    this.write(view.labelOf(node), x, y - 6, ink, 12, "600", inside);
    const value = known.valueOf(index);
    this.write(value, x, y + 7, known.isFinished(index) ? ink : pale, 11, "400", inside);
    if (view.isPlain || room < 180 || node.kind !== "inner" || !known.isStarted(index)) return;
    const [alpha, beta] = known.windowOf(index);
    this.write(`α ${alpha}`, x - 58, y, colors.quiet, 11);
    this.write(`β ${beta}`, x + 58, y, colors.quiet, 11);
  }

  /** Writes a text, in smaller letters if it's too wide. */
  write(text, x, y, color, size, weight = "400", room = Infinity) {
    this.pen.font = `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
    const { width } = this.pen.measureText(text);
    if (width > room && size > SMALLEST) return this.write(text, x, y, color, Math.max(SMALLEST, (size * room) / width), weight);
    this.pen.fillStyle = color;
    this.pen.textAlign = "center";
    this.pen.textBaseline = "middle";
    this.pen.fillText(text, x, y);
  }
}
