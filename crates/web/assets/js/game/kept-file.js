// The last file with many games, kept by the browser. It may have ten megabytes, too much to keep beside the games.

const DATABASE = "plywood";
const STORE = "file";

/** Keeps a file in place of the last one: its text, and a summary, `{ name, count }`. */
export async function keepFile(text, about) {
  await inStore("readwrite", (store) => {
    store.put(text, "text");
    return store.put(about, "about");
  });
}

/** The summary of the kept file; null if there is none. */
export const aboutFile = () => inStore("readonly", (store) => store.get("about"));

/** The text of the kept file; null if there is none. */
export const keptFile = () => inStore("readonly", (store) => store.get("text"));

// A browser may refuse to store anything; then nothing is kept.
async function inStore(mode, ask) {
  try {
    const opening = indexedDB.open(DATABASE);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await answer(opening);
    try {
      const transaction = database.transaction(STORE, mode);
      const asked = answer(ask(transaction.objectStore(STORE)));
      const ended = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      const [found] = await Promise.all([asked, ended]);
      return found ?? null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
