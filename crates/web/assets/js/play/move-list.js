// The moves of a game, with variations in parentheses. Every move is a link to its position.

import { element } from "../dom.js";
import { MISTAKES, mistakeOf, noteOf } from "../game/judged.js";
import { glyphOf, isMoveMark } from "../game/glyphs.js";
import { shownComment } from "../game/pgn-file.js";
import { firstPly, moveNumber } from "../game/pgn-writer.js";
import { scoreText } from "../score.js";

/** The list of moves of one session. */
export class MoveList {
  constructor(session) {
    this.session = session;
    this.host = element("div", { class: "moves", role: "group", "aria-label": "Moves" });
    this.host.addEventListener("click", (event) => {
      const node = this.buttons?.get(event.target.closest("button"));
      if (node) session.visit(node);
    });
  }

  /** Draws the list anew. */
  draw() {
    const { tree, game } = this.session;
    this.buttons = new Map();
    this.first = game.is_chess ? firstPly(tree.start) : tree.firstSide;
    const focused = document.activeElement;
    const hadFocus = this.host.contains(focused);
    const items = this.comments(tree.root).concat(this.line(tree.root, true));
    this.host.replaceChildren(...(items.length > 0 ? items : [element("p", { class: "quiet" }, "No moves yet.")]));
    const current = this.host.querySelector("[aria-current]");
    if (hadFocus) current?.focus();
    this.scrollTo(current);
  }

  /** The moves after a node: the main line, with the variations after the moves that they replace. */
  line(parent, isMainLine) {
    const items = [];
    let isNumbered = isMainLine || this.comments(parent).length > 0;
    for (let node = parent; node.children.length > 0; node = node.children[0]) {
      const [main, ...variations] = node.children;
      items.push(...this.move(main, isNumbered), ...this.comments(main));
      isNumbered = this.comments(main).length > 0;
      for (const variation of variations) {
        items.push(this.variation(variation, isMainLine));
        isNumbered = true;
      }
    }
    return items;
  }

  variation(node, isFirstLevel) {
    const moves = [...this.move(node, true), ...this.comments(node), ...this.line(node, false)];
    return element("span", { class: isFirstLevel ? "variation outer" : "variation" }, "(", moves, ")");
  }

  /** A move, and the comments before it. */
  move(node, isNumbered) {
    const ply = this.first + node.ply - 1;
    const before = node.before.map(shownComment).filter(Boolean).map(comment);
    const number = ply % 2 === 0 || isNumbered || before.length > 0 ? element("span", { class: "number" }, moveNumber(ply)) : null;
    const isCurrent = node === this.session.node;
    const san = node.move.san ?? node.move.move;
    const mistake = mistakeOf(node);
    const marks = [...new Set([...node.marks, mistake].filter(Boolean))];
    const glyphs = marks.filter((mark) => !isMoveMark(mark)).map(glyphOf);
    const signs = glyphs.map(({ sign, meaning }) => element("abbr", { class: "glyph", title: meaning }, sign));
    const link = element("button", { type: "button", "aria-current": isCurrent ? "true" : null, class: mistake ? MISTAKES[mistake] : null }, san + marks.filter(isMoveMark).join(""), signs);
    this.buttons.set(link, node);
    const score = node.score ? element("span", { class: "move-score" }, scoreText(node.score)) : null;
    return [...before, element("span", { class: "move" }, number, link, score)];
  }

  comments(node) {
    return [...node.comments.map(shownComment), noteOf(node)].filter(Boolean).map(comment);
  }

  // Only the list scrolls, never the page under a user's hand.
  scrollTo(link) {
    if (!link) {
      this.host.scrollTop = 0;
      return;
    }
    const place = link.getBoundingClientRect().top - this.host.getBoundingClientRect().top;
    if (place < 30 || place > this.host.clientHeight - 50) this.host.scrollTop += place - this.host.clientHeight / 2;
  }
}

const comment = (text) => element("span", { class: "comment" }, text);
