// Keeps a site of files in the browser after the first visit, so that it works without a network.

import { loaded } from "./browser.js";

/** Keeps the site, if this is one, once the engine has loaded: the first visit waits for nothing else. */
export async function keepSite() {
  if ("server" in document.documentElement.dataset || !navigator.serviceWorker) return;
  await loaded();
  await navigator.serviceWorker.register("sw.js");
  const { active } = await navigator.serviceWorker.ready;
  // There are several builds of the engine; this browser needs the one it has loaded.
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active.postMessage(files.filter((name) => name.endsWith(".wasm")));
}
