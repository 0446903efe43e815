"use strict";
// A click on a heading sorts its table, numerically if the cells hold numbers.
for (const heading of document.querySelectorAll("table.sortable th")) {
  const table = heading.closest("table"), column = heading.cellIndex;
  const value = (row) => {
    const cell = row.cells[column];
    return cell.dataset.value === undefined ? cell.textContent : parseFloat(cell.dataset.value);
  };
  // Missing values are last in either order.
  const compare = (a, b, sign) => {
    if (typeof a === "string") return sign * a.localeCompare(b);
    return isNaN(a) || isNaN(b) ? isNaN(a) - isNaN(b) : sign * (a - b);
  };
  const button = document.createElement("button");
  button.append(...heading.childNodes);
  heading.append(button);
  button.addEventListener("click", () => {
    const up = heading.getAttribute("aria-sort") !== "ascending";
    table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", up ? "ascending" : "descending");
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => compare(value(a), value(b), up ? 1 : -1));
    table.tBodies[0].append(...rows);
  });
}
// A strategy under the pointer is highlighted in every plot and table.
const named = [...document.querySelectorAll("[data-name]")];
for (const element of named) {
  const light = (on) => {
    for (const other of named) {
      other.classList.toggle("dimmed", on && other.dataset.name !== element.dataset.name);
    }
  };
  element.addEventListener("mouseenter", () => light(true));
  element.addEventListener("mouseleave", () => light(false));
}
