import type { Wallet } from "#contract/wallet.ts";
import type { Payment } from "#web/features/wallet/checkout-return.ts";
import css from "#web/features/wallet/payment-note.module.css";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** How a payment stands that is not settled yet. Nothing once what was paid for is there. */
export function PaymentNote({ payment, wallet }: { payment: Payment; wallet: Wallet | undefined }) {
  if (payment.at === "asking") {
    return (
      <p role="status" className={css.note}>
        <Spinner />
        Confirming your payment...
      </p>
    );
  }
  if (payment.at === "failed") {
    return (
      <div role="alert" className={css.note}>
        <p>{payment.why} Whatever you paid for arrives, also without this page.</p>
        <Button look="line" onClick={payment.onRetry}>
          Check again
        </Button>
      </div>
    );
  }
  const isMembership = payment.kind === "membership";
  const isIn = wallet && (isMembership ? wallet.hasActiveSubscription : wallet.balance > payment.balance);
  if (isIn) return null;
  return (
    <p role="status" className={css.note}>
      Your payment is still on its way. {isMembership ? "Your membership begins" : "Your crushes arrive"} once it is
      through.
    </p>
  );
}
