// The board as a picture: as SVG, as PNG, and a whole game as an animated GIF.

import { Gif } from "./gif.js";

const PIECES = new URL("../../pieces.svg", import.meta.url);
/** The size of a square in SVG, and the width of a board in the other pictures, in pixels. */
const SQUARE = 100;
const [WIDTH, GIF_WIDTH] = [800, 480];
/** How long a position is shown, and the last one, in hundredths of a second. */
const [STEP, LAST] = [80, 300];
/** The places of the pieces in their file, by rows. */
const SPRITE = ["KQRBNP", "kqrbnp", "XO"];

/** The page's board as SVG, with these pieces and the squares of the last move, and with its arrows if wanted. */
export async function boardSvg(board, { pieces, lastMove, hasArrows = false }) {
  const { columns, rows, cells } = board.squares;
  const [width, height] = [columns * SQUARE, rows * SQUARE];
  const sprite = await (await fetch(PIECES)).text();
  const shapes = sprite.slice(sprite.indexOf(">") + 1, sprite.lastIndexOf("</svg>"));
  const squares = [...cells].map(([square, cell]) => squareSvg(board, square, cell, lastMove.includes(square)));
  const men = [...pieces].map(([square, letter]) => pieceSvg(board, square, letter));
  const arrows = hasArrows ? [...board.arrows.host.children].map(arrowSvg) : [];
  return [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`, `<defs><g id="pieces">${shapes}</g></defs>`, ...squares, ...men, ...arrows, "</svg>"].join("\n");
}

function squareSvg(board, square, cell, isLast) {
  const { x, y } = placeOf(board, square);
  const { isChess, color, pictures } = board.shown.grid;
  const style = getComputedStyle(cell);
  const ink = style.getPropertyValue("--ink");
  const rect = (more) => `<rect x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" shape-rendering="crispEdges" ${more}/>`;
  const label = (text, left, top, anchor) => (text ? `<text x="${x + left}" y="${y + top}" text-anchor="${anchor}" font-family="sans-serif" font-weight="600" font-size="17" fill="${ink}">${text}</text>` : "");
  const empty = pictures?.["."];
  return [
    rect(`fill="${style.backgroundColor}"${isChess || color ? "" : ` stroke="${ink}"`}`),
    empty ? nested(x, y, "0 0 70 70", empty) : "",
    isLast ? rect('fill="#ecd02e" opacity="0.48"') : "",
    label(cell.dataset.rank, 4, 19, "start"),
    label(cell.dataset.file, 94, 94, "end"),
  ].join("");
}

function pieceSvg(board, square, letter) {
  const { x, y } = placeOf(board, square);
  const { isChess, pictures } = board.shown.grid;
  if (pictures?.[letter]) return nested(x, y, "0 0 70 70", pictures[letter]);
  const row = SPRITE.findIndex((letters) => letters.includes(letter));
  if (row === -1 || (row < 2 && !isChess)) return `<text x="${x + 50}" y="${y + 72}" text-anchor="middle" font-family="sans-serif" font-size="62">${letter}</text>`;
  return nested(x, y, `${100 * SPRITE[row].indexOf(letter)} ${100 * row} 100 100`, '<use href="#pieces"/>');
}

const nested = (x, y, viewBox, shapes) => `<svg x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" viewBox="${viewBox}">${shapes}</svg>`;

function placeOf(board, square) {
  const { x, y } = board.squares.placeOf(square);
  return { x: x * SQUARE, y: y * SQUARE };
}

/** An arrow or a ring with its colors from the page's style. */
function arrowSvg(arrow) {
  const { fill, stroke, strokeWidth, opacity } = getComputedStyle(arrow);
  const copy = arrow.cloneNode();
  for (const [name, value] of Object.entries({ fill, stroke, "stroke-width": strokeWidth, opacity })) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

/** Draws SVG on a canvas of this width in pixels. */
async function onCanvas(svg, width) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(width, Math.round((width * image.height) / image.width));
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** SVG as PNG. */
export async function png(svg) {
  return (await onCanvas(svg, WIDTH)).convertToBlob({ type: "image/png" });
}

/** Positions as an animated GIF: each `{ pieces, lastMove }` is drawn like the page's board. */
export async function gif(board, positions) {
  const draw = async (position) => {
    const canvas = await onCanvas(await boardSvg(board, position), GIF_WIDTH);
    const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return { colors: new Uint32Array(data.buffer), width, height };
  };
  const first = await draw(positions[0]);
  const last = await draw(positions.at(-1));
  const palette = commonest([first, last]);
  const rgb = palette.map(parts);
  const known = new Map(palette.map((color, index) => [color, index]));
  const found = new Gif(first.width, first.height, rgb);
  for (const position of positions) {
    const { colors } = await draw(position);
    found.add(Uint8Array.from(colors, (color) => nearest(color, rgb, known)), position === positions.at(-1) ? LAST : STEP);
  }
  return found.end();
}

/** The 256 most frequent colors. */
function commonest(frames) {
  const counts = new Map();
  for (const { colors } of frames) for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, 256).map(([color]) => color);
}

/** The index of the nearest color in a palette; `known` caches it. */
function nearest(color, rgb, known) {
  const seen = known.get(color);
  if (seen !== undefined) return seen;
  const [red, green, blue] = parts(color);
  const away = rgb.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  const index = away.indexOf(Math.min(...away));
  known.set(color, index);
  return index;
}

/** Red, green and blue of a color as a canvas keeps it. */
const parts = (color) => [color & 255, (color >> 8) & 255, (color >> 16) & 255];
