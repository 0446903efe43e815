// A recorded search, step by step: its tree on a canvas, and the story of each step; of a search of several passes, that of each pass. The lab's page of a tree and the view
// "Inside" of the web page both show it; it needs no server, and no other file.
//
// A tree is a list of nodes, parents before their children: `{ parent, ply, san, purpose, depth, alpha, beta, score, bound, kind, cut,
// unseen }`. Scores are from the view of the side to move at the root, which maximizes; a bound of the window that is open is null.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat());
  return made;
}

/** The steps in order, `{ node, isLeaving }`: a node with others below it is entered and left, a leaf does both in one step. */
export function stepsOf(nodes) {
  const steps = [];
  const parents = new Set(nodes.map(({ parent }) => parent));
  const open = [];
  const leave = () => steps.push({ node: open.pop(), isLeaving: true });
  nodes.forEach(({ parent, kind }, node) => {
    while (open.length > 0 && open.at(-1) !== parent) leave();
    const isOpened = kind === "inner" || parents.has(node);
    steps.push({ node, isLeaving: !isOpened });
    if (isOpened) open.push(node);
  });
  while (open.length > 0) leave();
  return steps;
}

/**
 * What a score says: `{ cp }`, or `{ plies, isWin }` for a sure win or loss. As JSON the library writes centipawns as `{ cp }`, full moves
 * to a mate as `{ mate }`, negative for the side that is mated, and the plies as `{ won_in }` or `{ lost_in }` where no move of the
 * winner is the last.
 */
export function readScore(score) {
  if ("cp" in score) return score;
  const { mate } = score;
  if (mate === undefined) return { plies: score.won_in ?? score.lost_in, isWin: "won_in" in score };
  return mate > 0 ? { plies: 2 * mate - 1, isWin: true } : { plies: -2 * mate, isWin: false };
}

/** A sure win or loss as players write it: `#3`, `#−2`, and `#` where it is there. */
export function mateText({ plies, isWin }) {
  return plies === 0 ? "#" : `#${isWin ? "" : "−"}${Math.ceil(plies / 2)}`;
}

/** The score of a node, marked if it is only a bound. */
const valueText = ({ score, bound }, scoreText) => ({ "at least": "≥ ", "at most": "≤ " }[bound] ?? "") + scoreText(score);

/** How good a score is for the side to move at the root. */
function worth(score) {
  const { cp, plies, isWin } = readScore(score);
  return cp ?? (isWin ? 1e7 - plies : plies - 1e7);
}

/** The story of a search: the steps of a tree, and what is known after each. */
export class Story {
  constructor(nodes, scoreText) {
    this.nodes = nodes;
    this.scoreText = scoreText;
    this.steps = stepsOf(nodes);
    this.entered = new Map();
    this.left = new Map();
    /** For each step that leaves a node, the best child of its parent so far. */
    this.best = [];
    const best = new Map();
    this.steps.forEach(({ node, isLeaving }, step) => {
      if (!this.entered.has(node)) this.entered.set(node, step);
      if (!isLeaving) return;
      this.left.set(node, step);
      const { parent } = nodes[node];
      if (this.isBetter(node, best.get(parent))) best.set(parent, node);
      this.best[step] = best.get(parent);
    });
    this.children = nodes.map(() => []);
    nodes.forEach(({ parent }, node) => parent !== null && this.children[parent].push(node));
  }

  isBetter(node, than) {
    const [{ score, ply, purpose }, old] = [this.nodes[node], this.nodes[than]];
    if (score === null || purpose) return false;
    if (!old) return true;
    const gain = worth(score) - worth(old.score);
    // The parent of a node at an odd ply maximizes.
    return ply % 2 ? gain > 0 : gain < 0;
  }

  /** The best child that has come back to a node after a step. */
  bestChild(node, at) {
    const back = this.children[node].findLast((child) => this.left.get(child) <= at);
    return back === undefined ? undefined : this.best[this.left.get(back)];
  }

  /** The score of a node. */
  value(node) {
    return valueText(this.nodes[node], this.scoreText);
  }

