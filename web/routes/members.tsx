import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useMatch } from "react-router";
import { ConfirmBanner } from "#web/features/accounts/confirm-banner.tsx";
import { queryClient } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import type from "#web/ui/type.module.css";

/** Around every member's screen: the cache that all of them share, and what has to be said. Public pages do without. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <Reminder />
      <Outlet />
    </QueryClientProvider>
  );
}

/** A chat has the window to itself; on a desktop it stands beside the conversations. */
function Reminder() {
  const me = useSession()?.user._id;
  const messages = useMatch("/messages/*");
  if (me === undefined || messages?.params["*"]) return null;
  return <ConfirmBanner key={me} me={me} className={messages ? type.phone : undefined} />;
}
