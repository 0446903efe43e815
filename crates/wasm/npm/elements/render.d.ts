import type { GameName, Orientation, Recorded } from "./elements.js";

export interface BoardMarkup {
  /** The address at which the page has `plywood-games/elements.css`. */
  stylesheet: string;
  game?: GameName;
  position?: string;
  moves?: string[];
  orientation?: Orientation;
  /** True, or the name of the side that may move. */
  interactive?: boolean | string;
  label?: string;
}

export interface SearchMarkup {
  /** The address at which the page has `plywood-games/elements.css`. */
  stylesheet: string;
  recorded: Recorded;
  game?: GameName;
  strategy?: string;
  label?: string;
}

/** Returns the markup of a `<plywood-board>` with its position, for a server; rejects an invalid one. */
export function renderBoard(board: BoardMarkup): Promise<string>;

/** Returns the markup of a `<plywood-search>` with a recorded search, whose steps can be read without scripts. */
export function renderSearch(search: SearchMarkup): string;