  /** Alpha and beta of a node as they stand after a step: each child that comes back may narrow them. */
  window(node, at = -1) {
    const { alpha, beta, ply } = this.nodes[node];
    const ends = [alpha === null ? "−∞" : this.scoreText(alpha), beta === null ? "+∞" : this.scoreText(beta)];
    const best = this.bestChild(node, at);
    if (best === undefined) return ends;
    const { score } = this.nodes[best];
    const side = ply % 2;
    const old = side ? beta : alpha;
    const gain = old === null ? 1 : worth(score) - worth(old);
    if (old === null || (side ? gain < 0 : gain > 0)) ends[side] = this.scoreText(score);
    return ends;
  }

  /** A step in one sentence or two. */
  describe(at) {
    const { node, isLeaving } = this.steps[at];
    const { san, kind, score, parent, purpose } = this.nodes[node];
    const place = this.arrival(node);
    const value = this.value(node);
    const isInner = kind === "inner" || this.children[node].length > 0;
    if (kind === "leaf") return `${place}. It is worth ${value}.`;
    if (kind === "table") return `${place}. The table answers ${value}.`;
    if (!isInner) return score === null ? `${san} is skipped (${kind}).` : `${place}. It is pruned (${kind}): ${value}.`;
    const [alpha, beta] = this.window(node);
    // Two mates may read alike, since people count moves and the search counts plies.
    if (!isLeaving) return `${place}. ${alpha === beta ? `Null window at ${beta}` : `Window: α ${alpha}, β ${beta}`}.`;
    if (score === null) return "The search was stopped here.";
    const end = san ?? (purpose ? "Again" : "The search ends");
    if (kind !== "inner") return `${end}: ${value}, pruned (${kind}).`;
    const praise = parent !== null && this.best[at] === node ? ", the best so far" : "";
    return `${end}: ${value}${praise}. ${this.cutReason(node) ?? ""}`.trim();
  }

  /** How the search comes to a node. */
  arrival(node) {
    const { san, purpose } = this.nodes[node];
    if (!purpose) return san === null ? "The search begins" : `${san} is tried${this.isAgain(node) ? " again, with another window" : ""}`;
    if (san === null) return `The same position is searched for ${purpose}`;
    return `${san === "--" ? "The side to move passes" : `${san} is searched`}, for ${purpose}`;
  }

  /** Whether a node is the one before it once more: its move is searched again, with another window. */
  isAgain(node) {
    const { parent, san } = this.nodes[node];
    if (parent === null) return false;
    const siblings = this.children[parent];
    return this.nodes[siblings[siblings.indexOf(node) - 1]]?.san === san;
  }

  /** Why moves of a node were cut off, or null if none were. */
  cutReason(index) {
    const node = this.nodes[index];
    if (!isCut(node)) return null;
    const by = this.nodes[this.children[index].at(-1)]?.san ?? "A move";
    const count = node.cut.of - node.cut.tried;
    const left = `${count} more ${count === 1 ? "move is" : "moves are"} cut off`;
    const isMaximizing = node.ply % 2 === 0;
    const bound = isMaximizing ? node.beta : node.alpha;
    if (bound === null || node.score === null) return `${by}: ${left}.`;
    const sign = isMaximizing ? "≥ β" : "≤ α";
    const here = isMaximizing ? "The other side would not allow this position." : "The side at the root has something better already.";
    // A root with a beta belongs to a pass that only asks whether its value is as high.
    const who = node.parent === null ? `This pass only asked whether the value is ${this.scoreText(bound)} or more.` : here;
    return `${by} gives ${this.scoreText(node.score)} ${sign} ${this.scoreText(bound)}: ${left}. ${who}`;
  }

  /** The nodes from the root to a node, without the root. */
  line(node) {
    const line = [];
    for (let at = node; this.nodes[at].parent !== null; at = this.nodes[at].parent) line.unshift(this.nodes[at]);
    return line;
  }

