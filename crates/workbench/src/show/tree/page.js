// Steps through the passes of a search, and shows the position of each step.
const passes = window.plywood;
// In the frame of a book the page around it has the words.
document.documentElement.classList.toggle("framed", window.parent !== window);
const find = (selector) => document.querySelector(selector);
const boardPanel = find(".board"), { game } = boardPanel.dataset;
const showPieces = game === "chess" ? makeBoard(boardPanel.querySelector("svg")) : null;

// As players write scores; a written tree has plain numbers.
function scoreText(score) {
  if (score === null) return "–";
  const { cp } = readScore(score);
  if (cp === undefined) return mateText(readScore(score));
  return game === "tree" ? `${cp}` : `${cp > 0 ? "+" : cp < 0 ? "−" : ""}${(Math.abs(cp) / 100).toFixed(2)}`;
}

const ICONS = { first: "|◀", previous: "◀", play: "▶ play", next: "▶", last: "▶|", cut: "✂" };

function button(icon, name, onclick) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = ICONS[icon];
  made.title = name;
  made.setAttribute("aria-label", name);
  made.addEventListener("click", onclick);
  return made;
}

function drawing(name, attributes, parent) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

// The position of a node, with the squares that its move has changed.
function showBoard(node, nodes) {
  const rows = (node) => (node.board ?? "").split("\n").filter(Boolean).map((row) => showPieces ? row.split(" ") : [...row]);
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
  const svg = drawing("svg", { viewBox: `0 0 ${columns * 40} ${rows * 40}`, class: hasDiscs ? "discs" : "signs" }, document.createDocumentFragment());
  for (const { sign, x, y, isNew } of cells) {
    const cell = drawing("g", { transform: `translate(${x * 40} ${y * 40})`, class: `${isNew ? "new" : ""}` }, svg);
    drawing("rect", { width: 40, height: 40 }, cell);
    if (hasDiscs) drawing("circle", { class: { X: "first", O: "second" }[sign] ?? "", cx: 20, cy: 20, r: 15 }, cell);
    else if (sign === "X") drawing("path", { d: "M11 11l18 18m0-18l-18 18" }, cell);
    else if (sign === "O") drawing("circle", { cx: 20, cy: 20, r: 10 }, cell);
  }
  boardPanel.replaceChildren(svg);
}

const stepper = new Stepper({ scoreText, button, onStep: (_line, node) => showBoard(stepper.story.nodes[node], stepper.story.nodes) });
stepper.text.setAttribute("aria-live", "polite");
stepper.playButton.addEventListener("playing", ({ detail }) => (stepper.playButton.textContent = detail ? "❚❚ pause" : ICONS.play));
find(".stepper").append(stepper.chooser, stepper.view.host, stepper.tools, stepper.slider, stepper.legend);
find(".story").append(stepper.text, stepper.facts);

document.addEventListener("keydown", (event) => {
  const isElsewhere = ["INPUT", "SELECT"].includes(event.target.tagName);
  if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
  if (stepper.press(event.key)) event.preventDefault();
});
// A page shows the last pass first, and may be opened at a step of it: #12.
const count = passes.reduce((sum, { nodes }) => sum + nodes.length, 0);
stepper.show(passes, `${count} nodes.`, { at: (parseInt(location.hash.slice(1), 10) || 1) - 1 });
