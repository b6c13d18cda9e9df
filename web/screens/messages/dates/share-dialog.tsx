import { BellRing } from "lucide-react";
import { useState } from "react";
import { TRUSTED_CONTACTS_MAX } from "#contract/limits.ts";
import type { TrustedContactValues } from "#contract/training/trusted-contact-form.ts";
import type { TrustedContact } from "#contract/training/trusted-contacts.ts";
import { enablePushWithToast } from "#web/domains/notifications/enable-push.ts";
import { usePushState } from "#web/domains/notifications/push-state.ts";
import { TrustedContactForm } from "#web/domains/training/trusted-contact-form.tsx";
import css from "#web/domains/training/trusted-contacts.module.css";
import {
  describeFailure,
  useAskTrustedContact,
  useChangeTrustedContacts,
  useResendInvitation,
  useTrustedContacts,
} from "#web/domains/training/trusted-contacts.queries.ts";
import { announce } from "#web/ui/announcer.ts";
import { Button } from "#web/ui/button.tsx";
import { CheckChoice } from "#web/ui/choice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const ABOUT =
  "They get a page with when, where and with whom. It changes with your plan, and ends a day after the date.";

interface Props {
  messageId: string;
  open: boolean;
  onClose: () => void;
}

export function ShareDialog({ messageId, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Share this date"
      description={`${ABOUT} There is no live location.`}
    >
      <Choices messageId={messageId} onShared={onClose} />
    </Dialog>
  );
}

/** Stays once push is on, because it has the focus. */
function PushOffer() {
  const state = usePushState();
  const [initial] = useState(state);
  const [busy, setBusy] = useState(false);
  if (initial !== "off" || (state !== "off" && state !== "on")) return null;
  const enable = async () => {
    setBusy(true);
    await enablePushWithToast();
    setBusy(false);
  };
  return (
    <div className={css.offer}>
      <BellRing aria-hidden="true" />
      <p>{state === "on" ? "We ask on this device, too." : "Be asked on this device, too."}</p>
      <Button
        variant={state === "on" ? "done" : "line"}
        busy={busy ? "One moment..." : undefined}
        onClick={() => void (state === "off" && enable())}
      >
        {state === "on" ? "On" : "Turn on"}
      </Button>
    </div>
  );
}

/** In place of the button that has opened the form. */
const focusFirstField = (form: HTMLElement | null): void => form?.querySelector("input")?.focus();

/** Contacts without the date, or the form that asks another one. */
function Choices({ messageId, onShared }: { messageId: string; onShared: () => void }) {
  const { data } = useTrustedContacts();
  const { mutate, isPending, variables, error } = useChangeTrustedContacts();
  const [checkBack, setCheckBack] = useState(true);
  const [isFormOpen, setIsFormOpen] = useState(false);
  const asking = useAskTrustedContact({ messageId, checkBack });
  if (!data) return null;
  const sharedWith = new Set(
    data.shares.filter((share) => share.messageId === messageId).map(({ contactId }) => contactId),
  );
  const contacts = data.contacts.filter(({ _id }) => !sharedWith.has(_id));
  const share = ({ _id: contactId, name, state }: TrustedContact) => {
    if (isPending) return;
    const onSuccess = () => {
      announce(state === "confirmed" ? `Shared with ${name}` : `${name} gets this once they say yes`);
      onShared();
    };
    mutate({ kind: "share", messageId, contactId, checkBack }, { onSuccess });
  };
  const ask = async (values: TrustedContactValues) => {
    const { name, state } = await asking.mutateAsync(values);
    toast(
      state === "pending"
        ? `We have asked ${name} by email. Once they say yes, they get this date.`
        : `Shared with ${name}, who has said yes already.`,
      "done",
    );
    onShared();
  };
  const failure = error ?? asking.error;
  const hasForm = isFormOpen || contacts.length === 0;
  const mayWait = hasForm || contacts.some(({ state }) => state === "pending");
  return (
    <div className={css.choices}>
      {hasForm && <p>First somebody has to say yes. We ask them by email, and they need no account.</p>}
      <div>
        <CheckChoice checked={checkBack} onChange={({ target }) => setCheckBack(target.checked)}>
          Write to them if I don’t say that I’m back
        </CheckChoice>
        <p className={css.hint} aria-live="polite">
          {!checkBack
            ? "Nobody asks whether you are back."
            : data.canAsk || hasForm
              ? `${mayWait ? "If they say yes before the end, we" : "We"} ask you an hour after it, also in quiet hours. After another hour without an answer we write to them.`
              : "We cannot reach you: turn on “Back safe?” with notifications or a confirmed email in your settings. Until then, answer on this card after the date. Two hours after the end we write to them."}
        </p>
      </div>
      {checkBack && <PushOffer />}
      {hasForm ? (
        <div ref={isFormOpen ? focusFirstField : undefined}>
          <TrustedContactForm label="Ask and Share" ask={ask} />
        </div>
      ) : (
        <>
          {contacts.map((contact) => (
            <div key={contact._id}>
              <Button
                wide
                className={css.named}
                busy={
                  isPending && variables.kind === "share" && variables.contactId === contact._id
                    ? "Sharing..."
                    : undefined
                }
                onClick={() => share(contact)}
              >
                Share with {contact.name}
              </Button>
              {contact.state === "pending" && <Waiting contact={contact} />}
            </div>
          ))}
          <FormAlert message={failure ? describeFailure(failure) : undefined} />
          {data.contacts.length < TRUSTED_CONTACTS_MAX && (
            <Button variant="quiet" onClick={() => setIsFormOpen(true)}>
              Ask somebody else
            </Button>
          )}
        </>
      )}
      <p className={typography.muted}>
        Spotter is not an emergency service. In danger, call your emergency number: 112 in Europe, 911 in the United
        States.
      </p>
    </div>
  );
}

const Waiting = ({ contact }: { contact: TrustedContact }) => (
  <p className={css.shared}>
    <span>Has not answered yet, and gets the date once they say yes.</span>
    <Button
      variant="text"
      className={css.stop}
      aria-label={`Ask ${contact.name} again`}
      {...useResendInvitation(contact)}
    >
      Resend
    </Button>
  </p>
);
