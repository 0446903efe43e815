// A picture of a tree. Only what is in sight is drawn, so that trees of many thousand nodes move smoothly; a node shows as much text
// as its subtree has room for.

import { isCut, visiblePart } from "./layout.js";

/** The least and the greatest distance between two plies. */
const ROW = [56, 110];
const BOX = 30;
const MARGIN = 26;
/** The custom properties that the page defines. */
const COLORS = ["surface", "raised", "line", "strong-line", "text", "quiet", "accent", "accent-ground", "good", "bad", "series-1"];

/** A picture of a tree that can be moved and zoomed. `onPick` gets the node that the user clicks on. */
export class TreeCanvas {
  constructor(onPick) {
    this.canvas = Object.assign(document.createElement("canvas"), { className: "tree", tabIndex: 0 });
    this.canvas.setAttribute("role", "img");
    this.host = Object.assign(document.createElement("div"), { className: "tree-place" });
    this.host.append(this.canvas);
    this.onPick = onPick;
    this.tree = null;
    this.scale = 60;
    this.row = ROW[0];
    this.left = 0;
    this.top = 0;
    this.current = null;
    this.colors = null;
    this.isStarted = () => true;
    this.isFinished = () => true;
    this.valueOf = () => "";
    this.windowOf = () => null;
    this.isFitted = true;
    new ResizeObserver(() => (this.isFitted ? this.fit() : this.draw())).observe(this.host);
    this.listen();
  }

  /** Shows a tree as a whole. */
  show(tree, bestLine) {
    this.tree = tree;
    this.best = new Set(bestLine);
    this.fit();
  }

  /** Shows the same tree with other branches folded. */
  relay(tree) {
    this.tree = tree;
    if (this.isFitted) this.fit();
    else this.move(0, 0);
  }

  /** Makes the tree as wide as the canvas. */
  fit() {
    const { width, height } = this.size();
    const plies = Math.max(1, (this.tree?.rows.length ?? 1) - 1);
    this.row = Math.min(ROW[1], Math.max(ROW[0], (height - 2 * MARGIN - 20) / plies));
    this.scale = Math.min(110, (width - 2 * MARGIN) / Math.max(1, this.tree?.leaves ?? 1));
    this.left = -(width / this.scale - (this.tree?.leaves ?? 1)) / 2;
    this.top = 0;
    this.isFitted = true;
    this.draw();
  }

  size() {
    return { width: this.host.clientWidth || 600, height: this.host.clientHeight || 400 };
  }

  /** Zooms around a place of the canvas. */
  zoom(factor, x = this.size().width / 2) {
    this.isFitted = false;
    const place = this.left + x / this.scale;
    const least = Math.min(110, (this.size().width - 2 * MARGIN) / Math.max(1, this.tree?.leaves ?? 1));
    this.scale = Math.min(160, Math.max(least, this.scale * factor));
    this.left = place - x / this.scale;
    this.draw();
  }

  /** Moves the picture by pixels, but never so far that the tree is out of sight. */
  move(across, down) {
    const { width, height } = this.size();
    const leaves = this.tree?.leaves ?? 1;
    const room = width / this.scale;
    this.left = Math.min(Math.max(this.left - across / this.scale, -room / 2), leaves - room / 2);
    const depth = ((this.tree?.rows.length ?? 1) - 1) * this.row + 2 * MARGIN + 20;
    this.top = Math.min(Math.max(this.top - down, 0), Math.max(0, depth - height));
    this.draw();
  }

  /** Brings a node into sight. */
  reveal(index) {
    const { width, height } = this.size();
    const x = (this.tree.x[index] - this.left) * this.scale;
    const y = this.y(index) - this.top;
    if (x < 40 || x > width - 40) this.left = this.tree.x[index] - width / this.scale / 2;
    if (y < 30 || y > height - 50) this.top = this.y(index) - height / 2;
    this.move(0, 0);
  }

  y(index) {
    return MARGIN + this.tree.nodes[index].ply * this.row;
  }

  screen(index) {
    return [(this.tree.x[index] - this.left) * this.scale, this.y(index) - this.top];
  }

