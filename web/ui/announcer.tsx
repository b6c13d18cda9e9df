import { createStore, useStore } from "#web/lib/store.ts";
import typography from "#web/ui/typography.module.css";

/** The same text is announced again only after this pause. */
const CLEAR_AFTER_MS = 5000;

/** The current announcement for screen readers; empty after a pause. */
export const announcer = createStore("");
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  announcer.set(text);
  clearTimeout(timer);
  timer = setTimeout(() => announcer.set(""), CLEAR_AFTER_MS);
}

/**
 * Announces the text of toasts to screen readers. The region is always mounted, because screen readers ignore text in a
 * region that is inserted together with it. `aria-live` keeps it audible while a dialog is open.
 */
export function LiveRegion() {
  return (
    <p role="status" aria-live="polite" className={typography.hidden}>
      {useStore(announcer)}
    </p>
  );
}
