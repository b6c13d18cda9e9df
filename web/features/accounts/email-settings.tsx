import { AtSign } from "lucide-react";
import { useRef, useState } from "react";
import type { Emails } from "#contract/email-change.ts";
import { ChangeEmailDialog } from "#web/features/accounts/change-email-dialog.tsx";
import { useCancelEmailChange, useEmails } from "#web/features/accounts/email.queries.ts";
import css from "#web/features/accounts/email-settings.module.css";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** One's address, and how it is changed. */
export function EmailSettings() {
  const { data: emails, isError, refetch } = useStickyError(useEmails());
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <section aria-labelledby="email" className={css.email}>
      <h2 id="email" className={classNames(typography.display, typography.d20)}>
        Email
      </h2>
      {emails ? (
        <>
          <p className={css.address}>
            <span className={typography.strong}>{emails.email}</span>
            <span className={typography.muted}>{emails.emailVerified ? "Confirmed" : "Not confirmed yet"}</span>
          </p>
          <div role="status" className={css.waits}>
            {emails.pending && (
              <Pending email={emails.email} pending={emails.pending} onCancelled={() => opener.current?.focus()} />
            )}
          </div>
        </>
      ) : isError ? (
        <InlineError what="Your email did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton style={{ display: "block", width: 220, height: 48 }} />
        </Delayed>
      )}
      <Button variant="line" icon={<AtSign />} ref={opener} onClick={() => setAsking(true)}>
        Change Email
      </Button>
      <ChangeEmailDialog open={asking} onClose={() => setAsking(false)} />
    </section>
  );
}

const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });

interface PendingProps {
  email: string;
  pending: NonNullable<Emails["pending"]>;
  onCancelled: () => void;
}

function Pending({ email, pending, onCancelled }: PendingProps) {
  const { mutate, isPending } = useCancelEmailChange();
  return (
    <div className={css.pending}>
      <p>
        Waiting for <strong className={typography.strong}>{pending.email}</strong>: open the link we sent there before{" "}
        {clock.format(new Date(pending.until))}. Until then you log in with {email}.
      </p>
      <Button
        variant="quiet"
        busy={isPending ? "Cancelling..." : undefined}
        onClick={() => mutate(undefined, { onSuccess: onCancelled })}
      >
        Cancel the change
      </Button>
    </div>
  );
}