  /** What is known of the node of a step, as names and texts. */
  facts(at) {
    const { node: index } = this.steps[at];
    const node = this.nodes[index];
    const isDone = this.left.get(index) <= at;
    const best = this.bestChild(index, at);
    const [before, now] = [this.window(index), this.window(index, at)];
    const end = (side) => (before[side] === now[side] ? now[side] : `${now[side]} (at first ${before[side]})`);
    const cut = isDone && this.cutReason(index);
    const untried = isDone && node.cut?.untried?.join(" ");
    return [
      ["Step", `${at + 1} of ${this.steps.length}`],
      ["Line", this.line(index).map(({ san }) => san).join(" ") || "the root"],
      ["To move", node.ply % 2 ? "minimizes" : "maximizes"],
      ["Depth left", node.depth],
      ["Window", `α ${end(0)}, β ${end(1)}`],
      ["Score", isDone ? this.value(index) : best === undefined ? "open" : `${this.value(best)} so far`],
      ["Cut-off", cut || "none"],
      ...(untried ? [["Not tried", untried]] : []),
      ...(node.unseen ? [["Below", `${node.unseen} nodes that are not shown`]] : []),
    ];
  }
}

/** How long each step stays while the search plays by itself. */
const PACE = 350;

/**
 * A search to step through, pass by pass. The page gives `scoreText`, which writes a score, and `button(icon, name, onclick)`, which makes a
 * button; `onStep` hears of each step that is shown, with the line to its node; `onMove` when it is not the one at which a search was
 * opened; and `announce` reads a text aloud.
 */
export class Stepper {
  constructor({ scoreText, button, onStep, onMove = () => {}, announce = () => {} }) {
    Object.assign(this, { scoreText, onStep, onMove, announce });
    this.at = 0;
    this.passes = [];
    this.pass = 0;
    this.story = null;
    this.choice = element("select", { onchange: () => this.goToPass(Number(this.choice.value)) });
    this.chooser = element("label", { class: "passes" }, "Pass ", this.choice);
    this.view = new TreeCanvas((node) => this.pick(node));
    this.view.isStarted = (node) => this.story.entered.get(node) <= this.at;
    this.view.isFinished = (node) => this.story.left.get(node) <= this.at;
    this.view.windowOf = (node) => this.story.window(node, this.at);
    this.view.valueOf = (node) => {
      if (this.view.isFinished(node)) return this.story.value(node);
      const best = this.story.bestChild(node, this.at);
      return best === undefined ? "…" : this.story.value(best);
    };
    this.slider = element("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.text = element("p", { class: "step-text" });
    this.facts = element("dl", { class: "facts" });
    this.legend = element("p", { class: "legend quiet soft" }, "✂ 2: two moves were cut off. ≥ and ≤: the value is at least, at most this score. … not known yet.");
    this.playButton = button("play", "Play the steps (Space)", () => this.playOrPause());
    this.tools = element(
      "div",
      { class: "controls", role: "toolbar", "aria-label": "Steps" },
      button("first", "First step (Home)", () => this.go(0)),
      button("previous", "Previous step (←)", () => this.go(this.at - 1)),
      this.playButton,
      button("next", "Next step (→)", () => this.go(this.at + 1)),
      button("last", "Last step (End)", () => this.go(this.steps.length - 1)),
      button("cut", "Next cut-off (c)", () => this.goToCut()),
      button("fold", "Fold or unfold this branch (f)", () => this.fold()),
      button("unfold", "Unfold all (u)", () => this.unfold()),
      button("minus", "Zoom out (−)", () => this.view.zoom(0.7)),
      button("plus", "Zoom in (+)", () => this.view.zoom(1.4)),
      button("fit", "Show the whole tree (0)", () => this.view.fit()),
    );
  }

  get steps() {
    return this.story?.steps ?? [];
  }

  /**
   * Shows the passes of a search, `{ label, nodes, best_line }`: one of them, by default the last, after a step, by default the
   * first. `summary` describes the whole for screen readers.
   */
  show(passes, summary, { pass = passes.length - 1, at = 0 } = {}) {
    Object.assign(this, { passes, summary });
    this.choice.replaceChildren(...passes.map(({ label, nodes }, index) => new Option(`${label}: ${valueText(nodes[0], this.scoreText)}`, index)));
    this.chooser.hidden = passes.length < 2;
    this.showPass(Math.min(Math.max(pass, 0), passes.length - 1), at);
  }

  showPass(pass, at) {
    this.pause();
    this.pass = pass;
    this.choice.value = pass;
    const { nodes, best_line: bestLine } = this.passes[pass];
    this.story = new Story(nodes, this.scoreText);
    this.folded = new Set();
    this.tree = layOut(nodes);
    this.slider.max = Math.max(0, this.steps.length - 1);
    this.view.canvas.setAttribute("aria-label", `Search tree. ${this.summary} The arrow keys go from step to step.`);
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1);
    this.view.show(this.tree, bestLine);
    this.draw();
  }

