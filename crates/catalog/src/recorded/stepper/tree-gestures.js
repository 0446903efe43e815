// Mouse, pen and touch on a tree: drag it, zoom with the wheel, click on a node.

/** A pointer that moved fewer pixels has clicked. */
const CLICK = 5;

/** Makes a tree react to pointers. `onPick` gets the node that is clicked. */
export function listenToGestures(view, onPick) {
  const { canvas } = view;
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, moved: 0 };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
    drag = { x: event.clientX, y: event.clientY, moved: drag.moved + Math.abs(across) + Math.abs(down) };
    view.isFitted = false;
    view.move(across, down);
  });
  canvas.addEventListener("pointerup", (event) => {
    const { left, top } = canvas.getBoundingClientRect();
    const node = drag && drag.moved < CLICK ? view.nodeAt(event.clientX - left, event.clientY - top) : null;
    drag = null;
    if (node !== null) onPick(node);
  });
  canvas.addEventListener("pointercancel", () => (drag = null));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.shiftKey) view.move(-event.deltaY, 0);
    else view.zoom(1.0015 ** -event.deltaY, event.clientX - canvas.getBoundingClientRect().left);
  }, { passive: false });
  addEventListener("themechange", () => view.recolor());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => view.recolor());
}
