// Speaks to screen readers through the two live regions of the page.

/** How long a notice stays. */
const NOTICE_TIME = 10000;
/** Begins the message of a failed `import()`, in each browser. */
const NOT_LOADED = /dynamically imported module|importing a module script failed/i;
let timer = null;
let isOfLink = false;

/** Announces something when the screen reader is idle, such as a move. */
export function announce(text) {
  const region = document.getElementById("announcer");
  // Screen readers don't repeat a text, so an invisible mark makes it a new one.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Shows and announces an error until the next one, or until it's dismissed. */
export function showProblem(error) {
  if (error === null && isOfLink) return;
  const box = document.getElementById("problem");
  const isOld = NOT_LOADED.test(error?.message);
  box.querySelector("p").textContent = isOld ? "A part of the page can't be loaded. If there's a new version, reload the page to use it." : (error?.message ?? String(error ?? ""));
  box.hidden = error === null;
}

/** Shows the first thing that's wrong with a link, until the user does something else; until then the address stays as it is. */
export function showLinkProblem(error) {
  if (!isOfLink) showProblem(error);
  isOfLink = true;
}

/** True while the error of a link is shown. */
export const hasLinkProblem = () => isOfLink;

/** The user has acted, so the error of the link may go. */
export const leaveLink = () => (isOfLink = false);

/** Shows and announces an event for a while, with a button to act on it. */
export function showNotice(text, action = null) {
  const box = document.getElementById("notice");
  clearTimeout(timer);
  box.querySelector("p").textContent = text;
  const button = box.querySelector("button");
  button.hidden = action === null;
  button.textContent = action?.text ?? "";
  button.onclick = () => {
    box.hidden = true;
    action.run();
  };
  box.hidden = false;
  timer = setTimeout(() => (box.hidden = true), NOTICE_TIME);
}

/** Removes a notice before its time. */
export function hideNotice() {
  clearTimeout(timer);
  document.getElementById("notice").hidden = true;
}

/** Copies a text, and says so. */
export async function copyText(text, name) {
  try {
    await navigator.clipboard.writeText(text);
    showNotice(`${name} copied.`);
  } catch {
    showProblem(new Error("The browser does not allow copying here; select the text instead."));
  }
}
