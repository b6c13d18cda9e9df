import { useStore } from "#web/lib/store.ts";
import { announcer } from "#web/ui/announcer.ts";
import typography from "#web/ui/typography.module.css";

/**
 * Always mounted, because screen readers ignore text in a region that is inserted together with it. `aria-live` keeps
 * it audible while a dialog is open.
 */
export function LiveRegion() {
  return (
    <p role="status" aria-live="polite" className={typography.hidden}>
      {useStore(announcer)}
    </p>
  );
}
