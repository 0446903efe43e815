// <plywood-board> and <plywood-search>: importing this file defines both. In Node.js it defines nothing, and can be imported all the same.

import { PlywoodBoard } from "./board-element.js";
import { PlywoodSearch } from "./search-element.js";

export { PlywoodBoard, PlywoodSearch };

globalThis.customElements?.define("plywood-board", PlywoodBoard);
globalThis.customElements?.define("plywood-search", PlywoodSearch);
