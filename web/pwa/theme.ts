/** Follows the system and other tabs. The inline script of `index.html` sets the theme of the first paint. */
export function syncTheme(): void {
  const page = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = localStorage.getItem("theme");
    page.dataset["theme"] = (chosen ? chosen === "dark" : system.matches) ? "dark" : "light";
  };
  const updateThemeColor = () => {
    const bars = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
    if (bars) bars.content = getComputedStyle(page).getPropertyValue("--window").trim();
  };
  system.addEventListener("change", apply);
  addEventListener("storage", apply);
  new MutationObserver(updateThemeColor).observe(page, { attributeFilter: ["data-theme", "data-onboarding"] });
}
