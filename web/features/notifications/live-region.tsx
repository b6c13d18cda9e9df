import { useSyncExternalStore } from "react";
import { announcer } from "#web/features/notifications/announcer.ts";
import typography from "#web/ui/typography.module.css";

/**
 * Has a screen reader say, on any screen, what a toast shows: a region that was there before its words is heard everywhere.
 * `aria-live` leaves it audible beside an open dialog.
 */
export function LiveRegion() {
  return (
    <p role="status" aria-live="polite" className={typography.hidden}>
      {useSyncExternalStore(announcer.subscribe, announcer.read)}
    </p>
  );
}
