// The views that look into a search. Their script is loaded when the first of them is opened.

import { WatchView } from "../watch/watch-view.js";
import { InsideView } from "./inside-view.js";

export const views = { inside: InsideView, watch: WatchView };