  /** Forgets the tree. */
  clear() {
    this.pause();
    Object.assign(this, { story: null, passes: [], pass: 0 });
  }

  /** Goes to the first step of a pass, if there is such a pass. */
  goToPass(pass) {
    if (!(pass in this.passes)) return this.announce(pass < 0 ? "This is the first pass." : "This is the last pass.");
    this.showPass(pass, 0);
    this.onMove();
    this.announce(`${this.passes[pass].label}. ${this.text.textContent}`);
  }

  /** Goes to a step. */
  go(step) {
    if (this.steps.length === 0 || Number.isNaN(step)) return;
    this.at = Math.min(Math.max(step, 0), this.steps.length - 1);
    this.draw();
    this.onMove();
    this.view.reveal(this.view.current);
    if (!this.timer) this.announce(this.text.textContent);
  }

  goToCut() {
    const isCutStep = ({ node, isLeaving }, step) => step > this.at && isLeaving && isCut(this.tree.nodes[node]);
    const next = this.steps.findIndex(isCutStep);
    if (next === -1) this.announce("No further cut-off.");
    else this.go(next);
  }

  /** A clicked node is shown as it was left. */
  pick(node) {
    const { left, entered } = this.story;
    this.go(left.get(node) <= this.at ? left.get(node) : entered.get(node));
  }

  fold() {
    const node = this.view.current;
    if (!this.folded.delete(node) && this.tree.children[node].length > 0) this.folded.add(node);
    this.relay();
  }

  unfold() {
    this.folded.clear();
    this.relay();
  }

  relay() {
    this.tree = layOut(this.story.nodes, this.folded);
    this.view.relay(this.tree);
    this.draw();
    this.view.reveal(this.view.current);
  }

  draw() {
    const { node } = this.steps[this.at];
    this.view.current = this.tree.shownAs[node];
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `step ${this.at + 1} of ${this.steps.length}`);
    this.text.textContent = this.story.describe(this.at);
    const facts = this.story.facts(this.at);
    this.facts.replaceChildren(...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]));
    this.view.draw();
    this.onStep(this.story.line(node), node);
  }

  playOrPause() {
    if (this.timer) return this.pause();
    if (this.at >= this.steps.length - 1) this.go(0);
    this.timer = setInterval(() => {
      if (this.at >= this.steps.length - 1) this.pause();
      else this.go(this.at + 1);
    }, PACE);
    this.playButton.dispatchEvent(new CustomEvent("playing", { detail: true }));
  }

  /** Stops playing by itself. */
  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.dispatchEvent(new CustomEvent("playing", { detail: false }));
  }

  /** A key while the tree is shown; whether it did something. */
  press(key) {
    // Space presses a button that has the focus.
    if (key === " " && document.activeElement?.tagName === "BUTTON") return false;
    const actions = {
      ArrowRight: () => this.go(this.at + 1),
      ArrowLeft: () => this.go(this.at - 1),
      Home: () => this.go(0),
      End: () => this.go(this.steps.length - 1),
      " ": () => this.playOrPause(),
      "[": () => this.goToPass(this.pass - 1),
      "]": () => this.goToPass(this.pass + 1),
      c: () => this.goToCut(),
      f: () => this.fold(),
      u: () => this.unfold(),
      "+": () => this.view.zoom(1.4),
      "-": () => this.view.zoom(0.7),
      0: () => this.view.fit(),
    };
    if (this.steps.length === 0 || !(key in actions)) return false;
    actions[key]();
    return true;
  }
}

