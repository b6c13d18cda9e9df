import { X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { useResend } from "#web/features/accounts/use-resend.ts";
import css from "#web/features/accounts/verify-email-banner.module.css";
import {
  clearEmailUnverified,
  dismissReminder,
  isEmailUnverified,
  isReminderDismissed,
  markEmailUnverified,
} from "#web/features/accounts/verify-email-banner-state.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { useOnline } from "#web/lib/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

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
 * Reminds members to confirm their email: a line above the screen. If that becomes known only after a screen or its frame is
 * drawn, the line waits for the next screen, because it would move this one.
 */
export function VerifyEmailBanner({ me, className }: { me: string; className?: string | undefined }) {
  const { open: isDue, dismiss } = useReminder(me);
  const { pathname } = useLocation();
  const isLate = !isDue || document.documentElement.dataset["frame"] !== undefined;
  const [drawnScreen, setDrawnScreen] = useState(isLate ? pathname : undefined);
  if (drawnScreen !== undefined && drawnScreen !== pathname) setDrawnScreen(undefined);
  const open = isDue && drawnScreen !== pathname;
  const [isDrawn, setIsDrawn] = useState(open);
  if (open && !isDrawn) setIsDrawn(true);
  return (
    <div className={classNames(css.collapsible, className)} data-open={open} inert={!open}>
      <div className={css.clip}>{isDrawn && <Line onDismiss={dismiss} />}</div>
    </div>
  );
}

function Line({ onDismiss }: { onDismiss: () => void }) {
  const resend = useResend();
  const online = useOnline();
  return (
    <section className={css.line} aria-label="Your email">
      <p>Confirm your email to hear when somebody crushes back.</p>
      {/* Offline, a resend could only fail. */}
      {online && (
        <Button variant="text" className={css.resend} {...resend}>
          Resend
        </Button>
      )}
      <IconButton label="Remind me later" className={css.later} onClick={onDismiss}>
        <X />
      </IconButton>
    </section>
  );
}
