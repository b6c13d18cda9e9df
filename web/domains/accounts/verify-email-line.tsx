import { X } from "lucide-react";
import css from "#web/domains/accounts/verify-email-banner.module.css";
import { useResend } from "#web/domains/members/limits/resend-link.ts";
import { useOnline } from "#web/lib/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

/** Loaded by `verify-email-banner.tsx`. */
export function VerifyEmailLine({ onDismiss }: { onDismiss: () => void }) {
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
