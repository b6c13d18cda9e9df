import { useEffect } from "react";

/** Writes a count on the icon of the installed app, where the system has that; undefined while it is not known. */
export function useAppBadge(count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), []);
}
