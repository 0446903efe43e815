// Mouse, pen and touch on a tree: drag it, zoom with the wheel or two fingers, click on a node.

/** The distance in pixels below which a movement of the pointer is a click. */
const CLICK = 5;

/** Makes a tree react to pointers. `onPick` gets the node that is clicked, and `signal` ends what is heard from outside the tree. */
export function listenToGestures(view, { onPick, signal }) {
  const { canvas } = view;
  const held = new Map();
  let moved = 0;
  const place = ({ clientX, clientY }) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const span = () => {
    const [one, other] = [...held.values()];
    return { middle: (one.x + other.x) / 2, width: Math.hypot(one.x - other.x, one.y - other.y) || 1 };
  };
  const release = ({ pointerId }) => held.delete(pointerId);
  canvas.addEventListener("pointerdown", (event) => {
    if (held.size === 0) moved = 0;
    held.set(event.pointerId, place(event));
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [from, to] = [held.get(event.pointerId), place(event)];
    if (!from) return view.name(to);
    const before = held.size === 2 ? span() : null;
    held.set(event.pointerId, to);
    moved += Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
    if (before) return view.zoom(span().width / before.width, before.middle);
    view.isFitted = false;
    view.move(to.x - from.x, to.y - from.y);
  });
  canvas.addEventListener("pointerup", (event) => {
    const { x, y } = place(event);
    const node = moved < CLICK ? view.nodeAt(x, y) : null;
    release(event);
    if (node !== null) onPick(node);
  });
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("wheel", (event) => {
    if (view.isAmongText && !event.ctrlKey && canvas.getRootNode().activeElement !== canvas) return;
    event.preventDefault();
    if (event.shiftKey) view.move(-event.deltaY, 0);
    else view.zoom(1.0015 ** -event.deltaY, place(event).x);
  }, { passive: false });
  addEventListener("themechange", () => view.recolor(), { signal });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => view.recolor(), { signal });
}
