// The list of games, and a board to step through each of them.
const games = window.plywood;
const find = (selector) => document.querySelector(`.games ${selector}`);
const show = makeBoard(find(".board svg"));
let game = games[0], ply = 0;

const entries = games.map((each) => {
  const item = document.createElement("li"), button = document.createElement("button");
  button.type = "button";
  button.textContent = `${each.number + 1}. ${each.white} – ${each.black} ${each.result}`;
  button.title = each.reason;
  button.addEventListener("click", () => open(each));
  item.append(button);
  return item;
});
find("ol").append(...entries);
find("input").addEventListener("input", (event) => {
  const wanted = event.target.value.toLowerCase();
  entries.forEach((item, index) => {
    const text = `${item.textContent} ${games[index].reason}`.toLowerCase();
    item.hidden = !text.includes(wanted);
  });
});

// Returns the number before a move after this many plies: "3. " for White, "3… " for Black.
const moveNumber = (before) => `${Math.floor(before / 2) + 1}${before % 2 ? "…" : "."} `;

function open(wanted, at = 0) {
  game = wanted;
  entries.forEach((item, index) => {
    const isOpen = games[index] === game;
    item.firstChild.setAttribute("aria-current", isOpen);
    // Only the list scrolls, not the page.
    const list = item.parentElement, top = item.offsetTop - list.offsetTop;
    const isSeen = top >= list.scrollTop && top + item.offsetHeight <= list.scrollTop + list.clientHeight;
    if (isOpen && !isSeen) list.scrollTop = top - list.clientHeight / 2;
  });
  find("h3").textContent = `${game.white} – ${game.black} ${game.result}`;
  find(".reason").textContent = game.reason;
  const moves = game.plies.map(({ san, eval: score, depth }, index) => {
    const span = document.createElement("span");
    const before = game.plies_before + index;
    span.textContent = (before % 2 === 0 || index === 0 ? moveNumber(before) : "") + san;
    span.title = score === null ? "" : `${score}${depth ? `, depth ${depth}` : ""}`;
    span.className = score === null ? "book" : "";
    span.addEventListener("click", () => go(index + 1));
    return span;
  });
  find(".moves").replaceChildren(...moves.flatMap((move) => [move, " "]));
  go(at);
}

function go(wanted) {
  // NaN, as from a click on a drawing without width, means the start.
  ply = Math.max(0, Math.min(game.plies.length, Math.trunc(wanted) || 0));
  const pieces = new Map();
  applyChanges(pieces, game.start);
  let changed = [];
  for (const { changes } of game.plies.slice(0, ply)) changed = applyChanges(pieces, changes);
  show(pieces, changed);
  const last = game.plies[ply - 1];
  find(".ply").textContent = last
    ? moveNumber(game.plies_before + ply - 1) + last.san + (last.eval === null ? "" : `   ${last.eval}${last.depth ? ` at depth ${last.depth}` : ""}`)
    : "The start";
  find(".moves").querySelectorAll("span").forEach((span, index) => {
    span.classList.toggle("now", index === ply - 1);
    const list = find(".moves");
    if (index === ply - 1) list.scrollTop = span.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
  drawEvaluations();
}

function drawEvaluations() {
  const count = Math.max(1, game.plies.length), x = (index) => (400 * index) / count;
  const points = game.plies.map(({ pawns }, index) => pawns === null ? "" : `${x(index + 1).toFixed(1)},${(45 - 4.2 * pawns).toFixed(1)}`);
  find(".evaluations").innerHTML =
    `<path class="zero" d="M0 45H400"/><polyline points="${points.filter(Boolean).join(" ")}"/><path class="now" d="M${x(ply)} 0V90"/>`;
}

find(".evaluations").addEventListener("click", (event) => {
  const { left, width } = find(".evaluations").getBoundingClientRect();
  go(Math.round(((event.clientX - left) / width) * game.plies.length));
});

// The games that match the search.
const beside = (step) => {
  const listed = games.filter((_, index) => !entries[index].hidden);
  const next = listed[listed.indexOf(game) + step];
  if (next) open(next);
};
const actions = {
  first: () => go(0), back: () => go(ply - 1), on: () => go(ply + 1), last: () => go(Infinity),
  previous: () => beside(-1), next: () => beside(1),
};
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", ArrowUp: "previous", ArrowDown: "next" };
for (const button of document.querySelectorAll(".games [data-go]")) button.addEventListener("click", actions[button.dataset.go]);
document.addEventListener("keydown", (event) => {
  const action = keys[event.key];
  if (action && event.target.tagName !== "INPUT" && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    actions[action]();
  }
});
// The address may name a game and a ply of it: #3.20.
const [number, at] = location.hash.slice(1).split(".").map(Number);
if (game) open(games[(number || 1) - 1] ?? game, at || 0);
