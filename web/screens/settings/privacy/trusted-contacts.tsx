import { useState } from "react";
import { TRUSTED_CONTACTS_MAX } from "#contract/limits.ts";
import type { TrustedContact } from "#contract/training/trusted-contacts.ts";
import { BackQuestions } from "#web/domains/training/back-question.tsx";
import css from "#web/domains/training/trusted-contacts.module.css";
import {
  describeFailure,
  useChangeTrustedContacts,
  useResendInvitation,
  useTrustedContacts,
} from "#web/domains/training/trusted-contacts.queries.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { ListItem } from "#web/ui/list-item.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const lazyDialog = lazyModule(() =>
  import("#web/screens/settings/privacy/trusted-contact-dialog.tsx").then((file) => file.TrustedContactDialog),
);

/** In the privacy settings. Questions after dates are here too, whatever became of the match. */
export function TrustedContacts() {
  const { data, isError, refetch } = useStickyError(useTrustedContacts());
  const [removing, setRemoving] = useState<TrustedContact>();
  const [isAdding, setIsAdding] = useState(false);
  const close = () => setIsAdding(false);
  const Dialog = useLazyModule(lazyDialog, isAdding, close);
  return (
    // Takes the focus when the pressed row is removed.
    <section aria-labelledby="trusted-contacts" tabIndex={-1} className={css.section}>
      <h2 id="trusted-contacts" className={classNames(typography.display, typography.d20)}>
        Trusted contacts
      </h2>
      <BackQuestions />
      <p className={typography.muted}>
        Somebody who may know when, where and with whom you train, when you share a workout date. We ask them first.
        There is no live location.
      </p>
      {!data && isError && <InlineError message="The list did not load." onRetry={() => void refetch()} />}
      {data && data.contacts.length > 0 && (
        <ul>
          {data.contacts.map((contact) => (
            <ListItem key={contact._id} title={contact.name} note={<Note contact={contact} />}>
              <Button variant="line" aria-label={`Remove ${contact.name}`} onClick={() => setRemoving(contact)}>
                Remove
              </Button>
            </ListItem>
          ))}
        </ul>
      )}
      {(data?.contacts.length ?? 0) < TRUSTED_CONTACTS_MAX && (
        <Button variant="line" className={css.add} disabled={!data} onClick={() => setIsAdding(true)}>
          Add Somebody
        </Button>
      )}
      <LazyRender as={Dialog} open={isAdding} onClose={close} />
      {removing && <RemoveConfirm key={removing._id} contact={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  );
}

const Note = ({ contact }: { contact: TrustedContact }) => (
  <>
    <span className={css.email}>{contact.email}</span>
    {contact.state === "confirmed" ? (
      <span className={css.state}>Has said yes</span>
    ) : (
      <span className={css.waiting}>
        Has not answered yet
        <Resend contact={contact} />
      </span>
    )}
  </>
);

const Resend = ({ contact }: { contact: TrustedContact }) => (
  <Button variant="text" aria-label={`Ask ${contact.name} again`} {...useResendInvitation(contact)}>
    Resend
  </Button>
);

function RemoveConfirm({ contact: { _id, name, state }, onClose }: { contact: TrustedContact; onClose: () => void }) {
  const { mutate, isPending } = useChangeTrustedContacts();
  const remove = () => {
    if (isPending) return;
    mutate(
      { kind: "remove", contactId: _id },
      { onSuccess: onClose, onError: (error) => toast(describeFailure(error), "error") },
    );
  };
  return (
    <Confirm
      open
      title={`Remove ${name}?`}
      text={
        state === "confirmed"
          ? "Pages that you share with them end, and we do not write to them any more. They are not told."
          : "The link in our email to them ends."
      }
      confirmLabel="Remove"
      busy={isPending ? "Removing..." : undefined}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
