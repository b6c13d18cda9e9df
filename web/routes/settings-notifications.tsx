import { useState } from "react";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { PushSwitch } from "#web/features/notifications/push-switch.tsx";
import { UnsavedChangesGuard } from "#web/features/profile/unsaved-changes-guard.tsx";
import { NotificationSettings, NotificationSettingsSkeleton } from "#web/features/settings/notification-settings.tsx";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Delayed } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** The six switches, and whether this device is told. */
export function NotificationsTab() {
  const { data: own, isError, refetch } = useStickyError(useOwnProfile());
  const [dirty, setDirty] = useState(false);
  return (
    // No landmark of its own: that name is the toasts'.
    <>
      <title>Notifications · Settings · Spotter</title>
      <h2 className={typography.hidden}>Notifications</h2>
      <UnsavedChangesGuard dirty={dirty} />
      {own ? (
        <>
          <NotificationSettings saved={own.profile.notifications} onDirty={setDirty} />
          <PushSwitch />
        </>
      ) : isError ? (
        <ErrorState quiet title="Your settings did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <NotificationSettingsSkeleton />
        </Delayed>
      )}
    </>
  );
}
