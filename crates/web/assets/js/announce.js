// Speaks to screen readers through the two live regions of the page.

/** Announces something when the screen reader is idle, such as a move. */
export const announce = (text) => speak("announcer", text);

/** Shows and announces an error until the next one, or until it is dismissed. */
export function showProblem(error) {
  const box = document.getElementById("problem");
  box.querySelector("p").textContent = error === null ? "" : (error.message ?? String(error));
  box.hidden = error === null;
}

function speak(id, text) {
  const region = document.getElementById(id);
  // The same text twice would not be spoken again, so an invisible mark tells the two apart.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
