import { useState } from "react";
import type { Message } from "#contract/messages.ts";
import { BackQuestion } from "#web/features/dates/back-question.tsx";
import css from "#web/features/dates/trusted-contacts.module.css";
import { useChangeTrustedContacts, useTrustedContacts } from "#web/features/dates/trusted-contacts.queries.ts";
import { useNow } from "#web/lib/relative-time.ts";
import { Button } from "#web/ui/button.tsx";
import { CheckChoice } from "#web/ui/choice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

/** What an agreed date offers for safety: to share it, to stop sharing, and the question whether one is back. */
export function DateSafety({ message: { _id: messageId, date } }: { message: Message }) {
  const now = useNow();
  const { data } = useTrustedContacts();
  const { mutate, isPending } = useChangeTrustedContacts();
  const [isSharing, setIsSharing] = useState(false);
  if (!data || !date) return null;
  const shares = data.shares.filter((share) => share.messageId === messageId);
  const [start] = date.times;
  const isToCome = start !== undefined && Date.parse(start) + date.minutes * 60_000 > now;
  const question = shares.find(({ checkBack, answer }) => checkBack && answer !== "back");
  return (
    <div className={css.slot}>
      {shares.map(({ _id, contactName }) => (
        <p key={_id} className={css.shared}>
          <span>Shared with {contactName}</span>
          <Button
            variant="quiet"
            disabled={isPending}
            aria-label={`Stop sharing with ${contactName}`}
            onClick={() => mutate({ kind: "withdraw", shareId: _id })}
          >
            Stop sharing
          </Button>
        </p>
      ))}
      {question && <BackQuestion share={question} />}
      {isToCome && date.state === "agreed" && shares.length === 0 && (
        <Button variant="quiet" onClick={() => setIsSharing(true)}>
          Share this date
        </Button>
      )}
      <Dialog open={isSharing} onOpenChange={setIsSharing} title="Share this date" size="sm">
        <ShareForm messageId={messageId} onShared={() => setIsSharing(false)} />
      </Dialog>
    </div>
  );
}

/** Chooses the contact, and whether they are told if the member does not say that they are back. */
function ShareForm({ messageId, onShared }: { messageId: string; onShared: () => void }) {
  const { data } = useTrustedContacts();
  const { mutate, isPending } = useChangeTrustedContacts();
  const [checkBack, setCheckBack] = useState(true);
  const contacts = data?.contacts.filter(({ state }) => state === "confirmed") ?? [];
  if (contacts.length === 0)
    return (
      <p>
        First choose somebody you trust, and ask them: <Link to="/settings/privacy">trusted contacts</Link>. Once they
        have said yes, you can share dates with them.
      </p>
    );
  return (
    <div className={css.slot}>
      <p>
        They get a page with when, where and with whom. It changes with your plan, and ends a day after. No live
        location.
      </p>
      <CheckChoice checked={checkBack} onChange={(event) => setCheckBack(event.target.checked)}>
        Tell them if I don't say that I'm back
      </CheckChoice>
      {checkBack && (
        <p className={typography.muted}>
          {data?.canAsk
            ? "We ask you an hour after the end. After an hour without an answer we write to them."
            : "We cannot ask you: turn on notifications, or confirm your email. Open this card after the date to answer."}
        </p>
      )}
      {contacts.map(({ _id: contactId, name }) => (
        <Button
          key={contactId}
          disabled={isPending}
          onClick={() => mutate({ kind: "share", messageId, contactId, checkBack }, { onSuccess: onShared })}
        >
          Share with {name}
        </Button>
      ))}
      <p className={typography.muted}>Spotter is not an emergency service. In danger, call your emergency number.</p>
    </div>
  );
}
