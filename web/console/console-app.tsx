import { useQuery } from "@tanstack/react-query";
import { Route, Routes, ScrollRestoration } from "react-router";
import { mayAct, readsLog, seesMembers } from "#contract/moderation/staff-roles.ts";
import { alertDeviceQuery } from "#web/console/alerts/alert-device.ts";
import { AlertsPage } from "#web/console/alerts/alerts-page.tsx";
import { CasePage } from "#web/console/case/case-page.tsx";
import { ConsoleHeader } from "#web/console/console-header.tsx";
import { DecisionsPage } from "#web/console/decisions/decisions-page.tsx";
import css from "#web/console/entrance/entrance.module.css";
import { Entrance } from "#web/console/entrance/entrance.tsx";
import { InvitationPage } from "#web/console/entrance/invitation-page.tsx";
import { LoginPage } from "#web/console/entrance/login-page.tsx";
import { PasskeyDialog } from "#web/console/entrance/passkey-dialog.tsx";
import { type Session, staffSessionQuery } from "#web/console/entrance/session.queries.ts";
import { GuidePage } from "#web/console/guide/guide-page.tsx";
import { LogPage } from "#web/console/log/log-page.tsx";
import { MemberPage } from "#web/console/member/member-page.tsx";
import { QueuePage } from "#web/console/queue/queue-page.tsx";
import { SearchPage } from "#web/console/search/search-page.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { Toasts } from "#web/ui/toast.tsx";

function Screens({ session }: { session: Session }) {
  const { role } = session.staff;
  // Tells the server which session this browser has now.
  useQuery({ ...alertDeviceQuery(session.staff._id), enabled: mayAct(session.staff.role) });
  return (
    <>
      <ConsoleHeader session={session} />
      <PasskeyDialog />
      <Routes>
        <Route index element={<QueuePage session={session} />} />
        <Route path="search" element={<SearchPage session={session} />} />
        <Route path="decisions" element={<DecisionsPage session={session} />} />
        {seesMembers(role) && <Route path="members/:memberId" element={<MemberPage session={session} />} />}
        {readsLog(role) && <Route path="log" element={<LogPage />} />}
        <Route path="guide" element={<GuidePage />} />
        <Route path="alerts" element={<AlertsPage session={session} />} />
        <Route path="cases/:caseId" element={<CasePage session={session} />} />
        <Route
          path="*"
          element={
            <main className={css.missing}>
              <EmptyState level={1} title="Nothing here" action={<ButtonLink to="/">To the queue</ButtonLink>} />
            </main>
          }
        />
      </Routes>
      {/* After the screens, so that the fragment of a page that was just loaded is there. */}
      <ScrollRestoration />
    </>
  );
}

function LoggedIn() {
  const { data: session, isError, refetch } = useQuery(staffSessionQuery);
  if (isError)
    return (
      <main className={css.entrance}>
        <ErrorState level={1} title="The console did not load" onRetry={() => void refetch()} />
      </main>
    );
  if (session === undefined)
    return (
      <Entrance title="Moderation">
        <Delayed>
          <Skeleton className={css.waiting} />
        </Delayed>
      </Entrance>
    );
  if (session === null) return <LoginPage />;
  return <Screens key={session.staff._id} session={session} />;
}

export function ConsoleApp() {
  return (
    <>
      <Routes>
        <Route path="invitation" element={<InvitationPage />} />
        <Route path="*" element={<LoggedIn />} />
      </Routes>
      <Toasts />
    </>
  );
}
