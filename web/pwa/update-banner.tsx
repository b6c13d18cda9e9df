import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { confirmLeave } from "#web/lib/unsaved-changes.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
import css from "#web/pwa/notices.module.css";
import { watchForUpdates } from "#web/pwa/update-check.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

/** Offers a version that is waiting. Who does not want it now has it when the app is opened the next time. */
export function UpdateBanner() {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  const [refused, setRefused] = useState<ServiceWorker>();
  useEffect(() => watchForUpdates(setWaiting), []);
  const offered = waiting !== undefined && waiting !== refused;
  const reload = async () => {
    // Every page of this browser begins anew when the new version has taken over: see `versions.ts`.
    if (await confirmLeave()) waiting?.postMessage("take over");
  };
  const later = () => {
    setRefused(waiting);
    focusPage();
  };
  return (
    <div aria-live="polite" className={css.live}>
      {offered && (
        <section className={css.version} aria-label="New version">
          <p className={css.words}>New version</p>
          <Button variant="text" className={css.reload} onClick={() => void reload()}>
            Reload
          </Button>
          <IconButton label="Later" onClick={later}>
            <X />
          </IconButton>
        </section>
      )}
    </div>
  );
}
