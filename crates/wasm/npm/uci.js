// UCI: lines in, lines out, so that the Worker can take the place of other engines.

import { load } from "./plywood.js";

/** Until it is stopped: as long as the library allows. */
const INFINITE = { time_ms: Number.MAX_SAFE_INTEGER };

const OPTIONS = {
  Hash: { type: "spin", default: 16, min: 1, max: 64 },
  MultiPV: { type: "spin", default: 1, min: 1, max: 5 },
  UCI_LimitStrength: { type: "check", default: false },
  UCI_Elo: { type: "spin", default: 1500, min: 800, max: 2400 },
  UCI_Chess960: { type: "check", default: false },
};

/** A search, whose move is sent when it has ended, but not before `stop` if it was to be endless. */
class Search {
  constructor(events, isEndless) {
    this.events = events;
    this.mayEnd = isEndless ? new Promise((resolve) => (this.allow = resolve)) : null;
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
  /** The search that runs, if one does. */
  #search = null;
  /** What has to happen before the next command. */
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
    const question = { ...this.#position, strategies: [strategy], limits, lines, in_game: true };
    this.#search = new Search(library.search(question), words.includes("infinite"));
    // The next commands are obeyed meanwhile.
    void this.#report(this.#search);
  }

  async #report(search) {
    let best = "0000";
    try {
      for await (const { name, data } of search.events) {
        if (name === "iteration") this.#inform(data);
        if (name === "iteration" || name === "result") best = data.move ?? best;
        if (name === "failed") throw new Error(data.detail);
      }
    } catch (error) {
      if (error.name !== "AbortError") this.#complain(error);
    }
    await search.mayEnd;
    this.#search = null;
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

function limitsOf(words, side) {
  const number = (word) => {
    const at = words.indexOf(word);
    if (at < 0) return undefined;
    const value = Number(words[at + 1]);
    if (!Number.isInteger(value)) throw new Error(`${word} is a whole number, not ${words[at + 1]}`);
    return Math.max(value, word.endsWith("inc") ? 0 : 1);
  };
  const [depth, nodes] = [number("depth"), number("nodes")];
  if (words.includes("infinite")) return { depth, nodes, ...INFINITE };
  const remaining_ms = number(`${side}time`);
  const clock = { remaining_ms, increment_ms: number(`${side}inc`), moves_to_go: number("movestogo") };
  return { depth, nodes, time_ms: number("movetime"), clock: remaining_ms && clock };
}

function scoreText({ cp, mate, won_in: won, lost_in: lost }) {
  if (won !== undefined) return `mate ${Math.ceil(won / 2)}`;
  if (lost !== undefined) return `mate ${-Math.ceil(lost / 2)}`;
  return mate === undefined ? `cp ${cp}` : `mate ${mate}`;
}
