// Speaks to screen readers through the two live regions of the page.

/** A notice stays this long. */
const NOTICE_TIME = 10000;
let timer = null;

/** Announces something when the screen reader is idle, such as a move. */
export const announce = (text) => speak("announcer", text);

/** Shows and announces an error until the next one, or until it is dismissed. */
export function showProblem(error) {
  const box = document.getElementById("problem");
  box.querySelector("p").textContent = error === null ? "" : (error.message ?? String(error));
  box.hidden = error === null;
}

/** Shows and announces something that has happened, for a while, with a button that does something about it. */
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

/** Takes a notice away whose time has not come yet. */
export function hideNotice() {
  document.getElementById("notice").hidden = true;
}

function speak(id, text) {
  const region = document.getElementById(id);
  // The same text twice would not be spoken again, so an invisible mark tells the two apart.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
