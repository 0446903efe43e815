// Lets the modules of the page find those that step through a search, which are files of the lab; the server puts them among the page's.

import { register } from "node:module";

const lab = new URL("../../../lab/src/show/tree/", import.meta.url);
const resolve = `export async function resolve(name, context, next) {
  const [, file] = name.match(/\\/inside\\/((?:score|layout|story|tree-(?:canvas|painter|gestures)|stepper)\\.js)$/) ?? [];
  return next(file ? "${lab}" + file : name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(resolve)}`);
