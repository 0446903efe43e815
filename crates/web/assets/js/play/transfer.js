// Positions and games as text: FEN and PGN, in and out.

import { post, postText } from "../api.js";
import { announce, showProblem } from "../announce.js";
import { gameNamed } from "../catalog.js";
import { button, element, field, select } from "../dom.js";
import { writePgn } from "../game/pgn-writer.js";
import { lastOf } from "../game/move-tree.js";
import { playerName } from "../player-spec.js";

/** The part of the view in which text is copied, pasted and loaded. */
export class Transfer {
  constructor(session) {
    this.session = session;
    this.position = element("input", { type: "text", spellcheck: "false", autocomplete: "off", onchange: () => this.loadPosition() });
    this.positionField = field("Position", this.position);
    this.text = element("textarea", { rows: 6, spellcheck: "false" });
    this.choice = element("div", {});
    this.notes = element("p", { class: "quiet" });
    this.pgn = element(
      "div",
      { class: "pgn" },
      field("Game as PGN", this.text),
      element("div", { class: "row" }, button("Load", () => this.loadPgn()), button("Copy", () => this.copy(this.text.value, "PGN")), button("Save", () => this.save())),
      this.choice,
      this.notes,
    );
    const copy = element("div", { class: "row" }, button("Copy position", () => this.copy(this.position.value, "Position")), button("Copy link", () => this.copy(location.href, "Link")));
    this.host = element("details", { class: "panel transfer" }, element("summary", {}, "FEN and PGN"), this.positionField, copy, this.pgn);
  }

  /** Shows the current position and game. */
  draw() {
    const { session } = this;
    const isChess = session.game.name.startsWith("chess");
    this.positionField.firstElementChild.textContent = isChess ? "Position as FEN" : "Position";
    this.position.value = session.node.position ?? "";
    this.pgn.hidden = !isChess;
    if (document.activeElement !== this.text && !this.pgn.hidden) this.text.value = this.written();
  }

  written() {
    const { tree, players, game } = this.session;
    const [first, second] = players.map(playerName);
    return writePgn(tree, { names: [first, second], result: this.result(), standardStart: game.start });
  }

  result() {
    const { outcome, claim } = lastOf(this.session.tree.root).answer ?? {};
    if (!outcome) return claim ? "1/2-1/2" : "*";
    return { white: "1-0", black: "0-1" }[outcome.winner] ?? "1/2-1/2";
  }

  async loadPosition() {
    const { game, players } = this.session;
    try {
      const answer = await post("/legal-moves", { game: game.name, position: this.position.value.trim() });
      await this.session.start(game, answer.position, players);
      showProblem(null);
    } catch (error) {
      showProblem(error);
    }
  }

  async loadPgn() {
    try {
      const { games } = await postText("/pgn", this.text.value);
      const titles = games.map((game, index) => [String(index), titleOf(game, index)]);
      const list = select(titles, "0", (index) => this.open(games[index]), { "aria-label": "Game of the file" });
      this.choice.replaceChildren(...(games.length > 1 ? [list] : []));
      if (games.length > 0) await this.open(games[0]);
      else showProblem(new Error("There is no game in this text."));
    } catch (error) {
      showProblem(error);
    }
  }

  /** Opens a game of a file for looking at; a person plays both sides. */
  async open(pgn) {
    const { session } = this;
    await session.start(await gameNamed(pgn.game), pgn.start, [null, null]);
    const nodes = [];
    for (const move of pgn.nodes) {
      const parent = move.parent === null ? session.tree.root : nodes[move.parent];
      const node = session.addMove(parent, move);
      Object.assign(node, { comments: move.comments, marks: move.marks, score: move.score });
      nodes.push(node);
    }
    const errors = [...pgn.errors, ...(pgn.warnings ?? [])].map((error) => error.message ?? String(error));
    this.notes.textContent = errors.length === 0 ? `${nodes.length} moves loaded.` : errors.join(" ");
    announce(this.notes.textContent);
    await session.visit(session.tree.root);
    this.session.dispatchEvent(new Event("loaded"));
  }

  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      announce(`${what} copied.`);
      this.notes.textContent = `${what} copied.`;
    } catch {
      showProblem(new Error("The browser does not allow copying here; select the text instead."));
    }
  }

  save() {
    const address = URL.createObjectURL(new Blob([this.text.value], { type: "application/x-chess-pgn" }));
    element("a", { href: address, download: "game.pgn" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}

function titleOf({ tags, result }, index) {
  return `${index + 1}. ${tags.White ?? "?"} – ${tags.Black ?? "?"}, ${result}`;
}
