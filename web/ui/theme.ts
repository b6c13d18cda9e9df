import { useSyncExternalStore } from "react";

/** What a person chose; `system` is the absence of a choice. */
export type Theme = "system" | "light" | "dark";

const listeners = new Set<() => void>();

function read(): Theme {
  const stored = localStorage.getItem("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Remembers the choice on this device and shows it at once. From there on `web/pwa/theme.ts` follows the system and other tabs. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset["theme"] = theme === "system" ? system : theme;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The chosen theme. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, read, () => "system");
