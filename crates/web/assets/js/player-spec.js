// A strategy with its settings, as one short text for links: `alpha-beta:depth=4,evaluator=material`. The same text
// works in the lab's commands, which have no `elo`.

const LIMITS = ["depth", "nodes", "time"];

/** Parses a text such as `alpha-beta:depth=4`; an empty text, or `you`, is a person and gives null. */
export function parsePlayer(text) {
  if (!text || text === "you") return null;
  const [strategy, settings = ""] = text.split(/:(.*)/s);
  const player = { strategy, evaluator: null, elo: null, limits: {} };
  for (const setting of settings.split(",")) {
    const [name, value = ""] = setting.split("=");
    if (name === "evaluator") player.evaluator = value;
    else if (name === "elo") player.elo = Number.parseInt(value, 10) || null;
    else if (LIMITS.includes(name)) setLimit(player.limits, name, value);
  }
  return player;
}

function setLimit(limits, name, value) {
  const number = Number.parseInt(value, 10);
  if (Number.isSafeInteger(number) && number > 0) limits[name === "time" ? "time_ms" : name] = number;
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
  return player.strategy + (settings.length === 0 ? "" : `:${settings.join(",")}`);
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
  const limits = [depth && `depth ${depth}`, nodes && `${nodes.toLocaleString("en-US")} nodes`, time && `${time / 1000} s`];
  return [player.strategy, player.elo && `Elo ${player.elo}`, ...limits].filter(Boolean).join(", ");
}

/** The Elo of the engine as an opponent, until the user chooses another one: a club player can win. */
const USUAL_ELO = 1400;

/** The opponent in a game unless the user chooses another one. */
export function usualPlayer({ default_strategy: strategy }) {
  return { strategy, evaluator: null, elo: strategy === "engine" ? USUAL_ELO : null, limits: { time_ms: 500 } };
}
