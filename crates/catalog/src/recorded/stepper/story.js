// The story of a recorded search: its steps, and what is known after each one.
//
// A tree is a list of nodes, parents before their children: `{ parent, ply, san, purpose, depth, alpha, beta, score, bound, kind, cut,
// unseen }`. Scores are from the point of view of the side to move at the root, which maximizes; an open end of the window is null.

import { isCut } from "./layout.js";
import { readScore } from "./score.js";

/** The steps in order, `{ node, isLeaving }`: a node with others below it is entered and left, a leaf does both in one step. */
export function stepsOf(nodes) {
  const steps = [];
  const parents = new Set(nodes.map(({ parent }) => parent));
  const open = [];
  const leave = () => steps.push({ node: open.pop(), isLeaving: true });
  nodes.forEach(({ parent, kind }, node) => {
    while (open.length > 0 && open.at(-1) !== parent) leave();
    const isOpened = kind === "inner" || parents.has(node);
    steps.push({ node, isLeaving: !isOpened });
    if (isOpened) open.push(node);
  });
  while (open.length > 0) leave();
  return steps;
}

/** A search's own numbers for the nodes of a tree that it keeps and grows, `97: 42 %`, `6 | 25` or `2. ≤ 12`, in words, by the kind of node. */
export const KEPT = {
  __proto__: null,
  games: (known) => `${known.replace(/^1: /, "1 game, ").replace(": ", " games, ")} won by the side that moved there`,
  valued: (known) => `${known.replace(/^1: /, "1 round, ").replace(": ", " rounds, ")} for the side that moved there`,
  proven: (known) => `${known.replace(/^1: = /, "1 round, proven ").replace(": = ", " rounds, proven ")} for the side that moved there`,
  proof: (known) => `${known.replace(/^1 \|/, "1 leaf |").replace(/(\d|∞) \|/, "$1 leaves |").replace("|", "must still be won to prove a win,")} not to disprove it`,
  queued: (known) => known.replace(/^(\d+)\. /, "place $1 in the queue, ").replace("≤", "worth at most").replace("=", "solved, worth"),
  extended: () => "the search has gone on below it, or needs it no more",
};
/** How many nodes of a queue a sentence names. */
const NAMED = 6;

/** The score of a node, marked if it's only a bound, or what the search knows instead. */
export function valueText({ score, score_text: known, kind, bound }, scoreText) {
  // In a queue only the score is formatted by the page.
  if (kind === "queued") return known.replace(/\S+$/, score === null ? "+∞" : scoreText(score));
  return kind in KEPT ? known : ({ __proto__: null, "at least": "≥ ", "at most": "≤ " }[bound] ?? "") + scoreText(score);
}

/** A score as a number, higher for the side to move at the root. */
function worth(score) {
  const { cp, plies, isWin } = readScore(score);
  return cp ?? (isWin ? 1e7 - plies : plies - 1e7);
}

/** The rounds through a node of a tree that a search grows by rounds. */
const rounds = ({ kind, score_text: known }) => (["games", "valued", "proven"].includes(kind) ? Number.parseInt(known, 10) : NaN);

/** The story of a search: the steps of a tree, and what is known after each; `before` are the nodes of the pass before. */
export class Story {
  constructor(nodes, scoreText, before) {
    this.nodes = nodes;
    this.scoreText = scoreText;
    /** True if the search keeps its tree: then every step knows all of it, and each pass is a later state. */
    this.isKept = nodes[0]?.kind in KEPT;
    this.children = nodes.map(() => []);
    nodes.forEach(({ parent }, node) => parent !== null && this.children[parent].push(node));
    this.beats = before ? this.beatsSince(before) : [];
    this.steps = this.isKept ? [...this.beats, ...nodes.map((_, node) => ({ node, isLeaving: true }))] : stepsOf(nodes);
    this.entered = new Map();
    this.left = new Map();
    /** For each step that leaves a node, the best child of its parent so far. */
    this.best = [];
    const best = new Map();
    this.steps.forEach(({ node, isLeaving }, step) => {
      if (!this.entered.has(node)) this.entered.set(node, step);
      if (!isLeaving) return;
      this.left.set(node, step);
      const { parent } = nodes[node];
      if (this.isBetter(node, best.get(parent))) best.set(parent, node);
      this.best[step] = best.get(parent);
    });
  }

