// Markup of the elements for a server: readable before any script runs, and without scripts at all.

import { gridOf } from "./page/game/placement.js";
import { spokenSquare } from "./page/game/spoken.js";
import { Squares, pictureAddress } from "./page/board/squares.js";
import { scoreText } from "./page/score.js";
import { Story } from "./page/stepper/story.js";
import { aboutGame, boardLabel, isSecond, positionOf } from "./rules.js";

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => String(text).replace(/[&<>"]/g, (letter) => ESCAPES[letter]);

/** Attributes as markup, without those that are null or false. */
function attributes(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== false);
  return given.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`)).join("");
}

const shadow = (stylesheet, content) => `<template shadowrootmode="open"><link rel="stylesheet" href="${escaped(stylesheet)}">${content}</template>`;

/** The steps of a search that are written out. */
const MOST_STEPS = 200;

/** A `<plywood-board>` with its position. `stylesheet` is where the page has `plywood-games/elements.css`. */
export async function renderBoard({ stylesheet, game = "chess", position, moves = [], orientation, interactive = false, label }) {
  const answer = await positionOf({ game, position, moves });
  const given = attributes({ game, position, moves: moves.join(" ") || null, orientation, interactive: interactive === true ? true : interactive, label });
  const content = answer.grid ? board(answer, isSecond(orientation), label) : `<pre>${escaped(answer.text)}</pre>`;
  return `<plywood-board${given}>${shadow(stylesheet, content)}</plywood-board>`;
}

function board(answer, isFlipped, label) {
  const about = aboutGame(answer.game);
  const grid = gridOf(about, answer);
  const squares = Object.assign(Object.create(Squares.prototype), { ...grid, isFlipped });
  const rows = Array.from({ length: grid.rows }, (_, y) => {
    const cells = Array.from({ length: grid.columns }, (_, x) => cell(squares, answer.grid.cells, grid, [x, y]));
    return `<div role="row">${cells.join("")}</div>`;
  });
  const kind = attributes({ class: `board${about.is_chess ? "" : " cells"}`, "data-game": answer.game, "data-columns": grid.columns });
  return `<div${kind}><div role="grid" class="squares" aria-label="${escaped(label ?? boardLabel(answer))}">${rows.join("")}</div></div>`;
}

function cell(squares, cells, grid, [x, y]) {
  const square = squares.seenAt(x, y);
  const letter = cells[square];
  const spoken = attributes({ role: "gridcell", ...squares.lookOf(square, x, y), "aria-label": spokenSquare(square, letter, grid) });
  const picture = grid.pictures[letter ?? "."];
  if (picture) return `<div${spoken}><img alt="" src="${pictureAddress(picture)}"></div>`;
  return `<div${spoken}>${letter ? `<div class="piece" data-piece="${escaped(letter)}"></div>` : ""}</div>`;
}

/** A `<plywood-search>` with a recorded search, whose steps can be read without scripts. */
export function renderSearch({ stylesheet, recorded, game = recorded.game, strategy, label }) {
  const { nodes } = recorded.passes.at(-1);
  const story = new Story(nodes, (score) => scoreText(score, aboutGame(game ?? "chess")));
  const steps = story.steps.slice(0, MOST_STEPS).map((_, at) => `<li>${escaped(story.describe(at))}</li>`);
  const more = story.steps.length > MOST_STEPS ? `<p>${story.steps.length - MOST_STEPS} more steps</p>` : "";
  const data = JSON.stringify(recorded).replaceAll("<", "\\u003c");
  const content = `<div class="search"><ol>${steps.join("")}</ol>${more}</div>`;
  return `<plywood-search${attributes({ game, strategy, label })}>${shadow(stylesheet, content)}<script type="application/json">${data}</script></plywood-search>`;
}
