import { Bell } from "lucide-react";
import { useId, useState } from "react";
import css from "#web/features/notifications/enable-push-card.module.css";
import { readPushState, usePushState } from "#web/features/notifications/push-device.ts";
import { enablePushWithToast } from "#web/features/notifications/push-switch.tsx";
import { Button } from "#web/ui/button.tsx";
import typography from "#web/ui/typography.module.css";

const POSTPONED_KEY = "pushLater";

/**
 * Asks whoever has a match whether notifications may come to this device, until they answer. The browser's own question comes
 * on their tap, and never before.
 * @param onGone called when it goes away with the focus in it
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
  const name = useId();
  const [later, setLater] = useState(() => localStorage.getItem(POSTPONED_KEY) !== null);
  const [busy, setBusy] = useState(false);
  if (state !== "off" || later) return null;
  const answer = async () => {
    setBusy(true);
    await enablePushWithToast();
    setBusy(false);
    if (readPushState() !== "off") onGone();
  };
  const putOff = () => {
    localStorage.setItem(POSTPONED_KEY, "true");
    setLater(true);
    onGone();
  };
  return (
    <section aria-labelledby={name} className={css.card}>
      <Bell className={css.bell} aria-hidden="true" />
      <div>
        <Heading id={name} className={css.heading}>
          Hear when {username} writes
        </Heading>
        <p className={typography.muted}>On this device, while Spotter is closed.</p>
      </div>
      <div className={css.actions}>
        <Button busy={busy ? "One moment..." : undefined} onClick={() => void answer()}>
          Turn on
        </Button>
        {!busy && (
          <Button variant="text" onClick={putOff}>
            Not now
          </Button>
        )}
      </div>
    </section>
  );
}
