import { BellRing } from "lucide-react";
import { useState } from "react";
import { TrustedContactForm } from "#web/features/dates/trusted-contact-form.tsx";
import css from "#web/features/dates/trusted-contacts.module.css";
import {
  describeFailure,
  useChangeTrustedContacts,
  useTrustedContacts,
} from "#web/features/dates/trusted-contacts.queries.ts";
import { enablePushWithToast } from "#web/features/notifications/enable-push.queries.ts";
import { usePushState } from "#web/features/notifications/push-device.queries.ts";
import { announce } from "#web/ui/announcer.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CheckChoice } from "#web/ui/choice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

const ABOUT =
  "They get a page with when, where and with whom. It changes with your plan, and ends a day after the date.";

interface Props {
  messageId: string;
  open: boolean;
  onClose: () => void;
}

/** Shares a date with a trusted contact. */
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

/** Offers push notifications where they are off. It stays once they are on, because it has the focus. */
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

/** The contacts with whom the date is not shared yet. */
function Choices({ messageId, onShared }: { messageId: string; onShared: () => void }) {
  const { data } = useTrustedContacts();
  const { mutate, isPending, variables, error } = useChangeTrustedContacts();
  const [checkBack, setCheckBack] = useState(true);
  const known = data?.contacts ?? [];
  const sharedWith = new Set(
    data?.shares.filter((share) => share.messageId === messageId).map(({ contactId }) => contactId),
  );
  const contacts = known.filter(({ _id, state }) => state === "confirmed" && !sharedWith.has(_id));
  const waiting = known.filter(({ state }) => state === "pending");
  const share = (contactId: string, name: string) => {
    if (isPending) return;
    const onSuccess = () => {
      announce(`Shared with ${name}`);
      onShared();
    };
    mutate({ kind: "share", messageId, contactId, checkBack }, { onSuccess });
  };
  if (contacts.length === 0)
    return waiting[0] ? (
      <div className={css.choices}>
        <p>
          {waiting[0].name} has to say yes first: we have asked them by email. You can share the date here as soon as
          they do.
        </p>
        <ButtonLink to="/settings/privacy#trusted-contacts">Your trusted contacts</ButtonLink>
      </div>
    ) : (
      data && (
        <div className={css.choices}>
          <p>First choose somebody you trust. We ask them by email, and they need no account.</p>
          <TrustedContactForm />
        </div>
      )
    );
  return (
    <div className={css.choices}>
      <div>
        <CheckChoice checked={checkBack} onChange={({ target }) => setCheckBack(target.checked)}>
          Write to them if I don’t say that I’m back
        </CheckChoice>
        <p className={css.hint} aria-live="polite">
          {!checkBack
            ? "Nobody asks whether you are back."
            : data?.canAsk
              ? "We ask you an hour after the end, also in quiet hours. After another hour without an answer we write to them."
              : "We cannot reach you: turn on “Back safe?” with notifications or a confirmed email in your settings. Until then, answer on this card after the date. Two hours after the end we write to them."}
        </p>
      </div>
      {checkBack && <PushOffer />}
      {contacts.map(({ _id, name }) => (
        <Button
          key={_id}
          wide
          className={css.named}
          busy={isPending && variables.kind === "share" && variables.contactId === _id ? "Sharing..." : undefined}
          onClick={() => share(_id, name)}
        >
          Share with {name}
        </Button>
      ))}
      <FormAlert message={error ? describeFailure(error) : undefined} />
      <p className={typography.muted}>
        Spotter is not an emergency service. In danger, call your emergency number: 112 in Europe, 911 in the United
        States.
      </p>
    </div>
  );
}
