import type { MoveData, OutcomeData, PositionData, RecordedTree, TreeNode } from "../api.js";

export type { MoveData, OutcomeData, PositionData, RecordedTree, TreeNode };

/** A game by its name. Another game of the library works too, and loads the library for its rules. */
export type GameName = "chess" | "chess960" | "connect-four" | "tic-tac-toe" | "tree" | (string & {});

/** The side at the bottom of the board. */
export type Orientation = "white" | "black" | "first" | "second";

/** An arrow, or a ring around a square if it has no `to`. */
export interface Shape {
  from: string;
  to?: string;
  color?: "green" | "red" | "blue" | "yellow";
}

/** A move that was played, and the position after it. */
export interface MoveDetail {
  /** The move in the notation of programs, such as `e2e4`. */
  move: string;
  /** The move in the notation of people, such as `e4`. */
  san: string;
  from: string | null;
  to: string;
  captured: string | null;
  promotion: string | null;
  /** The position after the move; a FEN in chess. */
  position: string;
  sideToMove: string;
  outcome: OutcomeData | null;
  /** All moves since the first position, this one last. */
  moves: string[];
}

/** A step of a search that is shown. */
export interface StepDetail {
  /** Its number, from 0, and the number of all. */
  step: number;
  steps: number;
  /** The moves from the root to the node. */
  moves: string[];
  node: TreeNode;
}

/** A recorded search: the answer of the library's `tree`, with the place where it began. */
export interface Recorded {
  game?: GameName;
  position?: string;
  moves?: string[];
  passes: RecordedTree[];
}

export interface BoardEvents {
  /** The user has made a move. Call `preventDefault()` to refuse it. */
  move: CustomEvent<MoveDetail>;
  /** The attributes have no valid position; the board shows why. */
  problem: CustomEvent<Error>;
}

export interface SearchEvents {
  /** Another step is shown. */
  step: CustomEvent<StepDetail>;
  /** The search or its recording cannot be shown; the element shows why. */
  problem: CustomEvent<Error>;
}

/** `<plywood-board>`: a board of any game. */
export class PlywoodBoard extends HTMLElement {
  /** Attribute `game`; chess by default. */
  game: GameName | null;
  /** The current position. Setting it, or the attribute, starts again from there; the property also drops `moves`. */
  get position(): string | null;
  set position(position: string | null | undefined);
  /** Attribute `moves`: the moves since the position, separated by spaces. */
  moves: string | null;
  /** Attribute `orientation`. */
  orientation: Orientation | null;
  /** Attribute `interactive`: the user may move. The name of a side, as in `interactive="white"`, allows its moves only. */
  interactive: boolean;
  /** Attribute `label`: the board's name for screen readers. */
  label: string | null;
  /** Arrows and rings, until the position changes. */
  shapes: Shape[];
  /** The position with its legal moves, the moves so far, check and outcome; null until it's shown. */
  readonly state: PositionData | null;
  /** Resolves when the board shows the position of the attributes, or the reason it's invalid. */
  readonly ready: Promise<void>;
  /** Plays a move, such as `e2e4` or `e4`; fails if it's illegal, and gives null if another position was set meanwhile. No event follows. */
  play(move: string): Promise<MoveDetail | null>;
  /** Takes back the last move, if there is one. */
  undo(): Promise<void>;
  addEventListener<K extends keyof BoardEvents>(type: K, listener: (this: PlywoodBoard, event: BoardEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** `<plywood-search>`: a search to step through. */
export class PlywoodSearch extends HTMLElement {
  /** Attribute `src`: the address of a recorded search as JSON. */
  src: string | null;
  /** Attributes `game`, `position`, `moves` and `strategy`: what the button, or `search()`, searches. */
  game: GameName | null;
  position: string | null;
  moves: string | null;
  strategy: string | null;
  /** Attribute `windows`: describes each step with alpha and beta, as books on search do. */
  windows: boolean;
  /** Attribute `orientation` of its board. */
  orientation: Orientation | null;
  /** Attribute `label`: its name for screen readers. */
  label: string | null;
  /** The recorded search that is shown; it can also be in a `<script type="application/json">` inside the element. */
  recorded: Recorded | null;
  /** The step that is shown, from 0. */
  step: number;
  /** The number of steps. */
  readonly steps: number;
  /** Resolves when the recorded search is shown, or cannot be. */
  readonly ready: Promise<void>;
  /** Loads the engine, searches, and shows the tree. */
  search(): Promise<void>;
  /** Ends a search that is running. */
  stop(): void;
  addEventListener<K extends keyof SearchEvents>(type: K, listener: (this: PlywoodSearch, event: SearchEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "plywood-board": PlywoodBoard;
    "plywood-search": PlywoodSearch;
  }
}
