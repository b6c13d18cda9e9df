/**
 * Keeps the page in the theme chosen, or in the system's while none is, and the browser's own bars in the page's colour.
 * The first paint is the inline script's of `index.html`.
 */
export function followTheme(): void {
  const page = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = localStorage.getItem("theme");
    page.dataset["theme"] = (chosen ? chosen === "dark" : system.matches) ? "dark" : "light";
  };
  const colourBars = () => {
    const bars = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
    if (bars) bars.content = getComputedStyle(page).getPropertyValue("--window").trim();
  };
  system.addEventListener("change", apply);
  addEventListener("storage", apply);
  new MutationObserver(colourBars).observe(page, { attributeFilter: ["data-theme", "data-onboarding"] });
}
