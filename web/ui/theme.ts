import { useSyncExternalStore } from "react";
import { createStorageListeners } from "#web/lib/store.ts";
import { readTheme } from "#web/lib/theme.ts";

/** `system` is stored as the absence of a choice. */
export type Theme = "system" | "light" | "dark";

const listeners = createStorageListeners();

function read(): Theme {
  const stored = localStorage.getItem("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** `web/ui/sync-theme.ts` follows later changes of the system and of other tabs. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  document.documentElement.dataset["theme"] = readTheme();
  listeners.notify();
}

export const useTheme = (): Theme => useSyncExternalStore(listeners.subscribe, read, () => "system");