  /** The four beats of the last round: selection, expansion, value and backup, each at a node; none if more rounds were played. */
  beatsSince(before) {
    const { nodes } = this;
    if (rounds(nodes[0]) !== rounds(before[0]) + 1) return [];
    const twin = (parent, node) => before.findIndex((old) => parent !== null && old.parent === parent && old.san === nodes[node].san);
    let [from, leaf, old] = [0, 0, 0];
    for (;;) {
      const isOnWay = (node) => rounds(nodes[node]) > (rounds(before[twin(old, node)] ?? {}) || 0);
      const next = old < 0 ? undefined : this.children[leaf].find(isOnWay);
      if (next === undefined) break;
      [from, leaf, old] = [leaf, next, twin(old, next)];
    }
    const isNew = old < 0;
    if (!isNew) from = leaf;
    const beats = { Selection: from, Expansion: leaf, Value: leaf, Backup: 0 };
    return Object.entries(beats).map(([beat, node]) => ({ beat, node, isLeaving: true, isNew }));
  }

  /** A beat of a round in a sentence. */
  describeBeat({ beat, node, isNew }) {
    const [path, value] = [this.path(node), KEPT[this.nodes[node].kind](this.value(node))];
    const said = {
      Selection: path ? `the round goes ${path}, along the most promising moves` : "the round stays at the root, where a move is untried",
      Expansion: isNew ? `${path} is added to the tree` : "no move is added",
      Value: `${path || "the root"}: ${value}`,
      Backup: `each node on the way counts the result. The root: ${value}`,
    };
    return `${beat}: ${said[beat]}.`;
  }

  isBetter(node, than) {
    const [{ score, ply, purpose, weight }, old] = [this.nodes[node], this.nodes[than]];
    // Nobody chooses an outcome of chance.
    if (score === null || purpose || weight) return false;
    if (!old) return true;
    const gain = worth(score) - worth(old.score);
    // The parent of a node at an odd ply maximizes.
    return ply % 2 ? gain > 0 : gain < 0;
  }

  /** The best child that has returned to a node by a step. */
  bestChild(node, at) {
    const back = this.children[node].findLast((child) => this.left.get(child) <= at);
    return back === undefined ? undefined : this.best[this.left.get(back)];
  }

  /** The score of a node. */
  value(node) {
    return valueText(this.nodes[node], this.scoreText);
  }

  /** True if a node's win, loss or draw is proven. */
  isProven(node) {
    const { kind, score_text: known } = this.nodes[node] ?? {};
    return kind === "proven" || (kind === "proof" && /^0 \||\| 0$/.test(known));
  }

  /** A node's alpha and beta after a step: each child that returns may narrow them. */
  bounds(node, at) {
    const { alpha, beta, ply } = this.nodes[node];
    const ends = [alpha, beta];
    const best = this.bestChild(node, at);
    if (best === undefined) return ends;
    const { score } = this.nodes[best];
    const side = ply % 2;
    const gain = ends[side] === null ? 1 : (worth(score) - worth(ends[side])) * (side ? -1 : 1);
    if (gain > 0) ends[side] = score;
    return ends;
  }

  /** The window as text. */
  window(node, at = -1) {
    return this.bounds(node, at).map((bound, side) => (bound === null ? ["−∞", "+∞"][side] : this.scoreText(bound)));
  }

