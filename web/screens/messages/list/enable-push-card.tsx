import { Bell } from "lucide-react";
import { useId, useState } from "react";
import { enablePushWithToast } from "#web/domains/notifications/enable-push.ts";
import { readPushState, usePushState } from "#web/domains/notifications/push-state.ts";
import css from "#web/screens/messages/list/enable-push-card.module.css";
import { Button } from "#web/ui/button.tsx";
import typography from "#web/ui/typography.module.css";

const DISMISSED_KEY = "pushPromptDismissed";

/**
 * Until the member answers. The browser's permission prompt appears only after the click.
 * @param onGone called when the card is removed while it contains the focus
 */
export function EnablePushCard({
  username,
  as: Heading,
  onGone,
}: {
  username: string;
  as: "h2" | "h3";
  onGone: () => void;
}) {
  const state = usePushState();
  const headingId = useId();
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(DISMISSED_KEY) !== null);
  const [busy, setBusy] = useState(false);
  if (state !== "off" || isDismissed) return null;
  const enable = async () => {
    setBusy(true);
    await enablePushWithToast();
    setBusy(false);
    if (readPushState() !== "off") onGone();
  };
  const dismiss = () => {
    localStorage.setItem(DISMISSED_KEY, "true");
    setIsDismissed(true);
    onGone();
  };
  return (
    <section aria-labelledby={headingId} className={css.card}>
      <Bell className={css.bell} aria-hidden="true" />
      <div>
        <Heading id={headingId} className={css.heading}>
          Hear when {username} writes
        </Heading>
        <p className={typography.muted}>On this device, while Spotter is closed.</p>
      </div>
      <div className={css.actions}>
        <Button busy={busy ? "One moment..." : undefined} onClick={() => void enable()}>
          Turn on
        </Button>
        {!busy && (
          <Button variant="text" onClick={dismiss}>
            Not now
          </Button>
        )}
      </div>
    </section>
  );
}
