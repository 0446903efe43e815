// Lets the page's modules find the stepper's, which are files of the catalog; the server puts them among the page's.

import { register } from "node:module";

const stepper = new URL("../../../catalog/src/recorded/stepper/", import.meta.url);
const resolve = `export async function resolve(name, context, next) {
  const [, file] = name.match(/\\/stepper\\/((?:score|layout|story|tree-(?:canvas|painter|gestures)|stepper)\\.js)$/) ?? [];
  return next(file ? "${stepper}" + file : name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(resolve)}`);
