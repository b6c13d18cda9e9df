import type { DateShare } from "#contract/trusted-contacts.ts";
import css from "#web/features/dates/trusted-contacts.module.css";
import { useChangeTrustedContacts } from "#web/features/dates/trusted-contacts.queries.ts";
import { useNow } from "#web/lib/relative-time.ts";
import { Button } from "#web/ui/button.tsx";
import typography from "#web/ui/typography.module.css";

/** Whether a member can say that they are back from a shared date: it has ended, and they have not said so. */
const isOpen = ({ begun, checkBack, answer }: DateShare, now: number): boolean =>
  begun !== null && checkBack && answer !== "back" && Date.parse(begun.endsAt) <= now;

/** "Back safe?", once a shared date has ended. One answer counts for all contacts. */
export function BackQuestion({ share }: { share: DateShare }) {
  const now = useNow();
  const { mutate, isPending } = useChangeTrustedContacts();
  if (!isOpen(share, now)) return null;
  const { _id: shareId, contactName, tellAt, toldAt, delaysLeft } = share;
  const answer = (answer: "back" | "later" | "tell") => mutate({ kind: "answer", shareId, answer });
  return (
    <section className={css.question} aria-label="Back safe?">
      <p className={typography.strong}>Back safe?</p>
      <p className={typography.muted}>
        {toldAt
          ? `We have written to ${contactName}. Say that you are back, and we tell them that as well.`
          : `If you do not answer, we write to ${contactName}.`}
      </p>
      <div className={css.buttons}>
        <Button disabled={isPending} onClick={() => answer("back")}>
          I'm back
        </Button>
        {tellAt && delaysLeft > 0 && (
          <Button variant="line" disabled={isPending} onClick={() => answer("later")}>
            Later
          </Button>
        )}
        {!toldAt && (
          <Button variant="quiet" disabled={isPending} onClick={() => answer("tell")}>
            Tell {contactName}
          </Button>
        )}
      </div>
    </section>
  );
}
