import { useSyncExternalStore } from "react";
import { newsSaid } from "#web/features/notifications/news-said.ts";
import type from "#web/ui/type.module.css";

/**
 * Has a screen reader say, on any screen, what a toast shows: a region that was there before its words is heard everywhere.
 * `aria-live` leaves it audible beside an open dialog.
 */
export function NewsSaid() {
  return (
    <p role="status" aria-live="polite" className={type.hidden}>
      {useSyncExternalStore(newsSaid.subscribe, newsSaid.read)}
    </p>
  );
}
