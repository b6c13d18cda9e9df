import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { mayLeave } from "#web/lib/leaving.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
import css from "#web/pwa/notices.module.css";
import { watchVersions } from "#web/pwa/versions.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

/** Offers a version that is waiting. Who does not want it now has it when the app is opened the next time. */
export function NewVersion() {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  const [refused, setRefused] = useState<ServiceWorker>();
  useEffect(() => watchVersions(setWaiting), []);
  const offered = waiting !== undefined && waiting !== refused;
  const reload = async () => {
    // Every page of this browser begins anew when the new version has taken over: see `versions.ts`.
    if (await mayLeave()) waiting?.postMessage("take over");
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
          <Button look="text" className={css.reload} onClick={() => void reload()}>
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
