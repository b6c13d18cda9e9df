import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import css from "#web/domains/accounts/verify-email-banner.module.css";
import {
  clearEmailUnverified,
  dismissReminder,
  isEmailUnverified,
  isReminderDismissed,
  markEmailUnverified,
} from "#web/domains/accounts/verify-email-banner-state.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { classNames } from "#web/ui/class-names.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyLine = lazyModule(() =>
  import("#web/domains/accounts/verify-email-line.tsx").then((file) => file.VerifyEmailLine),
);

function useReminder(me: string) {
  const { data: own, refetch } = useOwnProfile();
  const [later, setLater] = useState(() => isReminderDismissed(me));
  const unconfirmed = isEmailUnverified(me, own);
  useEffect(() => {
    if (own && unconfirmed) markEmailUnverified(me);
    else if (own) clearEmailUnverified();
  }, [own, unconfirmed, me]);

  const open = unconfirmed && !later;
  // The link opens in another tab, so the member has probably confirmed when they return to this one.
  const refetchIfVisible = useEffectEvent(() => !document.hidden && void refetch());
  useEffect(() => {
    if (!open) return;
    document.addEventListener("visibilitychange", refetchIfVisible);
    return () => document.removeEventListener("visibilitychange", refetchIfVisible);
  }, [open]);
  return {
    open,
    dismiss: (): void => {
      // The focused button is about to disappear.
      document.getElementById("main")?.focus({ preventScroll: true });
      dismissReminder(me);
      setLater(true);
    },
  };
}

/**
 * A line above the screen. If the state becomes known only after a screen or its frame is drawn, the line waits for the
 * next screen, because it would move this one.
 */
export function VerifyEmailBanner({ me, className }: { me: string; className?: string | undefined }) {
  const { open, dismiss } = useReminder(me);
  // Loads once the page is idle.
  const Line = useLazyModule(lazyLine, false, dismiss);
  const isDue = open && Line !== undefined;
  const { pathname } = useLocation();
  const isLate = !isDue || document.documentElement.dataset["frame"] !== undefined;
  const [drawnScreen, setDrawnScreen] = useState(isLate ? pathname : undefined);
  if (drawnScreen !== undefined && drawnScreen !== pathname) setDrawnScreen(undefined);
  const isShown = isDue && drawnScreen !== pathname;
  const [isDrawn, setIsDrawn] = useState(isShown);
  if (isShown && !isDrawn) setIsDrawn(true);
  return (
    <div className={classNames(css.collapsible, className)} data-open={isShown} inert={!isShown}>
      <div className={css.clip}>{isDrawn && <LazyRender as={Line} onDismiss={dismiss} />}</div>
    </div>
  );
}
