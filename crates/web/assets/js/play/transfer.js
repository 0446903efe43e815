// Positions and games as text and files: FEN and PGN, in and out, and pictures.

import { post } from "../api.js";
import { copyText, showNotice, showProblem } from "../announce.js";
import { button, element, field, select } from "../dom.js";
import { decoded, ENCODINGS } from "../game/decoded.js";
import { squaresOf } from "../game/placement.js";
import { writePgn } from "../game/pgn-writer.js";
import { pack } from "../game/packed.js";
import { formatLink } from "../link.js";
import { playerName } from "../player-spec.js";
import { PgnReader } from "./pgn-reader.js";

/** Some programs cut off a longer link. */
const LONGEST_LINK = 8000;

/** The part of the view for copying, pasting and loading text. */
export class Transfer {
  constructor(session, board) {
    Object.assign(this, { session, board });
    this.position = element("input", { type: "text", spellcheck: "false", autocomplete: "off", onchange: () => this.loadPosition().catch(showProblem) });
    this.positionField = field("Position", this.position);
    this.text = element("textarea", { rows: 6, spellcheck: "false" });
    this.notes = element("p", { class: "quiet", role: "status" });
    this.file = element("input", { type: "file", accept: ".pgn,.txt,application/x-chess-pgn", hidden: true, onchange: () => this.openFile(this.file.files[0]) });
    this.reader = new PgnReader(session, { writing: () => this.writing(), say: (text) => (this.notes.textContent = text) });
    const load = button("Load", () => {
      this.encoding.hidden = true;
      this.reader.read(this.text.value, "the text");
    });
    const pick = button("Open a file", () => this.file.click());
    const copy = button("Copy", () => copyText(this.text.value, "PGN"));
    const save = button("Save", () => this.savePgn());
    this.pgn = element("div", { class: "pgn" }, field("Game as PGN", this.text), element("div", { class: "row" }, load, pick, copy, save, this.file), this.reader.again);
    const copies = element("div", { class: "row" }, button("Copy position", () => copyText(this.position.value, "Position")), button("Copy link", () => this.copyLink().catch(showProblem)));
    const picture = (text, name) => button(text, () => this.drawPicture(name).catch(showProblem));
    this.pictures = element("div", { class: "row" }, picture("Board as SVG", "board.svg"), picture("Board as PNG", "board.png"));
    this.summary = element("summary", {});
    this.encoding = element("div", { class: "encoding", hidden: true });
    this.host = element("details", { class: "transfer", ontoggle: () => this.drawPgn() }, this.summary, this.positionField, copies, this.pictures, this.pgn, this.encoding, this.notes);
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

  /** Writes the game if it's visible and has changed. Typed text stays. */
  drawPgn() {
    const { game, tree } = this.session;
    if (!this.host.open || !game.is_chess || tree.edition === this.drawn || document.activeElement === this.text) return;
    this.drawn = tree.edition;
    this.text.value = writePgn(tree, this.writing());
  }

  /** The writer's settings beside the tree. */
  writing() {
    const { session } = this;
    return { names: session.players.map(playerName), result: session.result(), standardStart: session.game.start };
  }

  async loadPosition() {
    const { game, players } = this.session;
    const answer = await post("/legal-moves", { game: game.name, position: this.position.value.trim() });
    await this.session.start(game, answer.position, players);
    showProblem(null);
  }

  async openFile(file) {
    await this.readBytes(await file.arrayBuffer(), file.name);
    this.file.value = "";
  }

  /** Reads a file; if it isn't UTF-8, says so, and offers other encodings. */
  async readBytes(bytes, name, chosen = null) {
    const { text, encoding } = decoded(bytes, chosen);
    this.encoding.hidden = encoding === null;
    if (encoding !== null) {
      const read = (other) => this.readBytes(bytes, name, other).catch(showProblem);
      this.encoding.replaceChildren(field(`${name} is not UTF-8. If its names look wrong, read it as`, select(ENCODINGS, encoding, read, { "aria-label": "Encoding" })));
      this.host.open = true;
    }
    await this.reader.read(text, name);
  }

  /** Copies a link to the game. Anything that doesn't fit the address is included as PGN, or in a file if the link would be too long. */
  async copyLink() {
    const { tree } = this.session;
    const hasWords = [tree.root, ...tree.nodes()].some(({ before, comments, marks }) => [before, comments, marks].some((said) => said?.length > 0));
    const isPlain = !this.session.game.is_chess || (!hasWords && !tree.ending && tree.source === null);
    if (isPlain) return copyText(location.href, "Link");
    const text = writePgn(tree, this.writing());
    const link = new URL(formatLink("play", { pgn: await pack(text) }), location.href).href;
    if (link.length <= LONGEST_LINK) return copyText(link, "Link");
    this.savePgn();
    showNotice("The game is too long for a link, so it was saved as a file.");
  }

  savePgn() {
    this.save("game.pgn", new Blob([writePgn(this.session.tree, this.writing())], { type: "application/x-chess-pgn" }));
  }

  /** Saves the board as a picture. */
  async drawPicture(name) {
    const { session, board } = this;
    const { move } = session.node;
    const { boardSvg, png } = await import("../later/picture.js");
    const svg = await boardSvg(board, { pieces: session.pieces(), lastMove: move ? squaresOf(move) : [], hasArrows: true });
    this.save(name, name.endsWith("png") ? await png(svg) : new Blob([svg], { type: "image/svg+xml" }));
    this.notes.textContent = `Saved as ${name}.`;
  }

  save(name, blob) {
    const address = URL.createObjectURL(blob);
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
