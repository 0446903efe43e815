// A strategy with its settings, as one short text for links: `alpha-beta:depth=4,evaluator=material`. The same text
// works in the lab's commands.

const LIMITS = ["depth", "nodes", "time"];

/** Parses a text such as `alpha-beta:depth=4`; an empty text, or `you`, is a person and gives null. */
export function parsePlayer(text) {
  if (!text || text === "you") return null;
  const [strategy, settings = ""] = text.split(/:(.*)/s);
  const player = { strategy, evaluator: null, limits: {} };
  for (const setting of settings.split(",")) {
    const [name, value = ""] = setting.split("=");
    if (name === "evaluator") player.evaluator = value;
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
    depth && `depth=${depth}`,
    nodes && `nodes=${nodes}`,
    time && `time=${time}ms`,
  ].filter(Boolean);
  return player.strategy + (settings.length === 0 ? "" : `:${settings.join(",")}`);
}

/** The part of a request that names the strategy. */
export function strategyRequest(player) {
  const { strategy, evaluator, limits } = player;
  return { strategy, limits, ...(evaluator ? { evaluator } : {}) };
}

/** A name for people: `alpha-beta, depth 4`. */
export function playerName(player) {
  if (player === null) return "You";
  const { depth, nodes, time_ms: time } = player.limits;
  const limits = [depth && `depth ${depth}`, nodes && `${nodes.toLocaleString("en-US")} nodes`, time && `${time / 1000} s`];
  return [player.strategy, ...limits.filter(Boolean)].join(", ");
}
