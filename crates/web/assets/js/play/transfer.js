// Positions and games as text and files: FEN and PGN, in and out, and pictures.

import { post } from "../api.js";
import { announce, showProblem } from "../announce.js";
import { button, element, field } from "../dom.js";
import { lastOf, pathTo } from "../game/move-tree.js";
import { squaresOf } from "../game/placement.js";
import { writePgn } from "../game/pgn-writer.js";
import { playerName } from "../player-spec.js";
import { PgnReader } from "./pgn-reader.js";

/** The part of the view in which text is copied, pasted and loaded. */
export class Transfer {
  constructor(session, board) {
    Object.assign(this, { session, board });
    this.position = element("input", { type: "text", spellcheck: "false", autocomplete: "off", onchange: () => this.loadPosition() });
    this.positionField = field("Position", this.position);
    this.text = element("textarea", { rows: 6, spellcheck: "false" });
    this.notes = element("p", { class: "quiet", role: "status" });
    this.file = element("input", { type: "file", accept: ".pgn,.txt,application/x-chess-pgn", hidden: true, onchange: () => this.openFile(this.file.files[0]) });
    this.reader = new PgnReader(session, { writing: () => this.writing(), say: (text) => (this.notes.textContent = text) });
    const load = button("Load", () => this.reader.read(this.text.value, "the text"));
    const pick = button("Open a file", () => this.file.click());
    const copy = button("Copy", () => this.copy(this.text.value, "PGN"));
    const save = button("Save", () => this.save("game.pgn", new Blob([writePgn(this.session.tree, this.writing())], { type: "application/x-chess-pgn" })));
    this.pgn = element("div", { class: "pgn" }, field("Game as PGN", this.text), element("div", { class: "row" }, load, pick, copy, save, this.file), this.reader.again);
    const copies = element("div", { class: "row" }, button("Copy position", () => this.copy(this.position.value, "Position")), button("Copy link", () => this.copy(location.href, "Link")));
    const picture = (text, name) => button(text, () => this.drawPicture(name).catch(showProblem));
    this.pictures = element("div", { class: "row" }, picture("Board as SVG", "board.svg"), picture("Board as PNG", "board.png"), picture("Game as GIF", "game.gif"));
    this.summary = element("summary", {});
    this.host = element("details", { class: "panel transfer", ontoggle: () => this.drawPgn() }, this.summary, this.positionField, copies, this.pictures, this.pgn, this.notes);
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
    this.pictures.hidden = session.grid().columns === 0;
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

  /** Saves the board that is shown, or all positions of the main line, as a picture. */
  async drawPicture(name) {
    const { session, board } = this;
    const at = (node) => ({ pieces: session.pieces(node), lastMove: node.move ? squaresOf(node.move) : [] });
    const { boardSvg, gif, png } = await import("../later/picture.js");
    const svg = () => boardSvg(board, { ...at(session.node), hasArrows: true });
    const draw = {
      "board.svg": async () => new Blob([await svg()], { type: "image/svg+xml" }),
      "board.png": async () => png(await svg()),
      "game.gif": () => gif(board, [session.tree.root, ...pathTo(lastOf(session.tree.root))].map(at)),
    };
    this.notes.textContent = "Drawing …";
    this.save(name, await draw[name]());
    this.notes.textContent = `Saved as ${name}.`;
  }

  save(name, blob) {
    const address = URL.createObjectURL(blob);
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