// Leaves lie side by side in the order of the search, every node over the middle of its subtree. A cut-off takes the place of
// one more leaf, to the right of the moves that were tried.

/**
 * Lays out the nodes of a tree, parents before their children. Gives for each node its middle `x` and the `width` of its
 * subtree, both in leaves; the nodes of each ply from left to right; and for each node the `last` node below it. A branch that is
 * folded takes the place of a leaf; `shownAs` gives the node in whose place a hidden one is.
 */
export function layOut(nodes, folded = new Set()) {
  const children = nodes.map(() => []);
  nodes.forEach(({ parent }, index) => {
    if (parent !== null) children[parent].push(index);
  });
  const tree = {
    nodes,
    children,
    folded,
    shownAs: nodes.map((_, index) => index),
    x: new Float64Array(nodes.length),
    width: new Float64Array(nodes.length),
    cutX: new Float64Array(nodes.length).fill(-1),
    last: nodes.map((_, index) => index),
    rows: [],
    leaves: 0,
  };
  if (nodes.length > 0) place(tree);
  for (let index = nodes.length - 1; index > 0; index -= 1) {
    const { parent } = nodes[index];
    if (parent !== null) tree.last[parent] = Math.max(tree.last[parent], tree.last[index]);
  }
  nodes.forEach(({ ply, parent }, index) => {
    const above = parent === null ? null : tree.shownAs[parent];
    if (above !== null && (above !== parent || folded.has(parent))) tree.shownAs[index] = above;
    else (tree.rows[ply] ??= []).push(index);
  });
  tree.rows.forEach((row) => row.sort((one, other) => tree.x[one] - tree.x[other]));
  return tree;
}

/** Whether moves of a node were left out because of its window. */
export const isCut = ({ cut }) => cut !== null && cut.tried < cut.of;

// Without recursion, so that no depth of a tree is too large.
function place(tree) {
  const open = [{ index: 0, next: 0, start: 0 }];
  while (open.length > 0) {
    const top = open.at(-1);
    const isFolded = tree.folded.has(top.index);
    const below = isFolded ? [] : tree.children[top.index];
    if (top.next < below.length) {
      open.push({ index: below[top.next], next: 0, start: tree.leaves });
      top.next += 1;
      continue;
    }
    if (isCut(tree.nodes[top.index]) && !isFolded) tree.cutX[top.index] = tree.leaves++ + 0.5;
    else if (below.length === 0) tree.leaves += 1;
    tree.width[top.index] = tree.leaves - top.start;
    tree.x[top.index] = (top.start + tree.leaves) / 2;
    open.pop();
  }
}

/** The part of a sorted row whose nodes lie between two places: the first index, and one past the last. */
export function visiblePart(tree, row, from, to) {
  const isBefore = (x) => (index) => tree.x[index] + tree.width[index] / 2 < x;
  return [firstFailing(row, isBefore(from)), firstFailing(row, (index) => tree.x[index] - tree.width[index] / 2 <= to)];
}

function firstFailing(row, test) {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(row[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Only what is in sight is drawn, so that trees of many thousand nodes move smoothly; a node shows as much text as its subtree
// has room for.

/** The least and the greatest distance between two plies. */
const ROW = [56, 110];
const BOX = 30;
const MARGIN = 26;
/** The custom properties that the page defines. */
const COLORS = ["surface", "raised", "line", "strong-line", "text", "quiet", "accent", "accent-ground", "good", "bad", "series-1"];

/** A picture of a tree that can be moved and zoomed. `onPick` gets the node that the user clicks on. */
class TreeCanvas {
  constructor(onPick) {
    this.canvas = element("canvas", { class: "tree", tabindex: 0, role: "img" });
    this.host = element("div", { class: "tree-place" }, this.canvas);
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
