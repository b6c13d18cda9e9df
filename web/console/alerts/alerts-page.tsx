import { useMutation, useQuery } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { plural } from "#contract/words.ts";
import { AlertAddress } from "#web/console/alerts/alert-address.tsx";
import { AlertKindsTable } from "#web/console/alerts/alert-kinds-table.tsx";
import { AlertPush } from "#web/console/alerts/alert-push.tsx";
import { alertsQuery } from "#web/console/alerts/alerts.queries.ts";
import css from "#web/console/alerts/alerts-page.module.css";
import type { Session } from "#web/console/entrance/session.queries.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const testWords = (email: boolean, devices: number): string => {
  const pushed = devices > 0 ? plural(devices, "one device", `${devices} devices`) : undefined;
  return `A test is on its way to ${[email ? "your address" : undefined, pushed].filter(Boolean).join(" and ")}.`;
};

function Test() {
  const test = useMutation({
    mutationFn: () => callStaff("POST /api/moderation/alerts/test", {}),
    onSuccess: (sent) => toast(testWords(sent.email, sent.devices), "done"),
  });
  return (
    <div className={css.form}>
      <FormAlert message={test.isError ? getErrorMessage(test.error, "No test was sent.") : undefined} />
      <Button variant="line" busy={test.isPending ? "Sending…" : undefined} onClick={() => test.mutate()}>
        Send a test
      </Button>
    </div>
  );
}

function Content({ session }: { session: Session }) {
  const { data: settings, error, refetch } = useQuery(alertsQuery);
  if (settings) {
    const isSetUp = settings.email !== null || settings.devices > 0;
    return (
      <>
        {!isSetUp && (
          <Callout icon={<BellOff aria-hidden="true" />}>
            Nothing alerts you yet. Confirm an address, or turn on pushes on a device that is with you.
          </Callout>
        )}
        <AlertAddress email={settings.email} pending={settings.pending} />
        <AlertPush staffId={session.staff._id} pushKey={settings.pushKey} devices={settings.devices} />
        <AlertKindsTable kinds={settings.kinds} />
        {isSetUp && <Test />}
      </>
    );
  }
  if (error instanceof ApiError && error.status === 403)
    return (
      <EmptyState
        title="Your role gets no alerts"
        text="It sees cases and decides none."
        action={<ButtonLink to="/">To the queue</ButtonLink>}
      />
    );
  if (error) return <ErrorState title="Your alerts did not load" onRetry={() => void refetch()} />;
  return (
    <Delayed>
      <Skeleton className={css.waiting} />
      <Skeleton className={css.waiting} />
      <Skeleton className={css.waiting} />
    </Delayed>
  );
}

/** Of what cases a person of the staff is alerted, and how. */
export function AlertsPage({ session }: { session: Session }) {
  return (
    <main className={css.page}>
      <title>Alerts · Moderation</title>
      <div className={css.head}>
        <h1 className={classNames(typography.display, typography.d32)}>Alerts</h1>
        <p className={typography.muted}>
          They say that a case needs somebody, how urgent it is and when it is due. What it is about stays in the
          console.
        </p>
      </div>
      <Content session={session} />
    </main>
  );
}
