// A canvas with a tree on it, which you can move and zoom.

import { visiblePart } from "./layout.js";
import { listenToGestures } from "./tree-gestures.js";
import { TreePainter } from "./tree-painter.js";

/** The least and the greatest distance between two plies. */
const ROW = [46, 110];
/** The room above and below a tree, and beside it for the names of the sides. */
const [MARGIN, SIDE] = [26, 48];
/** The width of a leaf at which zooming in ends, and the width it gets in a tree with plenty of room. */
const [WIDEST, ROOMY] = [160, 110];

/** `known` has what is known about the nodes now (see `Stepper`), `onPick` gets the node that the user clicks, and `signal` is its owner's. */
export class TreeCanvas {
  constructor({ known, onPick, signal }) {
    this.canvas = Object.assign(document.createElement("canvas"), { className: "tree", tabIndex: 0 });
    this.canvas.setAttribute("role", "img");
    this.host = Object.assign(document.createElement("div"), { className: "tree-place" });
    this.host.append(this.canvas);
    this.tree = null;
    this.best = new Set();
    this.current = null;
    this.scale = 60;
    this.row = ROW[0];
    this.left = 0;
    this.top = 0;
    this.isFitted = true;
    /** The names of the sides, a page's own labels of nodes, and true if no windows are written beside the nodes. */
    this.sides = ["max", "min"];
    this.label = null;
    this.isPlain = false;
    /** True if the wheel scrolls the page around the tree until the tree has the focus. */
    this.isAmongText = false;
    this.known = known;
    this.painter = new TreePainter(this, known);
    new ResizeObserver(() => (this.isFitted ? this.fit() : this.draw())).observe(this.host);
    listenToGestures(this, { onPick, signal });
  }

  /** Shows a whole tree. */
  show(tree, bestLine) {
    this.tree = tree;
    this.best = new Set(bestLine);
    this.fit();
  }

  /** Shows this tree with other nodes. */
  relay(tree) {
    this.tree = tree;
    if (this.isFitted) this.fit();
    else this.move(0, 0);
  }

  get leaves() {
    return Math.max(1, this.tree?.leaves ?? 1);
  }

  get plies() {
    return Math.max(1, (this.tree?.rows.length ?? 1) - 1);
  }

  size() {
    return { width: this.host.clientWidth || 600, height: this.host.clientHeight || 400 };
  }

  /** The scale at which the whole tree is as wide as the canvas. */
  wholeScale() {
    return Math.min(ROOMY, (this.size().width - 2 * SIDE) / this.leaves);
  }

  /** Makes the tree as wide as the canvas. */
  fit() {
    const { width, height } = this.size();
    this.row = Math.min(ROW[1], Math.max(ROW[0], (height - 2 * MARGIN - 20) / this.plies));
    this.scale = this.wholeScale();
    this.left = -(width / this.scale - this.leaves) / 2;
    this.top = 0;
    this.isFitted = true;
    this.draw();
  }

  /** Zooms around a place of the canvas. */
  zoom(factor, x = this.size().width / 2) {
    this.isFitted = false;
    const place = this.left + x / this.scale;
    this.scale = Math.min(WIDEST, Math.max(this.wholeScale(), this.scale * factor));
    this.left = place - x / this.scale;
    this.draw();
  }

  /** Moves the picture by pixels, but never so far that the tree is out of sight. */
  move(across, down) {
    const { width, height } = this.size();
    const room = width / this.scale;
    this.left = Math.min(Math.max(this.left - across / this.scale, -room / 2), this.leaves - room / 2);
    const depth = this.plies * this.row + 2 * MARGIN + 20;
    this.top = Math.min(Math.max(this.top - down, 0), Math.max(0, depth - height));
    this.draw();
  }

  /** Brings a node into sight. */
  reveal(index) {
    const { width, height } = this.size();
    const [x, y] = this.screen(index);
    if (!this.isFitted && (x < 40 || x > width - 40)) this.left = this.tree.x[index] - width / this.scale / 2;
    // Below a node are the moves that it cut off.
    const below = this.tree.cutX[index] < 0 ? 8 : 50;
    if (y < 24 || y > height - below) this.top += y - height / 2;
    this.move(0, 0);
  }

  /** Where a node is on the canvas. */
  screen(index) {
    return [this.screenX(this.tree.x[index]), this.screenY(this.tree.level[index])];
  }

  screenX(leaves) {
    return (leaves - this.left) * this.scale;
  }

  screenY(level) {
    return MARGIN + level * this.row - this.top;
  }

  /** The nodes in sight; only one of several nodes on the same pixel. */
  inSight() {
    const { width, height } = this.size();
    const [from, to] = [this.left - 1, this.left + width / this.scale + 1];
    const shown = [];
    this.tree.rows.forEach((row, level) => {
      const y = this.screenY(level);
      if (y < -this.row || y > height + this.row) return;
      const [first, end] = visiblePart(this.tree, row, from, to);
      let pixel = null;
      for (let at = first; at < end; at += 1) {
        const index = row[at];
        const here = Math.round(this.tree.x[index] * this.scale);
        const isSpecial = index === this.current || this.best.has(index);
        if (here === pixel && !isSpecial) continue;
        pixel = here;
        shown.push(index);
      }
    });
    return shown;
  }

  /** The node nearest to a place of the canvas, if one is close. */
  nodeAt(x, y) {
    if (!this.tree) return null;
    const row = this.tree.rows[Math.round((y + this.top - MARGIN) / this.row)] ?? [];
    const distance = (index) => Math.abs(this.screen(index)[0] - x);
    const nearest = row.reduce((best, index) => (best === null || distance(index) < distance(best) ? index : best), null);
    return nearest !== null && distance(nearest) < 32 ? nearest : null;
  }

  /** The label of a node: usually its move. */
  labelOf(node) {
    return this.label?.(node) ?? node.san ?? (node.parent === null ? "root" : "again");
  }

  /** Names the node at a place of the canvas, which may be too small for a name. */
  name({ x, y }) {
    const node = this.nodeAt(x, y);
    this.canvas.title = node === null ? "" : this.known.nameOf(node);
  }

  /** Asks for a new picture in the next frame. */
  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.painter.paint();
    });
  }

  /** Paints in the colors of another theme. */
  recolor() {
    this.painter.colors = null;
    this.draw();
  }
}
