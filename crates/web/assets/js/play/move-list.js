// The moves of a game in two columns, with variations in parentheses. Every move is a link to its position.

import { scoreButton } from "../apart/score-button.js";
import { element } from "../dom.js";
import { MISTAKES, mistakeOf, noteOf } from "../game/judged.js";
import { glyphOf, isMoveMark } from "../game/glyphs.js";
import { shownComment } from "../game/pgn-file.js";
import { isRoll, lastOf, pathTo } from "../game/move-tree.js";
import { firstPly, moveNumber } from "../game/pgn-writer.js";
import { scoreText } from "../score.js";
import { openMove } from "./move-dialog.js";

/** The number of plies of the main line drawn together, and laid out only when in view. */
const BLOCK = 40;

/** How long a finger rests on a move, in milliseconds, to open its dialog. */
const LONG_PRESS = 500;

/** The list of moves of one session. */
export class MoveList {
  constructor(session) {
    this.session = session;
    this.host = element("div", { class: "moves", role: "group", "aria-label": "Moves" });
    /** The moves of the buttons, and the buttons of the moves. */
    this.nodes = new WeakMap();
    this.links = new WeakMap();
    this.blocks = [];
    this.host.addEventListener("click", (event) => this.withMove(event, (node) => session.visit(node)));
    this.host.addEventListener("contextmenu", (event) => this.withMove(event, (node) => this.open(node, event)));
    let held = null;
    this.host.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse") held = setTimeout(() => this.withMove(event, (node) => this.open(node, event)), LONG_PRESS);
    });
    for (const end of ["pointerup", "pointercancel", "pointermove"]) this.host.addEventListener(end, () => clearTimeout(held));
  }

  /** Does something with the move of an event's button, if it has one. */
  withMove(event, run) {
    const node = this.nodes.get(event.target.closest("button"));
    if (node) run(node);
  }

  /** Opens the dialog about a move. On some phones a long press also opens a menu. */
  open(node, event) {
    event.preventDefault();
    if (document.querySelector("dialog[open]")) return;
    openMove(this.session, node, `${moveNumber(this.plyOf(node))} ${node.move.san ?? node.move.move}`);
  }

  /** Draws the list again if the game has changed, and marks the current move. */
  draw() {
    const { tree, node } = this.session;
    const hadFocus = this.host.contains(document.activeElement);
    if (tree.edition !== this.edition) this.build();
    this.edition = tree.edition;
    this.current?.removeAttribute("aria-current");
    this.current = this.links.get(node);
    this.current?.setAttribute("aria-current", "true");
    if (hadFocus) this.current?.focus({ preventScroll: true });
    this.scrollTo(this.current);
  }

  /** Draws the blocks that have changed. */
  build() {
    const { tree, game } = this.session;
    this.first = game.is_chess ? firstPly(tree.start) : tree.firstSide;
    const main = pathTo(lastOf(tree.root));
    const lines = [];
    for (const node of main) {
      const ply = this.plyOf(node);
      if (lines.length === 0 || ply % BLOCK === 0) lines.push([]);
      lines.at(-1).push(node);
    }
    this.blocks = lines.map((line, index) => this.block(line, this.blocks[index]));
    const shown = [...this.comments(tree.root), ...this.blocks.map(({ host }) => host)];
    if (shown.length === 0) shown.push(element("p", { class: "quiet" }, "No moves yet."));
    replaceChanged(this.host, shown);
  }

  /** A part of the main line with its variations: the existing block, if nothing in it has changed. */
  block(line, old) {
    const nodes = line.flatMap((node) => [node, ...node.parent.children.slice(1).flatMap(allFrom)]);
    const said = JSON.stringify([this.first, nodes.map(({ move, marks, score, judgment, before, comments }) => [move.san, marks, score, judgment, before, comments])]);
    if (old?.said === said && old.nodes.length === nodes.length && nodes.every((node, index) => node === old.nodes[index])) return old;
    return { nodes, said, host: element("div", { class: "block" }, this.lines(line)) };
  }

  /** The lines of a part of the main line: the moves of both sides beside each other, comments and variations below them. */
  lines(line) {
    const lines = [];
    let turn = null;
    const addAside = (items) => {
      if (items.length === 0) return;
      lines.push(element("div", { class: "aside" }, items));
      turn = null;
    };
    for (const node of line) {
      const ply = this.plyOf(node);
      addAside(before(node));
      // A roll is written before the move that it's for.
      const isWritten = isRoll(node.move) && node.children.length > 0;
      if (!isWritten && (turn === null || ply % 2 === 0)) {
        const gap = ply % 2 === 0 ? null : element("span", { class: "move" });
        turn = element("div", { class: "turn" }, number(ply), gap);
        lines.push(turn);
      }
      if (!isWritten) turn.append(this.move(node));
      addAside([...this.comments(node), ...node.parent.children.slice(1).map((variation) => this.variation(variation, true))]);
    }
    return lines;
  }

  /** The moves of a variation after a node, with variations in parentheses. */
  line(parent) {
    const items = [];
    let isNumbered = this.comments(parent).length > 0;
    for (let node = parent; node.children.length > 0; node = node.children[0]) {
      const [main, ...variations] = node.children;
      items.push(...this.numbered(main, isNumbered), ...this.comments(main));
      items.push(...variations.map((variation) => this.variation(variation, false)));
      isNumbered = variations.length > 0 || this.comments(main).length > 0;
    }
    return items;
  }

  variation(node, isFirstLevel) {
    const moves = [...this.numbered(node, true), ...this.comments(node), ...this.line(node)];
    return element("span", { class: isFirstLevel ? "variation outer" : "variation" }, "(", moves, ")");
  }

  /** A move with its number, if it needs one, and the comments before it. */
  numbered(node, isNumbered) {
    const ply = this.plyOf(node);
    const comments = before(node);
    const needsNumber = isNumbered || ply % 2 === 0 || comments.length > 0;
    return [...comments, element("span", { class: "numbered" }, needsNumber ? number(ply) : null, this.move(node))];
  }

  plyOf(node) {
    return this.first + node.ply - (isRoll(node.move) ? 0 : 1);
  }

  move(node) {
    const roll = isRoll(node.parent.move) ? `${node.parent.move.san}: ` : "";
    const san = roll + (node.move.san ?? node.move.move);
    const mistake = mistakeOf(node);
    const marks = [...new Set([...node.marks, mistake].filter(Boolean))];
    const glyphs = marks.filter((mark) => !isMoveMark(mark)).map(glyphOf);
    const signs = glyphs.map(({ sign, meaning }) => element("abbr", { class: "glyph", title: meaning }, sign));
    const link = element("button", { type: "button", class: mistake ? MISTAKES[mistake] : null }, san + marks.filter(isMoveMark).join(""), signs);
    this.nodes.set(link, node);
    this.links.set(node, link);
    return element("span", { class: "move" }, link, node.score && scoreButton(scoreText(node.score, this.session.game), () => this.found(node)));
  }

  /** Returns what the score of a move is about. The line begins with the move. */
  found(node) {
    const { move, score, search } = node;
    // A request can't have a null move.
    if (move.move === null) return this.about(node, { score, line: [] });
    return this.about(node.parent, { ...search, score, line: [move.move, ...(search?.line ?? [])] });
  }

  about(node, { score, line, evaluator }) {
    const { session } = this;
    return { game: session.game, place: session.place(node), line, score, side: 0, evaluator };
  }

  /** The comments after a move; a rating has the color of its mark. */
  comments(node) {
    const note = noteOf(node);
    const said = node.comments.map(shownComment).filter(Boolean).map((text) => comment(text));
    return [...said, ...(note ? [comment(note, MISTAKES[node.judgment.mark])] : [])];
  }

  // Scrolls only the list, never the page under a user's hand.
  scrollTo(link) {
    if (!link) {
      this.host.scrollTop = 0;
      return;
    }
    const place = link.getBoundingClientRect().top - this.host.getBoundingClientRect().top;
    if (place < 30 || place > this.host.clientHeight - 50) this.host.scrollTop += place - this.host.clientHeight / 2;
  }
}

const before = (node) => node.before.map(shownComment).filter(Boolean).map((text) => comment(text));
const comment = (text, kind = "") => element("span", { class: `comment ${kind}`.trim() }, text);
const number = (ply) => element("span", { class: "number" }, moveNumber(ply));

/** A node and all that follow it. */
const allFrom = (node) => [node, ...node.children.flatMap(allFrom)];

/** Gives an element these children; existing ones stay in the page. */
function replaceChanged(host, children) {
  children.forEach((child, index) => {
    const old = host.children[index];
    if (old === undefined) host.append(child);
    else if (old !== child) old.replaceWith(child);
  });
  while (host.children.length > children.length) host.lastElementChild.remove();
}
