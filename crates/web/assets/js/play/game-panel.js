// The panel of the whole game: start a new one, open another one, or end it.

import { bestMove } from "../api.js";
import { showNotice, showProblem } from "../announce.js";
import { button, element, panel } from "../dom.js";
import { keptGames } from "../game/kept-games.js";
import { lastOf } from "../game/move-tree.js";
import { titleOf } from "../game/pgn-file.js";
import { parsePlayer, playerName, strategyRequest } from "../player-spec.js";
import { capitalized, counted, lead } from "../score.js";
import { openList } from "./list-dialog.js";
import { StartDialog, startOf } from "./start-dialog.js";

/** Before this ply, a strategy refuses a draw. */
const EARLIEST_DRAW = 20;
const DRAW_LIMITS = { time_ms: 500 };

/** The panel of one session. */
export class GamePanel {
  constructor(session, keeper) {
    this.session = session;
    this.keeper = keeper;
    this.dialog = new StartDialog(session);
    this.title = element("p", { class: "quiet" });
    this.rematch = button("Rematch", () => this.playAgain());
    this.resign = button("Resign", () => this.giveUp());
    this.offer = button("Offer a draw", () => this.offerDraw().catch(showProblem));
    const start = button("New game", () => this.dialog.open(), { class: "primary" });
    const others = button("My games", () => this.chooseGame());
    this.edit = button("Edit the board", () => this.editBoard().catch(showProblem));
    this.undo = button("Undo", () => keeper.undo(), { title: "Undo a takeback, a removal or a replacement (Ctrl+Z)" });
    this.redo = button("Redo", () => keeper.redo(), { title: "Redo what you undid (Ctrl+Shift+Z)" });
    const row = element("div", { class: "row" }, start, this.rematch, this.resign, this.offer, others, this.edit, element("span", { class: "pair" }, this.undo, this.redo));
    this.host = panel("Game", { class: "panel game-panel" }, this.title, row, this.dialog.host);
  }

  draw() {
    const { game, players, tree } = this.session;
    const isOpen = this.session.isOpen();
    const [first, second] = this.session.playerNames();
    const isPlaying = isOpen && players.includes(null) && tree.root.children.length > 0;
    const isAgainst = players.filter((player) => player === null).length === 1;
    this.title.textContent = `${game.title}. ${titleOf([["White", first], ["Black", second], ["Result", this.session.result()]])}`;
    this.resign.hidden = !isPlaying || !isAgainst;
    this.offer.hidden = !isPlaying || !isAgainst || !game.is_chess;
    this.rematch.hidden = isOpen || !isAgainst;
    this.edit.hidden = !game.is_chess;
    this.undo.disabled = this.keeper.steps.length === 0;
    this.redo.disabled = this.keeper.undone.length === 0;
  }

  giveUp() {
    const side = this.session.players.indexOf(null);
    const [loser, winner] = [side, 1 - side].map((index) => capitalized(this.session.game.players[index]));
    this.session.destroys("You resigned.");
    this.session.end(side === 0 ? "0-1" : "1-0", `${loser} resigned. ${winner} wins.`);
  }

  /** The strategy agrees if it doesn't think it's better. */
  async offerDraw() {
    const { session } = this;
    const last = lastOf(session.tree.root);
    const opponent = session.players.findIndex((player) => player !== null);
    if (last.ply < EARLIEST_DRAW) return showNotice("It is too early for a draw: play ten moves first.");
    const { score } = await bestMove({ ...session.place(last), ...strategyRequest({ ...session.players[opponent], elo: null, limits: DRAW_LIMITS }) });
    const own = (score ? lead(score) : 0) * (session.sideAt(last) === opponent ? 1 : -1);
    if (own > 0) return showNotice("The draw is declined.");
    session.destroys("A draw was agreed.");
    session.end("1/2-1/2", "The game is drawn by agreement.");
  }

  /** The same players again, with the colors swapped. */
  async playAgain() {
    const { session } = this;
    const { game, players, clock } = session;
    await session.start(game, await startOf(game), players.toReversed(), clock && { ...clock, spent: 0 });
  }

  async editBoard() {
    const { openEditor } = await import("../later/editor.js");
    await this.session.known();
    const { game, node, players } = this.session;
    openEditor(game, node.position, (position) => this.session.start(game, position, players).catch(showProblem));
  }

  chooseGame() {
    // The current game is in the list even if it has only just begun.
    this.keeper.save();
    const games = keptGames().map(({ id, saved, game, tags, players, moves }) => {
      const [first, second] = players.map((player) => playerName(parsePlayer(player)));
      const title = titleOf([["White", first], ["Black", second], ...tags.filter(([name]) => name !== "Event" || moves === 0)]);
      return { text: title, note: `${game}, ${counted(moves, "move")}, ${new Date(saved).toLocaleString()}`, run: () => this.keeper.openKept(id) };
    });
    openList("My games", games, "The last games you played or opened here; the browser keeps them.");
  }
}