  /** A step in one sentence or two. */
  describe(at) {
    const { node, isLeaving, beat } = this.steps[at];
    const { san, kind, score, parent, purpose } = this.nodes[node];
    if (beat) return this.describeBeat(this.steps[at]);
    if (this.isKept) return (parent === null && this.queue()) || `${this.path(node) || "The root"}: ${KEPT[kind](this.value(node))}.`;
    const place = this.arrival(node);
    const value = this.value(node);
    const isInner = kind === "inner" || this.children[node].length > 0;
    if (kind === "leaf") return `${place}. It is worth ${value}.`;
    if (kind === "table") return `${place}. The table answers ${value}.`;
    if (!isInner) return score === null ? `${san} is skipped (${kind}).` : `${place}. It is pruned (${kind}): ${value}.`;
    const [alpha, beta] = this.window(node);
    // Two mates may read alike, since people count moves and the search counts plies.
    if (!isLeaving) return `${place}. ${alpha === beta ? `Null window at ${beta}` : `Window: α ${alpha}, β ${beta}`}.`;
    if (score === null) return "The search was stopped here.";
    const end = san ?? (purpose ? "Again" : "The search ends");
    if (kind !== "inner") return `${end}: ${value}, pruned (${kind}).`;
    const praise = parent !== null && this.best[at] === node ? ", the best so far" : "";
    return `${end}: ${value}${praise}. ${this.cutReason(node) ?? ""}`.trim();
  }

  /** The queue of SSS* in a sentence, if there is one. */
  queue() {
    const queued = this.nodes.flatMap(({ kind }, node) => (kind === "queued" && node > 0 ? [node] : []));
    const text = (node) => `${this.path(node)} ${this.value(node).replace(/^\d+\. /, "")}`;
    queued.sort((one, other) => Number.parseInt(this.value(one), 10) - Number.parseInt(this.value(other), 10));
    const more = queued.length > NAMED ? ` and ${queued.length - NAMED} more` : "";
    return queued.length > 0 ? `The queue, the most promising first: ${queued.slice(0, NAMED).map(text).join(", ")}${more}.` : null;
  }

  /** The moves from the root to a node as text. */
  path(node) {
    return this.line(node).map(({ san }) => san).join(" ");
  }

  /** How the search gets to a node. */
  arrival(node) {
    const { san, purpose } = this.nodes[node];
    if (!purpose) return san === null ? "The search begins" : `${san} is tried${this.isAgain(node) ? " again, with another window" : ""}`;
    if (san === null) return `The same position is searched for ${purpose}`;
    return `${san === "--" ? "The side to move passes" : `${san} is searched`}, for ${purpose}`;
  }

  /** True if a node repeats the one before it: its move is searched again, with another window. */
  isAgain(node) {
    const { parent, san } = this.nodes[node];
    if (parent === null) return false;
    const siblings = this.children[parent];
    return this.nodes[siblings[siblings.indexOf(node) - 1]]?.san === san;
  }

  /** The nodes that aren't the first try of a move: a move or position searched again, or a pass. */
  repeated() {
    const { nodes } = this;
    const isFirst = (node) => this.children[nodes[node].parent].find((other) => nodes[other].san === nodes[node].san) === node;
    return nodes.flatMap(({ parent, san }, node) => (parent !== null && (san === null || san === "--" || !isFirst(node)) ? [node] : []));
  }

  /** Why moves of a node were cut off, or null if none were. */
  cutReason(index) {
    const node = this.nodes[index];
    if (!isCut(node)) return null;
    const by = this.nodes[this.children[index].at(-1)]?.san ?? "A move";
    const count = node.cut.of - node.cut.tried;
    const what = this.isChance(index) ? "outcome" : "move";
    const left = `${count} more ${count === 1 ? `${what} is` : `${what}s are`} cut off`;
    // The outcomes of chance may be cut off for being too bad as well as for being too good.
    const isMaximizing = this.isChance(index) ? node.bound === "at least" : node.ply % 2 === 0;
    const bound = isMaximizing ? node.beta : node.alpha;
    if (bound === null || node.score === null) return `${by}: ${left}.`;
    const sign = isMaximizing ? "≥ β" : "≤ α";
    const here = isMaximizing ? "The other side would not allow this position." : "The side at the root has something better already.";
    // A root with a beta belongs to a pass that only asks if its value is that high.
    const who = node.parent === null ? `This pass only asked whether the value is ${this.scoreText(bound)} or more.` : here;
    const gives = this.isChance(index) ? `After ${by} the mean is` : `${by} gives`;
    return `${gives} ${this.scoreText(node.score)} ${sign} ${this.scoreText(bound)}: ${left}. ${who}`;
  }

