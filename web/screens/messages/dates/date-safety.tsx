import { useState } from "react";
import { BackQuestions } from "#web/domains/training/back-question.tsx";
import css from "#web/domains/training/trusted-contacts.module.css";
import {
  describeFailure,
  useChangeTrustedContacts,
  useTrustedContacts,
} from "#web/domains/training/trusted-contacts.queries.ts";
import { ShareDialog } from "#web/screens/messages/dates/share-dialog.tsx";
import { announce } from "#web/ui/announcer.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";

interface Props {
  messageId: string;
  /** It is agreed, and not over. */
  canShare: boolean;
}

/** Shares it, stops sharing, and confirms being back. */
export function DateSafety({ messageId, canShare }: Props) {
  const { data } = useTrustedContacts();
  const { mutate, isPending, variables } = useChangeTrustedContacts();
  const [isSharing, setIsSharing] = useState(false);
  const shares = data?.shares.filter((share) => share.messageId === messageId) ?? [];
  const sharedWith = new Set(shares.map(({ contactId }) => contactId));
  const hasMore = data?.contacts.some(({ _id }) => !sharedWith.has(_id));
  const withdraw = (shareId: string, contactName: string) =>
    mutate(
      { kind: "withdraw", shareId },
      {
        onSuccess: () => announce(`No longer shared with ${contactName}`),
        onError: (error) => toast(describeFailure(error), "error"),
      },
    );
  return (
    <>
      <BackQuestions messageId={messageId} tabIndex={-1} />
      {shares.map(({ _id, contactName, isWaiting }) => (
        <p key={_id} className={css.shared}>
          <span>
            {!isWaiting
              ? `Shared with ${contactName}`
              : canShare
                ? `${contactName} gets this once they say yes`
                : `${contactName} has not said yes, and knows nothing of this date`}
          </span>
          <Button
            variant="text"
            className={css.stop}
            tabIndex={-1}
            aria-label={`Stop sharing with ${contactName}`}
            busy={isPending && variables.kind === "withdraw" && variables.shareId === _id ? "Stopping" : undefined}
            onClick={() => withdraw(_id, contactName)}
          >
            Stop
          </Button>
        </p>
      ))}
      {canShare && data && (shares.length === 0 || hasMore) && (
        <Button variant="quiet" wide tabIndex={-1} onClick={() => setIsSharing(true)}>
          {shares.length === 0 ? "Share this date" : "Share with somebody else"}
        </Button>
      )}
      <ShareDialog messageId={messageId} open={isSharing} onClose={() => setIsSharing(false)} />
    </>
  );
}
