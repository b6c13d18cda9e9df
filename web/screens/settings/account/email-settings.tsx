import { AtSign } from "lucide-react";
import { useRef, useState } from "react";
import type { Emails } from "#contract/accounts/email-change.ts";
import { useCancelEmailChange, useEmails } from "#web/domains/accounts/email.queries.ts";
import { formatTimeOfDay } from "#web/lib/format-date.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/settings/account/email-settings.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

const lazyDialog = lazyModule(() =>
  import("#web/screens/settings/account/change-email-dialog.tsx").then((file) => file.ChangeEmailDialog),
);

export function EmailSettings() {
  const { data: emails, isError, refetch } = useStickyError(useEmails());
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const closeDialog = () => setIsDialogOpen(false);
  const Dialog = useLazyModule(lazyDialog, isDialogOpen, closeDialog);
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
          <div role="status" className={css.pendingSlot}>
            {emails.pending && (
              <Pending email={emails.email} pending={emails.pending} onCancelled={() => opener.current?.focus()} />
            )}
          </div>
        </>
      ) : isError ? (
        <InlineError message="Your email did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton style={{ display: "block", width: 220, height: 48 }} />
        </Delayed>
      )}
      <Button variant="line" icon={<AtSign />} ref={opener} onClick={() => setIsDialogOpen(true)}>
        Change Email
      </Button>
      <LazyRender as={Dialog} open={isDialogOpen} onClose={closeDialog} />
    </section>
  );
}

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
        {formatTimeOfDay(new Date(pending.until))}. Until then you log in with {email}.
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
