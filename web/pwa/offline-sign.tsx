import { WifiOff } from "lucide-react";
import { useOnline } from "#web/lib/connection.ts";
import css from "#web/pwa/notices.module.css";
import type from "#web/ui/type.module.css";

/** Says as long as it is so that what is on the screen may be old. */
export function OfflineSign() {
  const online = useOnline();
  return (
    <div aria-live="polite" className={css.live}>
      {!online && (
        <p className={css.sign}>
          <WifiOff aria-hidden="true" />
          Offline
          <span className={type.hidden}>. What you see may be old.</span>
        </p>
      )}
    </div>
  );
}