  /** True if chance moves at a node. */
  isChance(node) {
    return this.children[node].some((child) => this.nodes[child].weight);
  }

  /** The move that already gave the side not to move at a node the bound it was cut off against, if there is one. */
  holder(node, at) {
    const { ply, alpha, beta } = this.nodes[node];
    const bound = ply % 2 ? alpha : beta;
    for (let above = this.nodes[node].parent; above !== null && bound !== null; above = this.nodes[above].parent) {
      const best = this.nodes[above].ply % 2 === ply % 2 ? undefined : this.bestChild(above, at);
      if (best !== undefined && worth(this.nodes[best].score) === worth(bound)) return best;
    }
    return undefined;
  }

  /** The number of nodes visited by a step. They're numbered in the order of the search. */
  visited(at) {
    return this.steps[this.steps.findLastIndex(({ node }, step) => step <= at && this.entered.get(node) === step)].node + 1;
  }

  /** The number of nodes that minimax, which cuts nothing off, has visited by the same point; undefined if there were too many to count. */
  minimaxNodes(at) {
    const { node, isLeaving } = this.steps[at];
    if (this.nodes[0].whole === undefined) return undefined;
    let count = 0;
    let below = isLeaving && this.nodes[node].whole !== undefined ? node : null;
    if (below !== null) count = this.nodes[node].whole;
    for (let above = below === null ? node : this.nodes[node].parent; above !== null; above = this.nodes[above].parent) {
      if (this.nodes[above].whole === undefined) continue;
      count += 1 + this.sizeOf(this.children[above].filter((child) => this.left.get(child) <= at && !this.isOneMove(child, below)));
      below = above;
    }
    return count;
  }

  /** The number of nodes the search left out at a node. */
  hidden(node) {
    const { whole } = this.nodes[node];
    return whole === undefined ? undefined : whole - 1 - this.sizeOf(this.children[node]);
  }

  /** The nodes of minimax below these nodes; a move that is searched again counts once. */
  sizeOf(nodes) {
    const sizes = new Map(nodes.map((node) => [this.nodes[node].san, this.nodes[node].whole ?? 0]));
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  isOneMove(node, other) {
    return other !== null && this.nodes[node].san === this.nodes[other].san;
  }

  /** The nodes from the root to a node, without the root. */
  line(node) {
    const line = [];
    for (let at = node; this.nodes[at].parent !== null; at = this.nodes[at].parent) line.unshift(this.nodes[at]);
    return line;
  }

  /** The nodes from the root to a node, and on from there by the best moves known after a step. */
  bestLine(node, at) {
    const line = this.line(node);
    for (let next = this.bestChild(node, at); next !== undefined; next = this.bestChild(next, at)) line.push(this.nodes[next]);
    return line;
  }

  /** The facts about a step's node, as names and texts. */
  facts(at) {
    const { node: index } = this.steps[at];
    const node = this.nodes[index];
    const isDone = this.left.get(index) <= at;
    const best = this.bestChild(index, at);
    const [before, now] = [this.window(index), this.window(index, at)];
    const place = [["Step", `${at + 1} of ${this.steps.length}`], ["Line", this.path(index) || "the root"]];
    if (this.isKept) return place;
    const end = (side) => (before[side] === now[side] ? now[side] : `${now[side]} (at first ${before[side]})`);
    const cut = isDone && this.cutReason(index);
    const untried = isDone && node.cut?.untried?.join(" ");
    return [
      ...place,
      ["To move", this.isChance(index) ? "chance" : node.ply % 2 ? "minimizes" : "maximizes"],
      ["Depth left", node.depth],
      ["Window", `α ${end(0)}, β ${end(1)}`],
      ["Score", isDone ? this.value(index) : best === undefined ? "open" : `${this.value(best)} so far`],
      ["Cut-off", cut || "none"],
      ...(untried ? [["Not tried", untried]] : []),
      ...(node.unseen ? [["Below", `${node.unseen} nodes that are not shown`]] : []),
    ];
  }
}
