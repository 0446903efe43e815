// Positions and games as text and files: FEN and PGN, in and out.

import { post, postText } from "../api.js";
import { announce, showProblem } from "../announce.js";
import { gameNamed } from "../catalog.js";
import { button, element, field } from "../dom.js";
import { aboutFile, keepFile, keptFile } from "../game/kept-file.js";
import { MoveTree } from "../game/move-tree.js";
import { splitPgn, titleOf } from "../game/pgn-file.js";
import { keepSource, writePgn } from "../game/pgn-writer.js";
import { playerName } from "../player-spec.js";
import { openList } from "./list-dialog.js";

/** The part of the view in which text is copied, pasted and loaded. */
export class Transfer {
  constructor(session) {
    this.session = session;
    this.position = element("input", { type: "text", spellcheck: "false", autocomplete: "off", onchange: () => this.loadPosition() });
    this.positionField = field("Position", this.position);
    this.text = element("textarea", { rows: 6, spellcheck: "false" });
    this.notes = element("p", { class: "quiet", role: "status" });
    this.file = element("input", { type: "file", accept: ".pgn,.txt,application/x-chess-pgn", hidden: true, onchange: () => this.openFile(this.file.files[0]) });
    this.list = button("Games of the file", () => this.openAgain(), { hidden: true });
    aboutFile().then((about) => this.showList(about));
    const load = button("Load", () => this.loadPgn(this.text.value, "the text"));
    const pick = button("Open a file", () => this.file.click());
    const copy = button("Copy", () => this.copy(this.text.value, "PGN"));
    const save = button("Save", () => this.save());
    this.pgn = element("div", { class: "pgn" }, field("Game as PGN", this.text), element("div", { class: "row" }, load, pick, copy, save, this.file), this.list);
    const copies = element("div", { class: "row" }, button("Copy position", () => this.copy(this.position.value, "Position")), button("Copy link", () => this.copy(location.href, "Link")));
    this.summary = element("summary", {});
    this.host = element("details", { class: "panel transfer" }, this.summary, this.positionField, copies, this.pgn, this.notes);
  }

  /** Lets files be dropped on a part of the page. */
  listenToDrops(place) {
    place.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
    place.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      this.openFile(file);
    });
  }

  /** Shows the current position and game. */
  draw() {
    const { session } = this;
    const isChess = session.game.is_chess;
    this.summary.textContent = isChess ? "FEN and PGN" : "Position as text";
    this.positionField.firstElementChild.textContent = isChess ? "Position as FEN" : "Position";
    this.position.value = session.node.position ?? "";
    this.pgn.hidden = !isChess;
    if (document.activeElement !== this.text && isChess) this.text.value = writePgn(session.tree, this.writing());
  }

  /** What the writer must know beside the tree. */
  writing() {
    const { session } = this;
    return { names: session.players.map(playerName), result: session.result(), standardStart: session.game.start };
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

  async openFile(file) {
    await this.loadPgn(await file.text(), file.name);
    this.file.value = "";
  }

  /** Loads the only game of a text, or lets the user choose one of several. The browser keeps a text of several. */
  async loadPgn(text, name) {
    showProblem(null);
    const games = splitPgn(text);
    if (games.length === 0) return showProblem(new Error("There is no game in this text."));
    if (games.length === 1) return this.loadGame(games[0]);
    this.openGames(games, name);
    const about = { name, count: games.length };
    await keepFile(text, about);
    this.showList(about);
  }

  openGames(games, name) {
    const items = games.map((game, index) => ({ text: `${index + 1}. ${titleOf(game.tags)}`, run: () => this.loadGame(game) }));
    openList(`Games of ${name}`, items, "Choose a game to look at. The browser keeps the list until another one is loaded.");
  }

  /** Opens the list of the file that is kept. */
  async openAgain() {
    const [about, text] = await Promise.all([aboutFile(), keptFile()]);
    if (text === null) return showProblem(new Error("The browser has not kept the file; open it again."));
    this.openGames(splitPgn(text), about.name);
  }

  showList(about) {
    this.list.hidden = about === null;
    if (about) this.list.textContent = `The ${about.count.toLocaleString("en-US")} games of ${about.name}`;
  }

  async loadGame({ text, tags }) {
    try {
      const { games } = await postText("/pgn", text);
      if (games.length === 0) throw new Error("There is no game in this text.");
      // Without tags the end of a game shows only in its moves.
      if (games.length === 1) return await this.open(games[0], text, tags);
      const items = games.map((game, index) => ({ text: `${index + 1}. ${titleOf(Object.entries(game.tags))}, ${game.nodes.length} moves`, run: () => this.open(game, null, []) }));
      openList("Games of the text", items, "Choose a game to look at.");
    } catch (error) {
      showProblem(error);
    }
  }

  /** Opens a game of a file for looking at; a person plays both sides. */
  async open(pgn, text, tags) {
    const { session } = this;
    const game = await gameNamed(pgn.game);
    const tree = new MoveTree(game.name, pgn.start);
    Object.assign(tree, { tags, startCells: pgn.start_cells, firstSide: pgn.start.split(" ")[1] === "b" ? 1 : 0 });
    tree.root.comments = pgn.comments ?? [];
    const nodes = [];
    for (const move of pgn.nodes) {
      const node = tree.add(move.parent === null ? tree.root : nodes[move.parent], move);
      Object.assign(node, { before: move.comments_before ?? [], comments: move.comments, marks: move.marks, score: move.score });
      nodes.push(node);
    }
    if (tags.every(([name]) => name !== "Result")) tree.tags = [...tags, ["Result", pgn.result]];
    session.destroys("Another game is open.");
    await session.take({ game, tree, node: tree.root, players: [null, null] });
    if (text !== null) keepSource(tree, text, this.writing());
    const errors = [...pgn.errors, ...(pgn.warnings ?? [])].map((error) => error.message ?? String(error));
    this.notes.textContent = errors.length === 0 ? `${nodes.length} moves loaded.` : errors.join(" ");
    session.changed();
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
    const address = URL.createObjectURL(new Blob([writePgn(this.session.tree, this.writing())], { type: "application/x-chess-pgn" }));
    element("a", { href: address, download: "game.pgn" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
