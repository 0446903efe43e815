// Watches the connection to the server. If it's lost, a banner counts down to the next attempt and has a button to try now.

import { aborted } from "./problem.js";

/** Seconds until an attempt, for the first ones and for all others. */
const PAUSES = [1, 2, 4, 8, 15];

let waiting = null;

/** Waits until the server answers at an address, or until the signal says it's no longer needed. */
export function whenReachable(health, signal) {
  waiting ??= attempts(health).finally(() => (waiting = null));
  return Promise.race([waiting, aborted(signal)]);
}

async function attempts(health) {
  const banner = document.getElementById("offline");
  for (let attempt = 0; ; attempt += 1) {
    await countDown(banner, PAUSES[Math.min(attempt, PAUSES.length - 1)]);
    banner.querySelector("p").textContent = "The server cannot be reached. Trying again …";
    if (await isReachable(health)) break;
  }
  banner.hidden = true;
}

const isReachable = (health) => fetch(health, { cache: "no-store" }).then(({ ok }) => ok, () => false);

/** Shows the seconds until the next attempt; the button or a restored network ends the wait. */
function countDown(banner, seconds) {
  return new Promise((resolve) => {
    let left = seconds;
    const show = () => (banner.querySelector("p").textContent = `The server cannot be reached. Is plywood-web still running? Trying again in ${left} s.`);
    const finish = () => {
      clearInterval(timer);
      removeEventListener("online", finish);
      resolve();
    };
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) show();
      else finish();
    }, 1000);
    banner.querySelector("button").onclick = finish;
    addEventListener("online", finish);
    show();
    banner.hidden = false;
  });
}
