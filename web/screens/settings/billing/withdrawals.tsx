import { RotateCcw, Undo2 } from "lucide-react";
import { useState } from "react";
import type { WithdrawablePurchase, Withdrawal } from "#contract/billing/withdrawals.ts";
import { formatPrice } from "#contract/format.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/settings/billing/withdrawals.module.css";
import { useWithdrawals } from "#web/screens/settings/billing/withdrawals.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { ListItem } from "#web/ui/list-item.tsx";
import typography from "#web/ui/typography.module.css";

const lazyDialog = lazyModule(() =>
  import("#web/screens/settings/billing/withdrawal-dialog.tsx").then((file) => file.WithdrawalDialog),
);

/** Purchases from which a buyer in the EU can withdraw, and those they withdrew from. Nothing for everyone else. */
export function Withdrawals() {
  const { data, isError, refetch } = useStickyError(useWithdrawals());
  const [chosenId, setChosenId] = useState<string>();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLazyModule(lazyDialog, open, close);
  if (!data) return isError && <InlineError message="Your purchases did not load." onRetry={() => void refetch()} />;
  const { purchases, withdrawals } = data;
  if (purchases.length === 0 && withdrawals.length === 0) return null;
  const choose = ({ sessionId }: WithdrawablePurchase) => {
    setChosenId(sessionId);
    setOpen(true);
  };
  return (
    // The focus returns here when the chosen purchase is gone from the list.
    <section className={css.section} aria-labelledby="withdrawals" tabIndex={-1}>
      <h3 id="withdrawals" className={classNames(typography.display, typography.d20)}>
        Right of withdrawal
      </h3>
      {purchases.length > 0 && (
        <p className={typography.muted}>
          As a buyer in the EU or EEA you can withdraw from a purchase for 14 days, without giving a reason.
        </p>
      )}
      <ul>
        {purchases.map((purchase) => (
          <PurchaseRow key={purchase.sessionId} purchase={purchase} onChoose={() => choose(purchase)} />
        ))}
        {withdrawals.map((withdrawal) => (
          <WithdrawalRow key={withdrawal.sessionId} withdrawal={withdrawal} />
        ))}
      </ul>
      <LazyRender
        as={Dialog}
        open={open}
        onClose={close}
        buyer={data}
        purchase={purchases.find(({ sessionId }) => sessionId === chosenId)}
      />
    </section>
  );
}

/** A day in UTC, `YYYY-MM-DD`, as the same day everywhere. */
const formatDay = (day: string): string => formatDate(`${day}T12:00:00Z`);

function PurchaseRow({ purchase, onChoose }: { purchase: WithdrawablePurchase; onChoose: () => void }) {
  const { sessionId, name, boughtAt, amountCents, lastDay, isDisputed } = purchase;
  const noteId = `withdraw-${sessionId}`;
  return (
    <li className={css.purchase}>
      <p>
        <span className={classNames(css.name, typography.strong)}>
          {name}, {formatPrice(amountCents)}
        </span>
        <span id={noteId} className={classNames(css.note, typography.small, typography.muted)}>
          Bought on {formatDate(boughtAt)}.{" "}
          {isDisputed ? "Your bank is settling this payment." : `You can withdraw until ${formatDay(lastDay)}.`}
        </span>
      </p>
      {!isDisputed && (
        <Button variant="line" icon={<Undo2 />} aria-describedby={noteId} onClick={onChoose}>
          Withdraw from contract here
          <span className={typography.hidden}>: {name}</span>
        </Button>
      )}
    </li>
  );
}

const REFUND_NOTES: Readonly<Record<Withdrawal["refundState"], (amount: string) => string>> = {
  pending: (amount) => `${amount} is on its way back to you.`,
  refunded: (amount) => `${amount} was paid back. Banks take some days to show it.`,
  refused: (amount) => `${amount} could not be paid back yet. We are looking into it.`,
  failed: (amount) => `${amount} came back from your bank. Please write to us, so that we can pay you another way.`,
  paid: (amount) => `${amount} was paid to you another way.`,
};

const WithdrawalRow = ({ withdrawal }: { withdrawal: Withdrawal }) => (
  <ListItem
    icon={<RotateCcw />}
    title={`${withdrawal.name}, withdrawn`}
    note={`${formatDate(withdrawal.withdrawnAt)}. ${REFUND_NOTES[withdrawal.refundState](formatPrice(withdrawal.refundCents))}`}
  />
);
