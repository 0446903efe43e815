// The board as a picture: as SVG and as PNG.

import { fileText } from "./file-text.js";

/** The size of a square in SVG, and the width of a board as PNG, in pixels. */
const [SQUARE, WIDTH] = [100, 800];
/** The places of the pieces in their file, by rows. */
const SPRITE = ["KQRBNP", "kqrbnp", "XO"];

/** The page's board as SVG, with these pieces and the squares of the last move, and with its arrows if wanted. */
export async function boardSvg(board, { pieces, lastMove, hasArrows = false }) {
  const { columns, rows, cells } = board.squares;
  const [width, height] = [columns * SQUARE, rows * SQUARE];
  const sprite = await fileText("pieces.svg");
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

/** SVG as PNG. */
export async function png(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(WIDTH, Math.round((WIDTH * image.height) / image.width));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/png" });
}
