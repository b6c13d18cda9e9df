import { QueryClientProvider } from "@tanstack/react-query";
import { createPortal } from "react-dom";
import { Outlet, useMatch, useOutletContext } from "react-router";
import { useAfterNavigation } from "#web/app/after-navigation.ts";
import { OfflineGate } from "#web/app/offline-gate.tsx";
import { VerifyEmailBanner } from "#web/features/accounts/verify-email-banner.tsx";
import { queryClient } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import typography from "#web/ui/typography.module.css";

/** Around every member's screen: the cache that all of them share, and what has to be said. Public pages do without. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <EmailReminder />
      <AfterNavigation />
      <OfflineGate>
        <Outlet />
      </OfflineGate>
    </QueryClientProvider>
  );
}

/** A component of its own, so that the screens are not drawn again with each address. */
function AfterNavigation() {
  useAfterNavigation();
  return null;
}

/**
 * Stands where the layout has room for it: below the header, before the page that 'Skip to content' leads to. A chat has
 * the window to itself; on a desktop it stands beside the conversations.
 */
function EmailReminder() {
  const place = useOutletContext<HTMLElement | null>();
  const me = useSession()?.user._id;
  const messages = useMatch("/messages/*");
  if (!place || me === undefined || messages?.params["*"]) return null;
  return createPortal(
    <VerifyEmailBanner key={me} me={me} className={messages ? typography.phone : undefined} />,
    place,
  );
}
