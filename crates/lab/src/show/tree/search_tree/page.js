// Draws the part of the tree that is not folded, and shows the search as it stands after a number of steps.
const passes = window.plywood;
const find = (selector) => document.querySelector(selector);
const canvas = find(".canvas"), slider = find(".controls input"), chooser = find(".passes select");
const CELL = 78, LAYER = 92, WIDTH = 68, HEIGHT = 36, LEFT = 52, TOP = 30, FEW = 60;
const folded = new Set();
let chosen, nodes, steps, now = 0, timer = null;

for (const { nodes, steps } of passes) {
  nodes.forEach((node, index) => Object.assign(node, { index, children: [], size: 1 }));
  for (const node of nodes.slice(1)) nodes[node.parent].children.push(node);
  for (const node of nodes.slice(1).reverse()) nodes[node.parent].size += node.size;
  steps.forEach((step, time) => {
    const node = nodes[step.node];
    node.entered ??= time;
    if (step.leaves) node.left = time;
  });
  // The deepest layers are folded at first if all would be too many to look at.
  for (let ply = 1, shown = 1; nodes.some((node) => node.ply === ply); ply++) {
    const layer = nodes.filter((node) => node.ply === ply);
    shown += layer.length;
    if (shown > FEW) for (const node of layer) folded.add(nodes[node.parent]);
  }
}
chooser.append(...passes.map(({ label }, index) => new Option(label, index)));
find(".passes").hidden = passes.length < 2;

function choose(pass) {
  chooser.value = pass;
  chosen = passes[pass];
  ({ nodes, steps } = chosen);
  slider.max = steps.length - 1;
}

function path(node) {
  const above = new Set();
  for (let at = node; at; at = nodes[at.parent]) above.add(at);
  return above;
}

// Gives every node that is shown its place; returns them with the size of it all.
function layout(above) {
  const shown = [];
  let right = LEFT;
  const place = (node) => {
    node.y = TOP + node.ply * LAYER;
    shown.push(node);
    const inside = folded.has(node) ? node.children.filter((child) => above.has(child)) : node.children;
    inside.forEach(place);
    node.cutX = null;
    if (node.cut && node.left <= now && (inside.length > 0 || node.children.length === 0)) {
      node.cutX = right + CELL / 2;
      right += CELL;
    }
    if (inside.length > 0) {
      node.x = (inside[0].x + (node.cutX ?? inside.at(-1).x)) / 2;
    } else {
      node.x = node.cutX ?? right + CELL / 2;
      if (node.cutX === null) right += CELL;
    }
  };
  place(nodes[0]);
  return { shown, width: right + 12, height: Math.max(...shown.map((node) => node.y)) + LAYER };
}

