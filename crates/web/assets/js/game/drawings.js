// Arrows and rings that belong to a position. PGN keeps them in comments, as `[%cal Ge2e4]` and `[%csl Rd5]`, and so does a node.

const COLORS = { G: "green", R: "red", Y: "yellow", B: "blue" };
const COMMAND = /\[%c[as]l ([^\]]*)\]\s*/g;
const SHAPE = /^([GRYB])([a-zA-Z]\d+)([a-zA-Z]\d+)?$/;

/** What is drawn in the position of a node: `{ from, to, color }`, where a ring ends where it begins. */
export function drawingsOf({ comments }) {
  const lists = comments.flatMap((text) => [...text.matchAll(COMMAND)].map(([, list]) => list));
  const shapes = lists.flatMap((list) => list.split(",").map((shape) => shape.trim().match(SHAPE)));
  return shapes.filter(Boolean).map(([, letter, from, to = from]) => ({ from, to, color: COLORS[letter] }));
}

/** Replaces the drawings in the position of a node. */
export function setDrawings(node, drawings) {
  const letter = (color) => Object.keys(COLORS).find((known) => COLORS[known] === color);
  const command = (name, shapes) => (shapes.length > 0 ? `[%${name} ${shapes.join(",")}]` : null);
  const rings = drawings.filter(({ from, to }) => from === to).map(({ from, color }) => letter(color) + from);
  const arrows = drawings.filter(({ from, to }) => from !== to).map(({ from, to, color }) => letter(color) + from + to);
  const [first = "", ...others] = node.comments.map((text) => text.replace(COMMAND, "").trim());
  node.comments = [[command("csl", rings), command("cal", arrows), first].filter(Boolean).join(" "), ...others].filter(Boolean);
}
