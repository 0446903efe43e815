// Lets the modules of the page find the stepper, which is a file of the lab; the server puts it among them.

import { register } from "node:module";

const stepper = new URL("../../../lab/src/show/tree/stepper.js", import.meta.url);
const resolve = `export const resolve = (name, context, next) => next(name.endsWith("/inside/stepper.js") ? "${stepper}" : name, context);`;
register(`data:text/javascript,${encodeURIComponent(resolve)}`);
