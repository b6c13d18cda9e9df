import { QueryClientProvider } from "@tanstack/react-query";
import { createPortal } from "react-dom";
import { Outlet, useMatch, useOutletContext } from "react-router";
import { OfflineGate } from "#web/app/offline-gate.tsx";
import { VerifyEmailBanner } from "#web/domains/accounts/verify-email-banner.tsx";
import { useAfterNavigation } from "#web/lib/after-navigation.ts";
import { queryClient } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import typography from "#web/ui/typography.module.css";

/** Surrounds the screens of members. Public pages load no query cache. */
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

/** A separate component, so that the screens do not render again on each navigation. */
function AfterNavigation() {
  useAfterNavigation();
  return null;
}

/**
 * Rendered into the layout: below the header, before the target of 'Skip to content'. Hidden where a
 * chat fills the window: in a conversation, and on desktops also beside the list.
 */
function EmailReminder() {
  const container = useOutletContext<HTMLElement | null>();
  const me = useSession()?.user._id;
  const messages = useMatch("/messages/*");
  if (!container || me === undefined || messages?.params["*"]) return null;
  return createPortal(
    <VerifyEmailBanner key={me} me={me} className={messages ? typography.phone : undefined} />,
    container,
  );
}
