import type { Routes } from "./api.js";

export type * from "./api.js";

export interface LoadOptions {
  /** The address of the WebAssembly; the file beside the script by default. */
  url?: string | URL;
  /** The bytes of the WebAssembly, instead of an address. */
  bytes?: BufferSource;
  /** The number of searches at once; by default one less than the processors, at most four. */
  workers?: number;
  /** The longest searches in milliseconds: 10,000 unless you say otherwise, and a day for a single strategy in `search`. */
  limits?: { time_ms?: number; live_ms?: number };
}

export interface AskOptions {
  /** Rejects the request and ends its search. */
  signal?: AbortSignal;
}

/** Loads the library. */
export function load(options?: LoadOptions): Promise<Plywood>;

/** The fields of a query, such as `{ game: "chess" }`. */
export type Query = Record<string, string | number | boolean>;

/** Something that a search reports. */
export interface SearchEvent {
  name: string;
  data: any;
}

/** The events of a search. Leaving the loop over them ends it. */
export interface Events extends AsyncIterableIterator<SearchEvent> {
  /** Ends the search now. Its result still comes, except where a page has no shared memory: there the events just end. */
  stop(): void;
}

/** Why a request was refused: problem details (RFC 9457). */
export class Problem extends Error {
  name: "Problem";
  status: number;
  title: string;
  /** The reason; also the message. */
  detail: string;
  /** The field of the request that is wrong, such as `limits.depth`. */
  field: string | null;
  /** What to do about it. */
  hint: string | null;
}

type Body<Path extends keyof Routes> = Routes[Path]["body"];
type Reply<Path extends keyof Routes> = Promise<Routes[Path]["answer"]>;

/** The rules and searches of every game. */
export interface Plywood {
  games(options?: AskOptions): Reply<"/games">;
  strategies(query?: Query, options?: AskOptions): Reply<"/strategies">;
  strategy(query?: Query, options?: AskOptions): Reply<"/strategy">;
  evaluators(query?: Query, options?: AskOptions): Reply<"/evaluators">;
  legalMoves(question: Body<"/legal-moves">, options?: AskOptions): Reply<"/legal-moves">;
  play(question: Body<"/play">, options?: AskOptions): Reply<"/play">;
  game(question: Body<"/game">, options?: AskOptions): Reply<"/game">;
  bestMove(question: Body<"/best-move">, options?: AskOptions): Reply<"/best-move">;
  compare(question: Body<"/compare">, options?: AskOptions): Reply<"/compare">;
  tree(question: Body<"/tree">, options?: AskOptions): Reply<"/tree">;
  readTree(text: string, options?: AskOptions): Reply<"/tree/read">;
  checkTree(text: string, options?: AskOptions): Reply<"/tree/check">;
  judge(question: Body<"/judge">, options?: AskOptions): Reply<"/judge">;
  evaluate(question: Body<"/evaluate">, options?: AskOptions): Reply<"/evaluate">;
  pgn(text: string, query?: Query, options?: AskOptions): Reply<"/pgn">;
  search(question: Body<"/search">, options?: AskOptions): Events;
  /** Sends a request to any route and resolves to its answer. The path may have a query. */
  ask<Path extends keyof Routes>(method: Routes[Path]["method"], path: Path, body?: Body<Path>, options?: AskOptions): Reply<Path>;
  ask(method: "GET" | "POST", path: string, body?: unknown, options?: AskOptions): Promise<any>;
  /** Sends a request to any route and returns its events. */
  events(path: string, body?: unknown, options?: AskOptions): Events;
  /** Ends all Workers. Requests that aren't answered are rejected. */
  close(): void;
}
