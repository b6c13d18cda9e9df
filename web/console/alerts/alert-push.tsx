import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { plural } from "#contract/words.ts";
import { alertDeviceQuery, type DeviceState, disableAlerts, enableAlerts } from "#web/console/alerts/alert-device.ts";
import { alertsQuery } from "#web/console/alerts/alerts.queries.ts";
import css from "#web/console/alerts/alerts-page.module.css";
import { getErrorMessage } from "#web/lib/api.ts";
import { classNames } from "#web/ui/class-names.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Switch, SwitchSkeleton } from "#web/ui/switch.tsx";
import typography from "#web/ui/typography.module.css";

/** Instead of the switch. */
const OBSTACLES: Readonly<Record<Exclude<DeviceState, "on" | "off">, ReactNode>> = {
  unsupported: "This browser cannot show pushes. Alerts come to you by email, or on another device.",
  install: (
    <>
      On iPhone and iPad pushes come to the installed console only: open the browser's menu <strong>Share</strong>,
      choose <strong>Add to Home Screen</strong>, and turn them on there.
    </>
  ),
  blocked: "Your browser blocks pushes of the console. Allow them in its settings for this site, then come back here.",
};

const HINT = "Also at night and while the console is closed, until you log out on this device.";
const LABEL = "Pushes on this device";

function PushSwitch({ staffId, pushKey }: { staffId: string; pushKey: string }) {
  const queryClient = useQueryClient();
  const query = alertDeviceQuery(staffId);
  const { data: state, isError, refetch } = useQuery(query);
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? enableAlerts(pushKey) : disableAlerts()),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: query.queryKey }),
        queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
      ]),
  });
  if (state === undefined)
    return isError ? (
      <InlineError message="The state of this device did not load." onRetry={() => void refetch()} />
    ) : (
      <SwitchSkeleton label={LABEL} hint={HINT} />
    );
  if (state !== "on" && state !== "off") return <p>{OBSTACLES[state]}</p>;
  const verb = change.variables ? "on" : "off";
  return (
    <>
      <FormAlert
        message={
          change.isError
            ? getErrorMessage(change.error, `Pushes were not turned ${verb}.`, `Pushes were not turned ${verb}.`)
            : undefined
        }
      />
      <Switch
        label={LABEL}
        hint={HINT}
        on={state === "on"}
        busy={change.isPending}
        onChange={(on) => change.mutate(on)}
      />
    </>
  );
}

export function AlertPush({
  staffId,
  pushKey,
  devices,
}: {
  staffId: string;
  pushKey: string;
  /** Of the person. */
  devices: number;
}) {
  return (
    <section className={css.section} aria-labelledby="alerts-push">
      <h2 id="alerts-push" className={classNames(typography.display, typography.d20)}>
        Push
      </h2>
      <PushSwitch staffId={staffId} pushKey={pushKey} />
      {devices > 0 && (
        <p className={classNames(typography.small, typography.muted)}>
          {plural(devices, "One device of yours gets pushes.", `${devices} devices of yours get pushes.`)}
        </p>
      )}
    </section>
  );
}
