import { useEffect, useRef, useState } from "react";
import type { WithdrawablePurchase, Withdrawal, Withdrawals } from "#contract/billing/withdrawals.ts";
import { formatPrice } from "#contract/format.ts";
import { plural } from "#contract/words.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { formatDate, formatTimeOfDay } from "#web/lib/format-date.ts";
import css from "#web/screens/settings/billing/withdrawal-dialog.module.css";
import { useWithdraw } from "#web/screens/settings/billing/withdrawals.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FieldError } from "#web/ui/field.tsx";
import typography from "#web/ui/typography.module.css";

const NO_ANSWER = "Spotter did not answer, so we cannot say whether it is done. Check your connection and try again.";
const FAILED = "We could not make your withdrawal. Please try again.";

type Buyer = Pick<Withdrawals, "username" | "email">;

/** After the confirmation it shows the receipt. */
export function WithdrawalDialog({
  open,
  onClose,
  buyer,
  purchase,
}: {
  open: boolean;
  onClose: () => void;
  buyer: Buyer;
  /** Undefined once it is withdrawn from. */
  purchase: WithdrawablePurchase | undefined;
}) {
  const { mutate, isPending, error, reset } = useWithdraw();
  const [done, setDone] = useState<Withdrawal>();
  // Another device may have withdrawn meanwhile: then there is nothing left to ask.
  const isGone = open && !purchase && !done && !isPending;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  return (
    <Dialog
      open={open && (purchase !== undefined || done !== undefined)}
      onOpenChange={(next) => next || onClose()}
      reading
      locked={isPending}
      title={done ? "You have withdrawn" : "Withdraw from contract"}
      onClosed={() => {
        setDone(undefined);
        reset();
      }}
    >
      {done ? (
        <Receipt withdrawal={done} buyer={buyer} onClose={onClose} />
      ) : (
        purchase && (
          <Statement
            buyer={buyer}
            purchase={purchase}
            error={error && getErrorMessage(error, FAILED, NO_ANSWER)}
            isBusy={isPending}
            onConfirm={() => mutate(purchase, { onSuccess: setDone })}
            onClose={onClose}
          />
        )
      )}
    </Dialog>
  );
}

interface StatementProps {
  buyer: Buyer;
  purchase: WithdrawablePurchase;
  error: string | null;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function Statement({ buyer, purchase, error, isBusy, onConfirm, onClose }: StatementProps) {
  const { name, boughtAt, amountCents, refundCents } = purchase;
  return (
    <div className={css.statement}>
      <p>I withdraw from my contract for the {name}.</p>
      <dl className={css.facts}>
        <dt>Name</dt>
        <dd>{buyer.username}</dd>
        <dt>Bought</dt>
        <dd>
          {formatDate(boughtAt)}, {formatPrice(amountCents)}
        </dd>
        <dt>Receipt to</dt>
        <dd>{buyer.email}</dd>
        <dt>You get back</dt>
        <dd className={typography.strong}>{formatPrice(refundCents)}</dd>
      </dl>
      <p className={typography.muted}>
        {describeConsequence(purchase)} The money goes back to the card or account you paid with.
      </p>
      {error !== null && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
      <div className={css.actions}>
        <Button variant="line" size="lg" disabled={isBusy} onClick={onClose}>
          Keep it
        </Button>
        <Button size="lg" busy={isBusy ? "Withdrawing..." : undefined} onClick={onConfirm}>
          Confirm withdrawal
        </Button>
      </div>
    </div>
  );
}

function describeConsequence({ unspent, crushes, daysUsed }: WithdrawablePurchase): string {
  if (daysUsed === null) {
    return unspent === crushes
      ? `All ${crushes} crushes are unspent and leave your wallet.`
      : `${unspent} of ${crushes} crushes are unspent and leave your wallet. The others are spent and not paid back.`;
  }
  const begun = plural(daysUsed, "The day that has begun is", `The ${daysUsed} days that have begun are`);
  return `Your membership ends now. ${begun} not paid back.`;
}

/** The pressed button is gone, so the receipt takes the focus. */
function Receipt({ withdrawal, buyer, onClose }: { withdrawal: Withdrawal; buyer: Buyer; onClose: () => void }) {
  const { name, withdrawnAt, refundCents } = withdrawal;
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus({ preventScroll: true }), []);
  return (
    <div className={css.statement}>
      <p ref={text} tabIndex={-1} className={css.receipt}>
        We have received your withdrawal from the contract for the {name} on {formatDate(withdrawnAt)} at{" "}
        {formatTimeOfDay(new Date(withdrawnAt))}. {formatPrice(refundCents)} is on its way back to you.
      </p>
      <p className={typography.muted}>A receipt for your records goes to {buyer.email}.</p>
      <Button size="lg" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
