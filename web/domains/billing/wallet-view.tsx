import { CirclePause } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { useLocation } from "react-router";
import { PACKAGES } from "#contract/billing/prices.ts";

import type { Wallet } from "#contract/billing/wallet.ts";
import { Balance, ReserveBalance } from "#web/domains/billing/balance.tsx";
import type { PaymentConfirmation } from "#web/domains/billing/checkout/checkout-return.ts";
import { type Purchase, usePurchase } from "#web/domains/billing/checkout/purchase.ts";
import { HistoryList } from "#web/domains/billing/history-list.tsx";
import { PackageChoice } from "#web/domains/billing/package-choice.tsx";
import { SubscriptionCard, SubscriptionOffer } from "#web/domains/billing/subscription-card.tsx";
import { canBuy, usePendingCheckoutKind } from "#web/domains/billing/wallet.queries.ts";
import css from "#web/domains/billing/wallet-view.module.css";
import { readOrigin } from "#web/lib/purchase-origin.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  /** Undefined while loading. */
  wallet: Wallet | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  /** A page of its own instead of a panel of the profile. */
  isStandalone?: boolean;
  firstTab?: TabId | undefined;
  /** The member has returned from its page. */
  payment?: PaymentConfirmation | undefined;
}

const TABS = [
  { id: "balance", label: "Balance & Purchase" },
  { id: "history", label: "History" },
] as const;
type TabId = (typeof TABS)[number]["id"];

export function WalletView({
  wallet,
  hasFailed: failed,
  onRetry,
  isStandalone: standalone = false,
  firstTab = "balance",
  payment,
}: Props) {
  // Held here, so that a purchase continues when the tab changes.
  const buying = usePurchase();
  const [tab, setTab] = useState<TabId>(firstTab);
  const origin = readOrigin(useLocation().state);
  return (
    <div className={css.wallet}>
      {origin && (
        <ButtonLink variant="quiet" className={css.back} to={origin.path}>
          Back to {origin.name}
        </ButtonLink>
      )}
      <PaymentStatus payment={payment} />
      {wallet ? (
        <Tabs
          label="Crush wallet"
          tabs={TABS}
          chosen={tab}
          onChoose={setTab}
          className={css.tabs}
          tabClassName={css.tab}
        >
          {tab === "balance" ? (
            <BalanceAndPurchase wallet={wallet} isStandalone={standalone} buying={buying} />
          ) : (
            <div className={css.history}>
              <HistoryList />
              <div className={css.aside}>
                {wallet.hasActiveSubscription ? (
                  <ReserveBalance balance={wallet.balance} />
                ) : (
                  <Balance balance={wallet.balance} canBuy={canBuy(wallet)} />
                )}
              </div>
            </div>
          )}
        </Tabs>
      ) : failed ? (
        <WalletError standalone={standalone} onRetry={onRetry} />
      ) : (
        <WalletSkeleton />
      )}
    </div>
  );
}

interface WalletProps {
  wallet: Wallet;
  isStandalone: boolean;
}

function BalanceAndPurchase({ wallet, isStandalone, buying: purchase }: WalletProps & { buying: Purchase }) {
  const { hasActiveSubscription: isMember, balance, payments } = wallet;
  const buying = canBuy(wallet) ? purchase : undefined;
  return (
    <>
      {payments === "paused" && <PaymentsPaused />}
      <div className={css.parts}>
        {isMember ? (
          <>
            <SubscriptionCard wallet={wallet} isStandalone={isStandalone} />
            <div className={css.beside}>
              <ReserveBalance balance={balance} />
            </div>
          </>
        ) : (
          <Balance balance={balance} canBuy={buying !== undefined} />
        )}
        {buying && (
          <PackageChoice
            buying={buying}
            isMember={isMember}
            hasBar={isStandalone && !isMember}
            isTest={payments === "test"}
          />
        )}
        {buying && !isMember && (
          <div className={css.beside}>
            <SubscriptionOffer buying={buying} />
          </div>
        )}
        {payments === "off" && <PaymentsOff />}
      </div>
    </>
  );
}

const PaymentsPaused = () => (
  <section className={css.paused} aria-labelledby="paused">
    <CirclePause aria-hidden="true" />
    <div>
      <h3 id="paused" className={typography.strong}>
        Payments are paused for this account
      </h3>
      <p className={typography.muted}>
        A payment is disputed at the bank. Until that is settled you cannot buy, a membership is paused, and nothing is
        charged. The crushes you have stay yours.
      </p>
    </div>
    <ButtonLink variant="line" to="/contact">
      Contact support
    </ButtonLink>
  </section>
);

const PaymentsOff = () => (
  <div className={css.off}>
    <p>Buying is switched off here. The crushes you have stay yours.</p>
    <ButtonLink variant="line" to="/crushes">
      See who sent you a crush
    </ButtonLink>
  </div>
);

function WalletError({ standalone, onRetry }: { standalone: boolean; onRetry: () => void }) {
  const what = "Your crushes did not load.";
  return standalone ? (
    <ErrorState quiet title={what} onRetry={onRetry} />
  ) : (
    <InlineError message={what} onRetry={onRetry} />
  );
}

const WalletSkeleton = () => (
  <Delayed>
    <div className={css.tabSkeletons}>
      <Skeleton />
      <Skeleton />
    </div>
    <div className={css.parts}>
      <Skeleton className={css.balanceSkeleton} />
      <div className={css.packageSkeletons}>
        <Skeleton className={css.headingSkeleton} />
        {PACKAGES.map(({ id }) => (
          <Skeleton key={id} className={css.packageSkeleton} />
        ))}
        <Skeleton className={css.noteSkeleton} />
        <Skeleton className={classNames(css.buttonSkeleton, typography.desktop)} />
      </div>
      <Skeleton className={css.offerSkeleton} />
    </div>
  </Delayed>
);

function PaymentStatus({ payment }: { payment: PaymentConfirmation | undefined }) {
  return payment ? <ConfirmingPayment payment={payment} /> : <PendingPayment />;
}

function PendingPayment() {
  const pendingKind = usePendingCheckoutKind();
  if (pendingKind === undefined) return null;
  return (
    <p role="status" className={css.note}>
      Your payment is still on its way.{" "}
      {pendingKind === "subscription" ? "Your membership begins" : "Your crushes arrive"} once it is through.
    </p>
  );
}

function ConfirmingPayment({ payment }: { payment: PaymentConfirmation }) {
  if (payment.state === "confirming") {
    return (
      <p role="status" className={css.note}>
        <Spinner />
        Confirming your payment...
      </p>
    );
  }
  const { message, onRetry } = payment;
  /** The button disappears, so the wallet takes the focus. */
  const retry = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest<HTMLElement>("section")?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <div role="alert" className={css.note}>
      <div>
        <p>{message}</p>
        <p className={css.calm}>Whatever you paid for arrives, even without this page.</p>
      </div>
      <Button variant="line" onClick={retry}>
        Check again
      </Button>
    </div>
  );
}
