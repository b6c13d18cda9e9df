/** The chosen theme of this browser, else the system's. */
export function readTheme(): "light" | "dark" {
  const chosen = localStorage.getItem("theme");
  const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  return isDark ? "dark" : "light";
}
