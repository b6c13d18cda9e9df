import { useState } from "react";
import { useOwnProfile } from "#web/features/members/own-profile.ts";
import { PushSwitch } from "#web/features/notifications/push-switch.tsx";
import { UnsavedChangesGuard } from "#web/features/profile/unsaved-changes-guard.tsx";
import { NotificationSettings, NotificationSettingsSkeleton } from "#web/features/settings/notification-settings.tsx";
import { useStanding } from "#web/lib/standing.ts";
import { Failure } from "#web/ui/failure.tsx";
import { Delayed } from "#web/ui/skeleton.tsx";
import type from "#web/ui/type.module.css";

/** The six switches, and whether this device is told. */
export function NotificationsTab() {
  const { data: own, isError, refetch } = useStanding(useOwnProfile());
  const [dirty, setDirty] = useState(false);
  return (
    // No landmark of its own: that name is the toasts'.
    <>
      <title>Notifications · Settings · Spotter</title>
      <h2 className={type.hidden}>Notifications</h2>
      <UnsavedChangesGuard dirty={dirty} />
      {own ? (
        <>
          <NotificationSettings saved={own.profile.notifications} onDirty={setDirty} />
          <PushSwitch />
        </>
      ) : isError ? (
        <Failure quiet title="Your settings did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <NotificationSettingsSkeleton />
        </Delayed>
      )}
    </>
  );
}
