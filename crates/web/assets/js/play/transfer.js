// Positions and games as text and files: FEN and PGN, in and out.

import { post } from "../api.js";
import { announce, showProblem } from "../announce.js";
import { button, element, field } from "../dom.js";
import { writePgn } from "../game/pgn-writer.js";
import { playerName } from "../player-spec.js";
import { PgnReader } from "./pgn-reader.js";

/** The part of the view in which text is copied, pasted and loaded. */
export class Transfer {
  constructor(session) {
    this.session = session;
    this.position = element("input", { type: "text", spellcheck: "false", autocomplete: "off", onchange: () => this.loadPosition() });
    this.positionField = field("Position", this.position);
    this.text = element("textarea", { rows: 6, spellcheck: "false" });
    this.notes = element("p", { class: "quiet", role: "status" });
    this.file = element("input", { type: "file", accept: ".pgn,.txt,application/x-chess-pgn", hidden: true, onchange: () => this.openFile(this.file.files[0]) });
    this.reader = new PgnReader(session, { writing: () => this.writing(), say: (text) => (this.notes.textContent = text) });
    const load = button("Load", () => this.reader.read(this.text.value, "the text"));
    const pick = button("Open a file", () => this.file.click());
    const copy = button("Copy", () => this.copy(this.text.value, "PGN"));
    const save = button("Save", () => this.save());
    this.pgn = element("div", { class: "pgn" }, field("Game as PGN", this.text), element("div", { class: "row" }, load, pick, copy, save, this.file), this.reader.again);
    const copies = element("div", { class: "row" }, button("Copy position", () => this.copy(this.position.value, "Position")), button("Copy link", () => this.copy(location.href, "Link")));
    this.summary = element("summary", {});
    this.host = element("details", { class: "panel transfer", ontoggle: () => this.drawPgn() }, this.summary, this.positionField, copies, this.pgn, this.notes);
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
    this.drawPgn();
  }

  /** Writes the game if it is seen and has changed. What is typed stays. */
  drawPgn() {
    const { game, tree } = this.session;
    if (!this.host.open || !game.is_chess || tree.edition === this.drawn || document.activeElement === this.text) return;
    this.drawn = tree.edition;
    this.text.value = writePgn(tree, this.writing());
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
    await this.reader.read(await file.text(), file.name);
    this.file.value = "";
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
