// Scores as text and as a share of an evaluation bar. `readScore` parses their JSON.

import { mateText, readScore } from "./stepper/score.js";

/** The score from the other side's point of view. */
export function negated(score) {
  if (score === null || score === undefined) return null;
  const { cp, plies, isWin } = readScore(score);
  if (cp !== undefined) return { cp: -cp };
  return isWin ? { lost_in: plies } : { won_in: plies };
}

/** A score in the style of its game: `+0.35`, `#3`, `#−2`; `win in 3` where there's no mate; in a written tree, its numbers. */
export function scoreText(score, game = null) {
  if (score === null || score === undefined) return "–";
  const read = readScore(score);
  if (read.cp === undefined) return game?.is_chess === false ? winText(read) : mateText(read);
  return game?.whole_scores ? String(read.cp).replace("-", "−") : pawns((100 * read.cp) / (game?.score_unit ?? 100));
}

/** A sure win or loss of a game without mate. */
function winText({ plies, isWin }) {
  if (plies === 0) return isWin ? "won" : "lost";
  return `${isWin ? "win" : "loss"} in ${Math.ceil(plies / 2)}`;
}

/** The full moves to a mate, negative for the side that is mated; undefined if there is none. */
export function movesToMate(score) {
  const { plies, isWin } = readScore(score);
  return plies === undefined ? undefined : Math.ceil(plies / 2) * (isWin ? 1 : -1);
}

/** Above 0 if the side whose score it is is ahead, below 0 if it's behind. */
export function lead(score) {
  const { cp, isWin } = readScore(score);
  return cp ?? (isWin ? 1 : -1);
}

/** Centipawns as pawns, with a sign. */
export function pawns(centipawns) {
  const text = (Math.abs(centipawns) / 100).toFixed(2);
  if (centipawns === 0) return "0.00";
  return `${centipawns > 0 ? "+" : "−"}${text}`;
}

/** How fast chances grow with the score, and the score beyond which they stay the same: as in a game's ratings. */
export const [STEEPNESS, MOST] = [0.00368208, 1000];

/** A score from a player's point of view in centipawns, with a mate as good as ten pawns. */
export function bounded(score) {
  const { cp, isWin } = readScore(score);
  return Math.min(Math.max(cp ?? (isWin ? MOST : -MOST), -MOST), MOST);
}

/** A player's winning chances, from 0 to 1, for a score from that player's point of view. */
export const chances = (score) => 1 / (1 + Math.exp(-STEEPNESS * bounded(score)));

/** The first player's share of the bar, from 0 to 1, for a score from that player's point of view. */
export function barShare(score, game = null) {
  if (score === null || score === undefined) return 0.5;
  const { cp, isWin } = readScore(score);
  if (cp === undefined) return Number(isWin);
  return game?.highest_score ? (1 + cp / game.highest_score) / 2 : chances(score);
}

/** A large number that is easy to read: `12,345`. */
export const grouped = (number) => Math.round(number).toLocaleString("en-US");

/** A number of things: `1 node`, `12,345 nodes`. */
export const counted = (number, one, more = `${one}s`) => `${grouped(number)} ${number === 1 ? one : more}`;

/** A text that begins with a capital letter. */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A long time in milliseconds: `30 s`, `10 min`. */
export const minutes = (milliseconds) => (milliseconds < 60000 ? `${grouped(milliseconds / 1000)} s` : `${grouped(milliseconds / 60000)} min`);

/** A duration that was measured once, which says little about short ones. */
export function roughly(milliseconds) {
  if (milliseconds < 100) return milliseconds === 0 ? "–" : "< 0.1 s";
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;
}

/** A share as percent. */
export const percent = (share) => (share === null || share === undefined ? "–" : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`);
