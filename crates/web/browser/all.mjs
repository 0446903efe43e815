// All tests of the page in one process, so that they share a server and a browser.

import "./first.test.mjs";
import "./faults.test.mjs";
import "./page.test.mjs";
import "./play.test.mjs";
import "./dice.test.mjs";
import "./kept.test.mjs";
import "./desk.test.mjs";
import "./live.test.mjs";
import "./looks.test.mjs";
import "./views.test.mjs";
import "./watch.test.mjs";
import "./judge.test.mjs";
import "./own.test.mjs";
import "./site.test.mjs";
