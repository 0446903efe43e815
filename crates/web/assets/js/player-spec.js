// A player in a link: `alpha-beta:depth=4,evaluator=material`. The page adds the values of its own controls to a strategy, and removes
// them again: an evaluator, a limit and `elo`. The server reads the rest of the text (`strategyOf`, `strategyWith`).

import { counted } from "./score.js";

const LIMITS = ["depth", "nodes", "time"];

/** Parses a text such as `alpha-beta:depth=4`; an empty text, or `you`, is a person and gives null. */
export function parsePlayer(text) {
  if (!text || text === "you") return null;
  const [composition, settings = ""] = text.split(/:(.*)/s);
  // In a link a plus sign may have become a space.
  const player = { strategy: composition.trim().replace(/\s+/g, "+"), evaluator: null, elo: null, limits: {} };
  const others = [];
  for (const setting of settings.split(",").filter(Boolean)) {
    const [name, value = ""] = setting.split("=");
    const number = /^\d{1,15}(ms)?$/.test(value) && Number.parseInt(value, 10);
    if (name === "evaluator") player.evaluator = value;
    else if (name === "elo" && number) player.elo = number;
    else if (LIMITS.includes(name) && number) player.limits[name === "time" ? "time_ms" : name] = number;
    else others.push(setting);
  }
  if (others.length > 0) player.strategy += `:${others.join(",")}`;
  return player;
}

/** Writes a player as text. */
export function formatPlayer(player) {
  if (player === null) return "you";
  const { depth, nodes, time_ms: time } = player.limits;
  const settings = [
    player.evaluator && `evaluator=${player.evaluator}`,
    player.elo && `elo=${player.elo}`,
    depth && `depth=${depth}`,
    nodes && `nodes=${nodes}`,
    time && `time=${time}ms`,
  ].filter(Boolean);
  const separator = player.strategy.includes(":") ? "," : ":";
  return player.strategy + (settings.length === 0 ? "" : separator + settings.join(","));
}

/** The part of a request that names the strategy. */
export function strategyRequest(player) {
  const { strategy, evaluator, elo, limits } = player;
  return { strategy, limits, ...(evaluator ? { evaluator } : {}), ...(elo ? { elo } : {}) };
}

/** A name for people: `alpha-beta, depth 4`. */
export function playerName(player) {
  if (player === null) return "You";
  const { depth, nodes, time_ms: time } = player.limits;
  // A weak player stops long before its limit, so only a player at full strength shows one.
  const limits = player.elo ? [`Elo ${player.elo}`] : [depth && `depth ${depth}`, nodes && counted(nodes, "node"), time && `${time / 1000} s`];
  return [player.strategy, ...limits].filter(Boolean).join(", ");
}

/** The opponent in a game unless the user chooses another one. */
export function usualPlayer({ default_strategy: strategy, default_elo: elo }) {
  return { strategy, evaluator: null, elo, limits: elo ? {} : { time_ms: 500 } };
}
