import { X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useResend } from "#web/features/accounts/use-resend.ts";
import css from "#web/features/accounts/verify-email-banner.module.css";
import {
  forgetUnconfirmed,
  isPutOff,
  isUnconfirmed,
  noteUnconfirmed,
  putOff,
} from "#web/features/accounts/verify-email-banner-state.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { useOnline } from "#web/lib/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/** Whether to remind the member of an address that is not confirmed, and how to put that off. */
function useReminder(me: string) {
  const { data: own, refetch } = useOwnProfile();
  const [later, setLater] = useState(() => isPutOff(me));
  const unconfirmed = isUnconfirmed(me, own);
  useEffect(() => {
    if (own && unconfirmed) noteUnconfirmed(me);
    else if (own) forgetUnconfirmed();
  }, [own, unconfirmed, me]);

  const open = unconfirmed && !later;
  // The link is opened in another tab: whoever comes back from there has confirmed.
  const look = useEffectEvent(() => !document.hidden && void refetch());
  useEffect(() => {
    if (!open) return;
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [open]);
  return {
    open,
    dismiss: (): void => {
      // What had the focus goes.
      document.getElementById("main")?.focus({ preventScroll: true });
      putOff(me);
      setLater(true);
    },
  };
}

/**
 * Reminds members to confirm their address: a line above the screen. Where that is only known once the screen is there, it lies
 * at the window's lower edge for this visit, and moves nothing.
 */
export function VerifyEmailBanner({ me, className }: { me: string; className?: string | undefined }) {
  const { open, dismiss } = useReminder(me);
  const [late] = useState(!open);
  const [drawn, setDrawn] = useState(open);
  if (open && !drawn) setDrawn(true);
  return (
    <div className={classNames(late ? css.low : css.room, className)} data-open={open} inert={!open}>
      <div className={css.clip}>{drawn && <Line onDismiss={dismiss} />}</div>
    </div>
  );
}

function Line({ onDismiss }: { onDismiss: () => void }) {
  const resend = useResend();
  const online = useOnline();
  return (
    <section className={css.line} aria-label="Your email">
      <p>Confirm your email to hear when somebody crushes back.</p>
      {/* Without a network it could only fail. */}
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
