// The available games, strategies and evaluators, each requested once.

import { about, get } from "./api.js";
import { showLinkProblem } from "./announce.js";
import { formatPlayer, parsePlayer } from "./player-spec.js";

const answers = new Map();

function once(path, ask = get) {
  if (!answers.has(path)) {
    const answer = ask(path);
    answers.set(path, answer);
    // A failed request is repeated the next time.
    answer.catch(() => answers.delete(path));
  }
  return answers.get(path);
}

/** All games: name, title, start position, size of the board, names of the players. */
export async function games() {
  return (await once("/games")).games;
}

/** One game by its name; an unknown name, which only a link can have, gives chess. */
export async function gameNamed(name) {
  const all = await games();
  const found = all.find((game) => game.name === name);
  if (name && !found) showLinkProblem(`There's no game called “${name}”.`);
  return found ?? all[0];
}

/** The strategies of a game: name, description, whether it reports iterations. */
export async function strategies(game) {
  return (await once(`/strategies?game=${game}`)).strategies;
}

/** A strategy by its name or its parts, with the parts you can add; fails with the server's reason. */
export async function strategyOf(game, text) {
  const listed = (await strategies(game)).find(({ name }) => name === text);
  return listed ?? once(`/strategy?game=${encodeURIComponent(game)}&strategy=${encodeURIComponent(text)}`);
}

/** The player of a link: null for a person, and undefined for one that the game doesn't have, with the reason. */
export async function playerOfLink(game, text) {
  const player = parsePlayer(text);
  if (player === null) return null;
  return strategyOf(game.name, formatPlayer({ ...player, elo: null, limits: {} })).then(() => player, showLinkProblem);
}

/** True if a player's search is the simplest of its game, which skips nothing: the others are compared with it. */
export async function isSimplest(game, { strategy }) {
  return (await strategyOf(game.name, strategy)).parts_of.text === game.compared[0];
}

/** Changes one setting of a strategy: no value removes it, an empty one is a switch that's on, several repeat it. */
export function strategyWith(game, text, word, values) {
  const list = values.length > 0 ? `&values=${values.map(encodeURIComponent).join(",")}` : "";
  return once(`/strategy?game=${encodeURIComponent(game)}&strategy=${encodeURIComponent(text)}&word=${encodeURIComponent(word)}${list}`);
}

/** The evaluators of a game: `{ names, usual }`. */
export async function evaluators(game) {
  const answer = await once(`/evaluators?game=${game}`);
  return { names: answer.evaluators.map((evaluator) => evaluator.name), usual: answer.default };
}

/** The inputs an evaluator looks at in any position: `{ svg, caption }`. */
export function portrait(game, evaluator) {
  return once(`/portrait?game=${game}&evaluator=${encodeURIComponent(evaluator)}`);
}

/** The largest `limits` of a search, and `book`, true if that is published with the page. */
export const offered = () => once("about", about);

/** The start position of a Chess960 number, or a random one. */
export function chess960Start(number) {
  return get(`/games/chess960/start${number === null ? "" : `?number=${number}`}`);
}
