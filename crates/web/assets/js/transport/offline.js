// A site of files is kept in the browser after the first visit, and then needs no network.

import { loaded } from "./browser.js";

/** Keeps the site if this is one, when the engine has come: the first visit waits for nothing else. */
export async function keepSite() {
  if ("server" in document.documentElement.dataset || !navigator.serviceWorker) return;
  await loaded();
  await navigator.serviceWorker.register("sw.js");
  const { active } = await navigator.serviceWorker.ready;
  // There are several builds of the engine, and this browser needs the one that it has loaded.
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active.postMessage(files.filter((name) => name.endsWith(".wasm")));
}
