import type { MouseEvent } from "react";
import type { PaymentConfirmation } from "#web/features/wallet/checkout-return.ts";
import { usePendingCheckoutKind } from "#web/features/wallet/checkout-status.ts";
import css from "#web/features/wallet/payment-status.module.css";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** How a payment stands that is not settled yet. Nothing once what was paid for is there. */
export function PaymentStatus({ payment }: { payment: PaymentConfirmation | undefined }) {
  return payment ? <ConfirmingPayment payment={payment} /> : <PendingPayment />;
}

function PendingPayment() {
  const awaited = usePendingCheckoutKind();
  if (awaited === undefined) return null;
  return (
    <p role="status" className={css.note}>
      Your payment is still on its way. {awaited === "membership" ? "Your membership begins" : "Your crushes arrive"}{" "}
      once it is through.
    </p>
  );
}

function ConfirmingPayment({ payment }: { payment: PaymentConfirmation }) {
  if (payment.at === "asking") {
    return (
      <p role="status" className={css.note}>
        <Spinner />
        Confirming your payment...
      </p>
    );
  }
  const { why, onRetry } = payment;
  /** The button goes, so the wallet around it takes the focus. */
  const retry = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest<HTMLElement>("section")?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <div role="alert" className={css.note}>
      <div>
        <p>{why}</p>
        <p className={css.calm}>Whatever you paid for arrives, even without this page.</p>
      </div>
      <Button look="line" onClick={retry}>
        Check again
      </Button>
    </div>
  );
}
