import type { Privacy } from "#contract/settings.ts";
import { useChangePrivacy } from "#web/features/settings/settings.api.ts";
import { messageOf } from "#web/lib/api.ts";
import { Switch, SwitchSkeleton } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.tsx";

const FAILED = "Failed to save settings. Please try again.";

const HIDE =
  "Nobody new finds you in Browse or opens your profile. You can go on as before: matches, and whoever sent you a crush or gets one of yours, still see you.";
const RECEIPTS =
  "You and your matches see when messages are read. Turned off, what is read from then on is shown to neither side.";
const DISCREET = "Your lock screen says only that something new waits: no name, and not what it is.";

/** Who sees one, and what they see: each switch takes effect at once. */
export function PrivacySettings({ privacy }: { privacy: Privacy }) {
  const { mutate, isPending, variables } = useChangePrivacy();
  const shown = { ...privacy, ...(isPending && variables) };
  const change = (part: Partial<Privacy>) => {
    if (isPending) return;
    mutate(part, {
      onError: (error) => toast(messageOf(error, FAILED, "Error saving settings. Please try again."), "error"),
    });
  };
  return (
    <>
      <Switch
        label="Hide my profile"
        hint={HIDE}
        on={shown.hidden}
        busy={isPending}
        onChange={(hidden) => change({ hidden })}
      />
      <Switch
        label="Read receipts"
        hint={RECEIPTS}
        on={shown.readReceipts}
        busy={isPending}
        onChange={(readReceipts) => change({ readReceipts })}
      />
      <Switch
        label="Discreet notifications"
        hint={DISCREET}
        on={shown.discreetNotifications}
        busy={isPending}
        onChange={(discreetNotifications) => change({ discreetNotifications })}
      />
    </>
  );
}

/** Its shape, while what is set is on its way. */
export const PrivacySkeleton = () => (
  <div inert>
    <SwitchSkeleton label="Hide my profile" hint={HIDE} />
    <SwitchSkeleton label="Read receipts" hint={RECEIPTS} />
    <SwitchSkeleton label="Discreet notifications" hint={DISCREET} />
  </div>
);
