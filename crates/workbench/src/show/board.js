// Draws pieces on a board that the page has as SVG: its pieces are replaced, its squares stay.
function makeBoard(svg) {
  const groups = [...svg.querySelectorAll("g")].filter((group) => group.querySelector(":scope > use"));
  const prefix = groups[0].querySelector("use").getAttribute("href").slice(0, -1);
  const marks = document.createElementNS("http://www.w3.org/2000/svg", "g");
  groups[0].before(marks);
  const place = (square) => [(square.charCodeAt(0) - 97) * 100, (8 - square[1]) * 100];
  const add = (parent, name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
  };
  // Pieces as a map from squares to letters, and the squares that changed last.
  return (pieces, changed = []) => {
    for (const group of groups) group.replaceChildren();
    for (const [square, letter] of pieces) {
      const [x, y] = place(square), kind = letter.toLowerCase();
      add(groups[letter === kind ? 1 : 0], "use", { href: prefix + kind, x, y });
    }
    marks.replaceChildren();
    for (const square of changed) {
      const [x, y] = place(square);
      add(marks, "rect", { x, y, width: 100, height: 100, fill: "#e3b505", opacity: ".45" });
    }
  };
}

// Reads "e2. e4P" into a map; a point empties a square. Returns the squares.
function applyChanges(pieces, text) {
  const changes = text.split(" ").filter(Boolean);
  for (const change of changes) {
    const square = change.slice(0, 2), letter = change[2];
    if (letter === ".") pieces.delete(square); else pieces.set(square, letter);
  }
  return changes.map((change) => change.slice(0, 2));
}
