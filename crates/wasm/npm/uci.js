// UCI: lines in, lines out, so that the Worker can take the place of other engines.

import { load } from "./plywood.js";

/** For a search without limits: the longest time the library allows. */
const INFINITE = { time_ms: Number.MAX_SAFE_INTEGER };

const GO = ["searchmoves", "ponder", "infinite", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"];

const OPTIONS = {
  Hash: { type: "spin", default: 16, min: 1, max: 64 },
  MultiPV: { type: "spin", default: 1, min: 1, max: 5 },
  Ponder: { type: "check", default: false },
  UCI_LimitStrength: { type: "check", default: false },
  UCI_Elo: { type: "spin", default: 1500, min: 800, max: 2400 },
  UCI_Chess960: { type: "check", default: false },
};

/** A search, whose move is sent when it has ended, but for an infinite one not before `stop`. */
class Search {
  constructor(words, events) {
    this.words = words;
    this.events = events;
    const isEndless = words.includes("infinite") || words.includes("ponder");
    this.mayEnd = isEndless ? new Promise((resolve) => (this.allow = resolve)) : null;
    /** `go mate 3` ends when it has found a mate in three moves. */
    this.mate = words.includes("mate") ? Number(words[words.indexOf("mate") + 1]) : 0;
  }

  /** The opponent has played the expected move: nothing is sent, since the search begins again with its clock. */
  hit() {
    this.isHit = true;
    this.stop();
  }

  stop() {
    this.allow?.();
    this.events.stop();
  }
}

/** A session. `send` receives its lines. */
export class Uci {
  #send;
  #load;
  #library = null;
  #options = Object.fromEntries(Object.entries(OPTIONS).map(([name, option]) => [name, option.default]));
  #position = { moves: [] };
  /** The number of games before this one. Each has a table of its own. */
  #games = 0;
  /** The search that runs, if one does. */
  #search = null;
  /** Must resolve before the next command runs. */
  #before = Promise.resolve();

  constructor(send, loading = () => load({ workers: 1 })) {
    this.#send = send;
    this.#load = loading;
  }

  /** Obeys a line. Resolves to true after the last one, `quit`. */
  receive(line) {
    const words = line.trim().split(/\s+/);
    // A search is stopped at once; everything else comes in its order.
    if (words[0] === "stop" || words[0] === "quit") this.#before = this.#before.then(() => this.#search?.stop());
    if (words[0] === "ponderhit") this.#before = this.#before.then(() => this.#search?.hit());
    const obeyed = this.#before.then(() => this.#obey(words));
    this.#before = obeyed.catch((error) => this.#complain(error));
    return this.#before.then(() => words[0] === "quit");
  }

  async #obey([command, ...words]) {
    switch (command) {
      case "uci":
        return this.#introduce();
      case "isready":
        await this.#ready();
        return this.#send("readyok");
      case "ucinewgame":
        this.#games++;
        this.#position = { moves: [] };
        return;
      case "setoption":
        return this.#set(words);
      case "position":
        return this.#setUp(words);
      case "go":
        return this.#go(words);
      case "quit":
        this.#library?.then((library) => library.close());
        return;
      case "stop":
      case "ponderhit":
      case "":
        return;
      default:
        throw new Error(`unknown command: ${command}`);
    }
  }

  #complain({ message }) {
    this.#send(`info string ${message.replaceAll("\n", " ")}`);
  }

  #ready() {
    return (this.#library ??= this.#load());
  }

  #introduce() {
    this.#send("id name plywood");
    this.#send("id author the plywood developers");
    for (const [name, { type, default: usual, min, max }] of Object.entries(OPTIONS)) {
      this.#send(`option name ${name} type ${type} default ${usual}` + (min === undefined ? "" : ` min ${min} max ${max}`));
    }
    this.#send("uciok");
  }

  #set(words) {
    const [, wanted, value] = words.join(" ").match(/^name (.+?)(?: value (.*))?$/) ?? [];
    const name = Object.keys(OPTIONS).find((name) => name.toLowerCase() === wanted?.toLowerCase());
    if (!name) throw new Error(`unknown option: ${wanted}`);
    const { type, min, max } = OPTIONS[name];
    if (type === "check") {
      if (value !== "true" && value !== "false") throw new Error(`${name} is true or false`);
      this.#options[name] = value === "true";
    } else {
      const number = Number(value);
      if (!Number.isInteger(number) || number < min || number > max) {
        throw new Error(`${name} is a whole number from ${min} to ${max}`);
      }
      this.#options[name] = number;
    }
  }

  async #setUp(words) {
    const at = words.indexOf("moves");
    const start = at < 0 ? words : words.slice(0, at);
    const moves = at < 0 ? [] : words.slice(at + 1);
    const position = start[0] === "fen" ? start.slice(1).join(" ") : undefined;
    if (!position && start[0] !== "startpos") throw new Error("a position is startpos or a fen");
    const game = this.#options.UCI_Chess960 ? "chess960" : "chess";
    this.#position = { game, position, moves };
  }

  async #go(words) {
    if (this.#search) throw new Error("a search is running");
    const library = await this.#ready();
    const { MultiPV: lines, Hash, UCI_LimitStrength, UCI_Elo } = this.#options;
    const strategy = { strategy: `engine+hash=${Hash}`, elo: UCI_LimitStrength ? UCI_Elo : undefined };
    const limits = limitsOf(words, sideToMove(this.#position));
    const root_moves = rootMovesOf(words);
    const going = { in_game: true, goes_on: true, seed: this.#games };
    const question = { ...this.#position, strategies: [strategy], limits, lines, root_moves, ...going };
    this.#search = new Search(words, library.search(question));
    // The next commands are obeyed meanwhile.
    void this.#report(this.#search);
  }

  async #report(search) {
    let best = "0000";
    try {
      for await (const { name, data } of search.events) {
        if (name === "iteration") {
          this.#inform(data);
          const mate = data.lines[0] && mateOf(data.lines[0].score);
          if (mate > 0 && mate <= search.mate) search.events.stop();
        }
        if (name === "iteration" || name === "result") best = data.move ?? best;
        if (name === "failed") throw new Error(data.detail);
      }
    } catch (error) {
      if (error.name !== "AbortError") this.#complain(error);
    }
    await search.mayEnd;
    this.#search = null;
    if (search.isHit) return this.#go(search.words.filter((word) => word !== "ponder"));
    this.#send(`bestmove ${best}`);
  }

  #inform({ depth, deepest_ply, lines, total_nodes, time_ms }) {
    const time = Math.round(time_ms);
    const nps = Math.round((total_nodes * 1000) / Math.max(time_ms, 1));
    lines.forEach(({ score, line }, index) => {
      const words = [
        `info depth ${depth} seldepth ${deepest_ply}`,
        `multipv ${index + 1} score ${scoreText(score)}`,
        `nodes ${total_nodes} nps ${nps} time ${time} pv ${line.join(" ")}`,
      ];
      this.#send(words.join(" "));
    });
  }
}

/** The letter of the side to move. */
function sideToMove({ position = "", moves }) {
  const isBlack = position.split(/\s+/)[1] === "b";
  return isBlack === (moves.length % 2 === 1) ? "w" : "b";
}

function rootMovesOf(words) {
  const [, ...after] = words.includes("searchmoves") ? words.slice(words.indexOf("searchmoves")) : [];
  const end = after.findIndex((word) => GO.includes(word));
  return end < 0 ? after : after.slice(0, end);
}

function limitsOf(words, side) {
  const number = (word) => {
    const at = words.indexOf(word);
    if (at < 0) return undefined;
    const value = Number(words[at + 1]);
    if (!Number.isInteger(value)) throw new Error(`${word} is a whole number, not ${words[at + 1]}`);
    return Math.max(value, word.endsWith("inc") ? 0 : 1);
  };
  const [depth, nodes] = [number("depth"), number("nodes")];
  if (["infinite", "ponder", "mate"].some((word) => words.includes(word))) return { depth, nodes, ...INFINITE };
  const remaining_ms = number(`${side}time`);
  const clock = { remaining_ms, increment_ms: number(`${side}inc`), moves_to_go: number("movestogo") };
  return { depth, nodes, time_ms: number("movetime"), clock: remaining_ms && clock };
}

/** The moves to mate, negative if the side to move is mated; undefined without one. */
function mateOf({ mate, won_in: won, lost_in: lost }) {
  if (won !== undefined) return Math.ceil(won / 2);
  return lost === undefined ? mate : -Math.ceil(lost / 2);
}

function scoreText(score) {
  const mate = mateOf(score);
  return mate === undefined ? `cp ${score.cp}` : `mate ${mate}`;
}