function element(name, attributes, parent, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

function edge(group, from, x, y) {
  const middle = (from.y + y) / 2;
  element("path", { class: "edge", d: `M${from.x} ${from.y + HEIGHT / 2}C${from.x} ${middle} ${x} ${middle} ${x} ${y - HEIGHT / 2}` }, group);
}

let drawn = null, zoom = 1;

function draw() {
  const step = steps[now], here = nodes[step.node], above = path(here);
  const { shown, width, height } = layout(above);
  const svg = element("svg", { width: width * zoom, height: height * zoom, viewBox: `0 0 ${width} ${height}` }, document.createDocumentFragment());
  drawn = { svg, shown, here, above, height };
  canvas.replaceChildren(svg);
  describe(step, here);
  canvas.scrollTo({ left: here.x * zoom - canvas.clientWidth / 2, top: here.y * zoom - canvas.clientHeight / 2 });
  drawVisible();
}

// Only what can be seen is drawn: a tree may be thousands of screens wide.
function drawVisible() {
  const { svg, shown, here, above, height } = drawn;
  const left = canvas.scrollLeft / zoom - 2 * CELL, right = left + canvas.clientWidth / zoom + 4 * CELL;
  svg.replaceChildren();
  for (let ply = 0; TOP + ply * LAYER < height - LAYER / 2; ply++) {
    element("text", { class: "layer", x: left + 2 * CELL + 8, y: TOP + ply * LAYER + 4 }, svg, ply % 2 ? "min" : "max");
  }
  const isSeen = ({ x }) => x > left && x < right;
  const best = now === steps.length - 1 ? new Set(chosen.best) : new Set();
  // The lines to children that are off the screen, in one path.
  const away = shown.filter((node) => node.parent !== null && !isSeen(node) && isSeen(nodes[node.parent]));
  const lines = away.map((node) => `M${nodes[node.parent].x} ${nodes[node.parent].y + HEIGHT / 2}L${node.x} ${node.y - HEIGHT / 2}`);
  element("path", { class: "edge", opacity: 0.35, d: lines.join("") }, svg);
  for (const node of shown) if (isSeen(node)) drawNode(svg, node, here, above, best.has(node.index));
}

function drawNode(svg, node, here, above, isBest) {
  const isDone = node.left <= now, isLater = node.entered > now;
  const kind = ["inner", "leaf", "table"].includes(node.kind) ? node.kind : "pruned";
  const state = node === here ? "here open" : isLater ? "later" : above.has(node) ? "open" : "";
  const group = element("g", { class: `${kind} ${state} ${isBest ? "best" : ""}` }, svg);
  if (node.parent !== null) {
    const parent = nodes[node.parent];
    edge(group, parent, node.x, node.y);
    element("text", { class: "name", x: node.x, y: node.y - HEIGHT / 2 - 7 }, group, node.written);
  }
  const box = element("rect", { x: node.x - WIDTH / 2, y: node.y - HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 6, tabindex: 0, role: "button" }, group);
  press(box, () => go(node.entered));
  element("title", {}, box, `${node.written || "root"}: α ${node.alpha}, β ${node.beta}, depth ${node.depth}`);
  element("text", { class: "value", x: node.x, y: node.y }, group, isDone ? node.bound + node.value : best(node) ?? "…");
  element("text", { class: "window", x: node.x, y: node.y + 13 }, group, windowOf(node).join(" "));
  if (node.cutX !== null) {
    const cut = element("g", { class: "cut" }, group);
    edge(cut, node, node.cutX, node.y + LAYER);
    const title = element("text", { x: node.cutX, y: node.y + LAYER - 4 }, cut, `✂ ${node.cut.count}`);
    element("title", {}, title, node.cut.untried.join(" "));
  }
  if (node.children.length > 0) {
    const sign = folded.has(node) ? `▸ ${node.size - 1}` : "▾";
    const toggle = element("text", { class: "toggle", x: node.x - WIDTH / 2, y: node.y + HEIGHT / 2 + 13 }, group, sign);
    toggle.setAttribute("tabindex", 0);
    press(toggle, () => fold(node));
  }
}

// A click, or Enter on what has the focus.
function press(target, action) {
  target.addEventListener("click", action);
  target.addEventListener("keydown", (event) => event.key === "Enter" && action());
}

function fold(node) {
  if (!folded.delete(node)) folded.add(node);
  draw();
}

// The step in which the last child so far has come back to a node.
function lastBack(node) {
  const times = node.children.filter((child) => child.left <= now).map((child) => child.left);
  return times.length > 0 ? steps[Math.max(...times)] : null;
}

// The best score that has come back to a node so far.
const best = (node) => lastBack(node)?.best;

// Alpha and beta as they stand now; a node that is done has those of its end.
const windowOf = (node) => lastBack(node)?.window ?? [node.alpha, node.beta];

// A bound as it stands now, and what it was when the node was entered.
const changed = (before, now) => before === now ? now : `${now} (at first ${before})`;

const boardPanel = find(".board");
const showPieces = boardPanel.dataset.game === "chess" ? makeBoard(boardPanel.querySelector("svg")) : null;

// The position of a node, with the squares that its move has changed.
function showBoard(node) {
  const rows = (node) => node.board.split("\n").filter(Boolean).map((row) => showPieces ? row.split(" ") : [...row]);
  const board = rows(node), before = node.parent === null ? board : rows(nodes[node.parent]);
  boardPanel.hidden = board.length === 0;
  const cells = board.flatMap((row, y) => row.map((sign, x) => ({ sign, x, y, isNew: before[y][x] !== sign })));
  if (showPieces) {
    const square = ({ x, y }) => "abcdefgh"[x] + (8 - y);
    const pieces = cells.filter(({ sign }) => /[a-z]/i.test(sign)).map((cell) => [square(cell), cell.sign]);
    showPieces(new Map(pieces), cells.filter((cell) => cell.isNew).map(square));
  } else if (board.length > 0) {
    drawStones(cells, board[0].length, board.length);
  }
}

// The stones of a small game: red and yellow discs on blue for connect four, crosses and noughts otherwise.
function drawStones(cells, columns, rows) {
  const hasDiscs = boardPanel.dataset.game === "connect-four";
  const svg = element("svg", { viewBox: `0 0 ${columns * 40} ${rows * 40}`, class: hasDiscs ? "discs" : "signs" }, document.createDocumentFragment());
  for (const { sign, x, y, isNew } of cells) {
    const cell = element("g", { transform: `translate(${x * 40} ${y * 40})`, class: `${isNew ? "new" : ""}` }, svg);
    element("rect", { width: 40, height: 40 }, cell);
    if (hasDiscs) element("circle", { class: { X: "first", O: "second" }[sign] ?? "", cx: 20, cy: 20, r: 15 }, cell);
    else if (sign === "X") element("path", { d: "M11 11l18 18m0-18l-18 18" }, cell);
    else if (sign === "O") element("circle", { cx: 20, cy: 20, r: 10 }, cell);
  }
  boardPanel.replaceChildren(svg);
}

function describe(step, here) {
  find(".story").textContent = step.text;
  find(".controls output").textContent = `${now + 1} of ${steps.length}`;
  slider.value = now;
  showBoard(here);
  const moves = [...path(here)].reverse().map((node) => node.written).join(" ").trim();
  const facts = [["moves", moves || "none yet"], ["to move", here.ply % 2 ? "minimizes" : "maximizes"],
    ["depth left", here.depth], ["alpha", changed(here.alpha, windowOf(here)[0])], ["beta", changed(here.beta, windowOf(here)[1])],
    ["score", here.left <= now ? here.bound + here.value || "unknown" : best(here) ? `${best(here)} so far` : "not yet known"]];
  if (here.cut && here.left <= now) {
    facts.push(["cut by", `${here.cut.by}: ${here.cut.reason}`], ["not tried", here.cut.untried.join(" ") || here.cut.count]);
  }
  const list = find(".facts");
  list.replaceChildren(...facts.flatMap((fact) => fact.map((text, column) => {
    const made = document.createElement(column ? "dd" : "dt");
    made.textContent = text;
    return made;
  })));
}

function go(step) {
  now = Math.max(0, Math.min(steps.length - 1, step));
  draw();
}

function play() {
  const button = find("[data-go=play]");
  if (timer) {
    clearInterval(timer);
    timer = null;
  } else {
    timer = setInterval(() => now < steps.length - 1 ? go(now + 1) : play(), 450);
  }
  button.textContent = timer ? "❚❚ pause" : "▶ play";
}

const actions = {
  first: () => go(0), back: () => go(now - 1), on: () => go(now + 1), last: () => go(steps.length - 1), play,
  fold: () => { nodes.forEach((node) => node.children.length > 0 && folded.add(node)); draw(); },
  unfold: () => { folded.clear(); draw(); },
  branch: () => fold(nodes[steps[now].node]),
  closer: () => { zoom = Math.min(2, zoom * 1.25); draw(); }, farther: () => { zoom = Math.max(0.2, zoom / 1.25); draw(); },
};
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", " ": "play", f: "branch", "+": "closer", "-": "farther" };
for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", actions[button.dataset.go]);
chooser.addEventListener("change", () => { choose(chooser.value); go(0); });
slider.addEventListener("input", () => go(Number(slider.value)));
document.addEventListener("keydown", (event) => {
  const action = keys[event.key];
  const isElsewhere = ["INPUT", "BUTTON", "SELECT"].includes(event.target.tagName);
  if (action && !isElsewhere && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    actions[action]();
  }
});
canvas.addEventListener("scroll", () => requestAnimationFrame(drawVisible));
// A page shows the last pass first, and may be opened at a step of it: #12.
choose(passes.length - 1);
go(Number(location.hash.slice(1) || 1) - 1);
