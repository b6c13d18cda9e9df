import { WifiOff } from "lucide-react";
import { useOnline } from "#web/lib/connection.ts";
import css from "#web/pwa/notices.module.css";
import typography from "#web/ui/typography.module.css";

/** Says as long as it is so that what is on the screen may be old. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <div aria-live="polite" className={css.live}>
      {!online && (
        <p className={css.sign}>
          <WifiOff aria-hidden="true" />
          Offline
          <span className={typography.hidden}>. What you see may be old.</span>
        </p>
      )}
    </div>
  );
}
