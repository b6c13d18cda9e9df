import { Share, SquarePlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { enablePushWithToast } from "#web/domains/notifications/enable-push.ts";
import { disablePush } from "#web/domains/notifications/push-device.ts";
import { type PushState, usePushState } from "#web/domains/notifications/push-state.ts";
import css from "#web/screens/settings/notifications/push-switch.module.css";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.tsx";

const DISABLE_FAILED = "Notifications could not be turned off. Please try again.";

const HINT = "At once, while Spotter is closed. They say who it is and no more, and end when you log out.";

/** Shown instead of the switch. */
const UNAVAILABLE_TEXTS: Readonly<Record<Exclude<PushState, "on" | "off">, ReactNode>> = {
  unsupported: "This browser cannot show notifications. In the app and by email you are told all the same.",
  install: (
    <>
      On iPhone and iPad they come to the installed app: tap <strong>Share</strong> <Share aria-hidden="true" />, choose{" "}
      <strong>Add to Home Screen</strong> <SquarePlus aria-hidden="true" />, and turn them on there.
    </>
  ),
  blocked:
    "Your browser blocks notifications from Spotter. Allow them in its settings for this site (beside the address), or in those of your device.",
};

export function PushSwitch() {
  const state = usePushState();
  const [busy, setBusy] = useState(false);
  const change = async (on: boolean) => {
    setBusy(true);
    await (on ? enablePushWithToast() : disablePush().catch(() => toast(DISABLE_FAILED, "error")));
    setBusy(false);
  };
  return (
    <section aria-labelledby="this-device" className={css.device}>
      <h3 id="this-device" className={css.heading}>
        On this device
      </h3>
      {state === "on" || state === "off" ? (
        <>
          <p className={css.scope}>
            This switch works at once and for this device only. Save Settings is for the list above.
          </p>
          <Switch
            label="Push notifications"
            hint={HINT}
            on={state === "on"}
            busy={busy}
            onChange={(on) => void change(on)}
          />
        </>
      ) : (
        <p className={css.instead}>{UNAVAILABLE_TEXTS[state]}</p>
      )}
    </section>
  );
}
