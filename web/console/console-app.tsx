import { useQuery } from "@tanstack/react-query";
import { Route, Routes } from "react-router";
import { CasePage } from "#web/console/case-page.tsx";
import { ConsoleHeader } from "#web/console/console-header.tsx";
import css from "#web/console/entrance.module.css";
import { Entrance } from "#web/console/entrance.tsx";
import { InvitationPage } from "#web/console/invitation-page.tsx";
import { LoginPage } from "#web/console/login-page.tsx";
import { PasskeyDialog } from "#web/console/passkey-dialog.tsx";
import { QueuePage } from "#web/console/queue-page.tsx";
import { type Session, staffSessionQuery } from "#web/console/session.queries.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { Toasts } from "#web/ui/toast.tsx";

function Screens({ session }: { session: Session }) {
  return (
    <>
      <ConsoleHeader session={session} />
      <PasskeyDialog />
      <Routes>
        <Route index element={<QueuePage session={session} />} />
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
