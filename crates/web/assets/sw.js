// Keeps a site of files in the browser, so that it works without a network. `plywood-web site` fills in the two constants.

/** Changes with every file of the site. */
const VERSION = "";
/** The files loaded at once; all others are kept when they're first needed. */
const FILES = [];

// Other sites on the same host may also have caches.
const OURS = `plywood ${registration.scope} `;
const NAME = OURS + VERSION;

addEventListener("install", (event) => event.waitUntil(keep(FILES)));
addEventListener("activate", (event) => event.waitUntil(dropOld()));
addEventListener("message", (event) => event.waitUntil(keep(event.data)));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});

/** Keeps files. A file that the page has just loaded isn't sent again: the host is only asked if it has changed. */
async function keep(files) {
  const cache = await caches.open(NAME);
  const missing = async (file) => (await cache.keys(file)).length === 0;
  await Promise.all(files.map(async (file) => (await missing(file)) && cache.put(file, isolated(await fetch(file, { cache: "no-cache" })))));
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== NAME).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Returns the kept answer, or the host's, which is then kept. */
async function answer(request) {
  const cache = await caches.open(NAME);
  const known = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  if (known) return known;
  const found = await fetch(request);
  if (found.status !== 200) return found;
  const kept = isolated(found);
  // If there is no room, the host is asked again the next time.
  await cache.put(request, kept.clone()).catch(() => {});
  return kept;
}

/** A host's answer, with headers that let the page share memory with its Workers, so that a stopped search keeps its table. */
function isolated(found) {
  if (!found.ok) throw new Error(`${found.url}: ${found.status}`);
  const headers = new Headers(found.headers);
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-embedder-policy", "require-corp");
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
