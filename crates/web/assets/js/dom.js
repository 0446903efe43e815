// Builds parts of the page. Text is always set as text, so nothing that comes from a game file can become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an HTML element: `element("button", { class: "quiet", onclick: flip }, "Flip")`.
 * Attributes that are null or false are left out, `true` sets an empty one, and `on...` adds a listener.
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Makes an SVG element, in the same way. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** The element that has the focus, in the document or the shadow tree of a node. */
export const focused = (node) => node.getRootNode().activeElement;

/** True if things may move: not if the system asks for less motion. */
export const mayAnimate = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A button with a visible text. */
export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/** A button that shows an icon of the sprite and has a name for screen readers, with its key if it has one. */
export function iconButton(icon, name, onclick, attributes = {}) {
  const picture = svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: iconLink(icon) }));
  return element("button", { type: "button", class: "icon-button", "aria-label": name, title: name, onclick, ...attributes }, picture);
}

/** The link to an icon of the page, which needs no server. */
export const iconLink = (name) => `#icon-${name}`;

/** A labeled field: the label's text above the control. */
export function field(text, control, attributes = {}) {
  return element("label", { class: "field", ...attributes }, element("span", {}, text), control);
}

/** A drop-down list; `choices` are `[value, text]` pairs, or `[name, choices]` for a group. */
export function select(choices, chosen, onchange, attributes = {}) {
  const group = (label, all) => element("optgroup", { label }, all.map(option));
  const option = ([value, text]) => (Array.isArray(text) ? group(value, text) : element("option", { value, selected: value === chosen }, text));
  return element("select", { onchange: (event) => onchange(event.target.value), ...attributes }, choices.map(option));
}

/** A checkbox with its label. */
export function checkbox(text, checked, onchange) {
  const input = element("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked) });
  return element("label", { class: "check" }, input, element("span", {}, text));
}

/** Buttons to choose one from; `choices` are `[value, text]` pairs. */
export function choice(name, choices, chosen, onchange) {
  const one = ([value, text]) =>
    element("label", {}, element("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }), element("span", {}, text));
  return element("fieldset", { class: "choice" }, element("legend", {}, name), choices.map(one));
}

/** Opens a dialog with a name for screen readers; it's removed when it's closed. */
export function openDialog(name, attributes, ...children) {
  const dialog = element("dialog", { "aria-label": name, ...attributes }, children);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A panel with a heading. */
export function panel(title, attributes, ...children) {
  return element("section", { class: "panel", ...attributes }, title ? element("h2", {}, title) : null, children);
}
