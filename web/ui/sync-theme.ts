import { readTheme } from "#web/lib/theme.ts";

/** Follows the system and other tabs. `web/inline/page-state.ts` sets the theme of the first paint. */
export function syncTheme(): void {
  const page = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    page.dataset["theme"] = readTheme();
  };
  const updateThemeColor = () => {
    const bars = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
    if (bars) bars.content = getComputedStyle(page).getPropertyValue("--window").trim();
  };
  system.addEventListener("change", apply);
  addEventListener("storage", apply);
  new MutationObserver(updateThemeColor).observe(page, { attributeFilter: ["data-theme", "data-onboarding"] });
}
