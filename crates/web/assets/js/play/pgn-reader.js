// Opens games from PGN texts and files: the only one in a text, or one chosen from a list. The browser keeps the last list.

import { post, sentence } from "../api.js";
import { showProblem } from "../announce.js";
import { gameNamed } from "../catalog.js";
import { button } from "../dom.js";
import { aboutFile, keepFile, keptFile } from "../game/kept-file.js";
import { MoveTree, lastOf } from "../game/move-tree.js";
import { mainLine, splitPgn, titleOf } from "../game/pgn-file.js";
import { firstPly, keepSource, moveNumber } from "../game/pgn-writer.js";
import { counted } from "../score.js";
import { openList } from "./list-dialog.js";

/** The most errors of a game shown at once. */
const MOST_ERRORS = 3;

/** Opens games in a session. `writing()` returns the PGN writer's settings, and `say` gets a report about a text. */
export class PgnReader {
  constructor(session, { writing, say }) {
    Object.assign(this, { session, writing, say });
    this.again = button("Games of the file", () => this.openAgain(), { hidden: true });
    aboutFile().then((about) => this.showList(about));
  }

  /** Loads the only game of a text, or lets the user choose one of several. The browser keeps a text of several. */
  async read(text, name) {
    showProblem(null);
    const games = splitPgn(text);
    if (games.length === 0) return showProblem(new Error("No game was found in this text."));
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

  /** Opens the list of the kept file. */
  async openAgain() {
    const [about, text] = await Promise.all([aboutFile(), keptFile()]);
    if (text === null) return showProblem(new Error("The browser did not keep the file; open it again."));
    this.openGames(splitPgn(text), about.name);
  }

  showList(about) {
    this.again.hidden = about === null;
    if (about) this.again.textContent = `The ${about.count.toLocaleString("en-US")} games of ${about.name}`;
  }

  async loadGame({ text: whole, tags, line }) {
    let text = whole;
    try {
      let { games } = await post("/pgn", text);
      if (games.length === 0) throw new Error("No game was found in this text.");
      const isTooLong = ({ nodes }) => nodes === null;
      if (games.some(isTooLong)) {
        ({ games } = await post("/pgn", mainLine(text)));
        if (games.some(isTooLong)) throw new Error("The game is too long to be opened.");
        text = null;
      }
      // Without tags, the moves are the only sign of where a game ends.
      if (games.length === 1) {
        await this.open(games[0], line, text, tags);
        if (text === null) showProblem(new Error("The game has more moves than can be opened, so its variations were left out."));
        return;
      }
      const items = games.map((game, index) => ({ text: `${index + 1}. ${titleOf(Object.entries(game.tags))}, ${counted(game.nodes.length, "move")}`, run: () => this.open(game, line, null, []) }));
      openList("Games of the text", items, "Choose a game to look at.");
    } catch (error) {
      showProblem(error);
    }
  }

  /** Opens a game for viewing, whose text begins at this line of its file; a person plays both sides. */
  async open(pgn, line, text, tags) {
    const { session } = this;
    const wrong = [...pgn.errors, ...pgn.warnings].map((error) => `Line ${line + error.line - 1}: ${sentence(error.message)}`);
    const told = [...wrong.slice(0, MOST_ERRORS), ...(wrong.length > MOST_ERRORS ? ["…"] : [])].join(" ");
    // A game that can't be read doesn't replace the current one.
    if (pgn.nodes.length === 0 && wrong.length > 0) return showProblem(new Error(`${told} No move was read.`));
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
    const usual = [["White", "?"], ["Black", "?"], ["Result", pgn.result]];
    tree.tags = [...tags, ...usual.filter(([name]) => tags.every(([given]) => given !== name))];
    session.destroys("Another game is open.");
    await session.take({ game, tree, node: tree.root, players: [null, null] });
    if (text !== null) keepSource(tree, text, this.writing());
    this.say(`${counted(nodes.length, "move")} loaded.`);
    if (wrong.length > 0) showProblem(new Error(`${told} ${endOf(tree)}`));
    session.changed();
  }
}

/** How far the readable part of a game with errors goes. */
function endOf({ root, start }) {
  const last = lastOf(root);
  return `The main line ends with ${moveNumber(firstPly(start) + last.ply - 1)} ${last.move.san}.`;
}