  /** Asks for a new picture in the next frame. */
  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.paint();
    });
  }

  paint() {
    const { width, height } = this.size();
    const ratio = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    this.colors ??= this.readColors();
    this.pen = this.canvas.getContext("2d");
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.pen.clearRect(0, 0, width, height);
    if (!this.tree || this.tree.nodes.length === 0) return;
    const shown = this.visibleNodes(width, height);
    const isBest = (index) => this.best.has(index) && this.isFinished(0);
    this.tree.rows.forEach((_, ply) => this.write(ply % 2 ? "min" : "max", 18, MARGIN + ply * this.row - this.top, this.colors.quiet, 11));
    const later = shown.filter((index) => !this.isStarted(index));
    const started = shown.filter((index) => this.isStarted(index));
    this.paintEdges(later, this.colors["strong-line"], 1, 0.15);
    this.paintEdges(started.filter((index) => !isBest(index)), this.colors["strong-line"], 1, 0.6);
    this.paintEdges(started.filter(isBest), this.colors.accent, 2.5, 1);
    started.forEach((index) => this.paintCut(index));
    // What the search has not reached yet is pale.
    this.pen.globalAlpha = 0.25;
    later.forEach((index) => this.paintNode(index));
    this.pen.globalAlpha = 1;
    started.forEach((index) => this.paintNode(index));
    this.painted = shown.length;
  }

  // A canvas knows no custom properties, so an element is given each color and asked what became of it.
  readColors() {
    const read = (name) => {
      this.canvas.style.color = `var(--${name})`;
      return getComputedStyle(this.canvas).color;
    };
    return Object.fromEntries(COLORS.map((name) => [name, read(name)]));
  }

  recolor() {
    this.colors = null;
    this.draw();
  }

  /** The nodes in sight; of several nodes on the same pixel only one. */
  visibleNodes(width, height) {
    const [from, to] = [this.left - 1, this.left + width / this.scale + 1];
    const shown = [];
    this.tree.rows.forEach((row, ply) => {
      const y = MARGIN + ply * this.row - this.top;
      if (y < -this.row || y > height + this.row) return;
      const [first, end] = visiblePart(this.tree, row, from, to);
      let pixel = null;
      for (let at = first; at < end; at += 1) {
        const index = row[at];
        const here = Math.round(this.tree.x[index] * this.scale);
        const isSpecial = index === this.current || this.best.has(index);
        if ((here === pixel && !isSpecial)) continue;
        pixel = here;
        shown.push(index);
      }
    });
    return shown;
  }

  // One path for all edges of a color is many times faster than a path for each.
  paintEdges(indices, color, width, opacity) {
    const isStraight = this.scale < 8;
    this.pen.beginPath();
    for (const index of indices) {
      const { parent } = this.tree.nodes[index];
      if (parent === null) continue;
      const [x, y] = this.screen(index);
      const [upX, upY] = this.screen(parent);
      this.pen.moveTo(upX, upY);
      if (isStraight) this.pen.lineTo(x, y);
      else this.pen.bezierCurveTo(upX, upY + this.row / 2, x, y - this.row / 2, x, y);
    }
    this.pen.strokeStyle = color;
    this.pen.lineWidth = width;
    this.pen.globalAlpha = opacity;
    this.pen.stroke();
    this.pen.globalAlpha = 1;
  }

  /** The moves that were cut off: a dashed line that ends in nothing, and their number. */
  paintCut(index) {
    if (!isCut(this.tree.nodes[index]) || !this.isFinished(index)) return;
    if (this.scale < 5) return;
    const [upX, upY] = this.screen(index);
    const x = (this.tree.cutX[index] - this.left) * this.scale;
    this.pen.strokeStyle = this.colors.quiet;
    this.pen.lineWidth = 1;
    this.pen.setLineDash([4, 4]);
    this.pen.beginPath();
    this.pen.moveTo(upX, upY);
    this.pen.lineTo(x, upY + this.row * 0.62);
    this.pen.stroke();
    this.pen.setLineDash([]);
    if (this.scale < 24) return;
    const { tried, of } = this.tree.nodes[index].cut;
    this.write(`✂ ${of - tried}`, x, upY + this.row * 0.62 + 9, this.colors.quiet, 12);
  }

  paintNode(index) {
    const node = this.tree.nodes[index];
    const [x, y] = this.screen(index);
    const room = this.tree.width[index] * this.scale;
    const isCurrent = index === this.current;
    const { fill, edge } = this.nodeColors(node, index);
    if (room < 6 && !isCurrent) {
      this.pen.fillStyle = edge;
      this.pen.fillRect(x - Math.max(1, room / 2 - 0.5), y - 5, Math.max(2, room - 1), 10);
      return;
    }
    this.pen.fillStyle = fill;
    this.pen.strokeStyle = edge;
    this.pen.lineWidth = isCurrent ? 3 : this.best.has(index) && this.isFinished(0) ? 2.5 : 1.2;
    const isBox = room >= 44;
    const [width, height] = isBox ? [Math.min(54, room - 3), BOX] : [Math.min(Math.max(room - 2, isCurrent ? 8 : 2), 16), Math.min(Math.max(room, 6), 16)];
    this.pen.beginPath();
    this.pen.roundRect(x - width / 2, y - height / 2, width, height, Math.min(7, width / 3));
    this.pen.fill();
    this.pen.stroke();
    if (isBox) this.label(node, index, x, y, room);
  }

  nodeColors(node, index) {
    const { colors } = this;
    const edge = this.best.has(index) && this.isFinished(0) ? colors.accent : colors["strong-line"];
    if (index === this.current) return { fill: colors.accent, edge: colors.accent };
    if (node.kind === "leaf") return { fill: colors["accent-ground"], edge };
    if (node.kind === "table") return { fill: colors.surface, edge: colors["series-1"] };
    if (node.kind !== "inner") return { fill: colors.line, edge: colors.quiet };
    return { fill: this.isFinished(index) ? colors.raised : colors.surface, edge };
  }

  label(node, index, x, y, room) {
    const isDone = this.isFinished(index);
    const [ink, pale] = index === this.current ? [this.colors.surface, this.colors.surface] : [this.colors.text, this.colors.quiet];
    this.write(node.san ?? "root", x, y - 6, ink, 12, "600");
    this.write(this.valueOf(index), x, y + 7, isDone ? ink : pale, 11);
    if (this.tree.folded.has(index)) this.write(`▸ ${this.tree.last[index] - index}`, x, y + BOX / 2 + 9, this.colors.accent, 11);
    if (room < 180 || node.kind !== "inner") return;
    const [alpha, beta] = this.windowOf(index);
    this.write(`α ${alpha}`, x - 58, y, this.colors.quiet, 11);
    this.write(`β ${beta}`, x + 58, y, this.colors.quiet, 11);
  }

  write(text, x, y, color, size, weight = "400") {
    this.pen.font = `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
    this.pen.fillStyle = color;
    this.pen.textAlign = "center";
    this.pen.textBaseline = "middle";
    this.pen.fillText(text, x, y);
  }

  /** The node nearest to a place of the canvas, if one is close. */
  nodeAt(x, y) {
    if (!this.tree) return null;
    const ply = Math.round((y + this.top - MARGIN) / this.row);
    const row = this.tree.rows[ply] ?? [];
    const distance = (index) => Math.abs(this.screen(index)[0] - x);
    const nearest = row.reduce((best, index) => (best === null || distance(index) < distance(best) ? index : best), null);
    return nearest !== null && distance(nearest) < 32 ? nearest : null;
  }

  listen() {
    let drag = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      drag = { x: event.clientX, y: event.clientY, moved: 0 };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
      drag = { x: event.clientX, y: event.clientY, moved: drag.moved + Math.abs(across) + Math.abs(down) };
      this.isFitted = false;
      this.move(across, down);
    });
    this.canvas.addEventListener("pointerup", (event) => {
      const { left, top } = this.canvas.getBoundingClientRect();
      const node = drag && drag.moved < 5 ? this.nodeAt(event.clientX - left, event.clientY - top) : null;
      drag = null;
      if (node !== null) this.onPick(node);
    });
    this.canvas.addEventListener("pointercancel", () => (drag = null));
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.shiftKey) this.move(-event.deltaY, 0);
      else this.zoom(1.0015 ** -event.deltaY, event.clientX - this.canvas.getBoundingClientRect().left);
    }, { passive: false });
    addEventListener("themechange", () => this.recolor());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolor());
  }
}
