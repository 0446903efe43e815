// Light or dark: the system's theme, unless the user chose one.

import { prefer, preference } from "./preferences.js";

/** Applies the chosen theme and lets the button in the header change it. */
export function listenToTheme() {
  const button = document.getElementById("theme");
  apply(preference("theme"));
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    prefer("theme", theme);
    apply(theme);
  });
}

/** True if the page is dark now. */
const isDark = () => document.documentElement.dataset.theme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);

function apply(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event("themechange"));
}
