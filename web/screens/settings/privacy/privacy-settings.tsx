import type { Privacy } from "#contract/accounts/settings.ts";
import { useChangePrivacy, usePrivacy } from "#web/domains/accounts/settings/settings.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { PauseEnd } from "#web/screens/settings/privacy/pause-end.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed } from "#web/ui/skeleton.tsx";
import { Switch, SwitchSkeleton } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const SAVE_FAILED = "Failed to save settings. Please try again.";

const HIDE_HINT =
  "Take a break, with or without an end. Nobody new finds you in Browse or opens your profile, and no notifications come but “Back safe?” after a date that you share. You can go on as before: matches can write, and whoever sent you a crush or gets one of yours still sees you.";
const RECEIPTS_HINT =
  "You and your matches see when messages are read. Turned off, what is read from then on is shown to neither side.";
const DISCREET_HINT = "Lock screens and emails say only that something new waits: no name, and not what it is.";
const DAILY_SET_HINT =
  "Five people a day at the top of Browse. Nobody learns that they are among them. Turned off, no sets are made.";

export function PrivacySettings() {
  const { data: privacy, isError, refetch } = useStickyError(usePrivacy());
  return (
    <section aria-labelledby="privacy">
      <h2 id="privacy" className={typography.hidden}>
        Who sees you
      </h2>
      {privacy ? (
        <Switches privacy={privacy} />
      ) : isError ? (
        <InlineError message="Your settings did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <SwitchesSkeleton />
        </Delayed>
      )}
    </section>
  );
}

/** Each takes effect immediately. */
function Switches({ privacy }: { privacy: Privacy }) {
  const { mutate, isPending, variables } = useChangePrivacy();
  const shown = { ...privacy, ...(isPending && variables) };
  const change = (part: Partial<Privacy>) => {
    if (isPending) return;
    mutate(part, {
      onError: (error) =>
        toast(getErrorMessage(error, SAVE_FAILED, "Error saving settings. Please try again."), "error"),
    });
  };
  return (
    <>
      <Switch
        label="Hide my profile"
        hint={HIDE_HINT}
        on={shown.hidden}
        busy={isPending}
        onChange={(hidden) => change({ hidden })}
      />
      {shown.hidden && (
        <PauseEnd
          until={shown.hiddenUntil}
          busy={isPending}
          onChange={(hiddenUntil) => change({ hidden: true, hiddenUntil })}
        />
      )}
      <Switch
        label="Read receipts"
        hint={RECEIPTS_HINT}
        on={shown.readReceipts}
        busy={isPending}
        onChange={(readReceipts) => change({ readReceipts })}
      />
      <Switch
        label="Discreet notifications"
        hint={DISCREET_HINT}
        on={shown.discreetNotifications}
        busy={isPending}
        onChange={(discreetNotifications) => change({ discreetNotifications })}
      />
      <Switch
        label="Today's five"
        hint={DAILY_SET_HINT}
        on={shown.dailySet}
        busy={isPending}
        onChange={(dailySet) => change({ dailySet })}
      />
    </>
  );
}

/** Loading state, in the same shape. */
const SwitchesSkeleton = () => (
  <div inert>
    <SwitchSkeleton label="Hide my profile" hint={HIDE_HINT} />
    <SwitchSkeleton label="Read receipts" hint={RECEIPTS_HINT} />
    <SwitchSkeleton label="Discreet notifications" hint={DISCREET_HINT} />
    <SwitchSkeleton label="Today's five" hint={DAILY_SET_HINT} />
  </div>
);
