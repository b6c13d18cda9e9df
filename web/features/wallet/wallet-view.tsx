import { CirclePause, FlaskConical } from "lucide-react";
import { Tabs } from "radix-ui";
import type { Wallet } from "#contract/wallet.ts";
import { Balance, ReserveBalance } from "#web/features/wallet/balance.tsx";
import type { PaymentConfirmation } from "#web/features/wallet/checkout-return.ts";
import { HistoryList } from "#web/features/wallet/history-list.tsx";
import { PackageCards } from "#web/features/wallet/package-cards.tsx";
import { PaymentStatus } from "#web/features/wallet/payment-status.tsx";
import { type Purchase, usePurchase } from "#web/features/wallet/purchase.ts";
import { SubscriptionOffer } from "#web/features/wallet/subscription-card.tsx";
import { canBuy } from "#web/features/wallet/wallet.queries.ts";
import { WalletSummary } from "#web/features/wallet/wallet-summary.tsx";
import css from "#web/features/wallet/wallet-view.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { useByMouse } from "#web/ui/by-mouse.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Failure } from "#web/ui/failure.tsx";
import { Note } from "#web/ui/note.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import tabs from "#web/ui/tabs.module.css";
import { TryAgain } from "#web/ui/try-again.tsx";
import type from "#web/ui/type.module.css";

interface Props {
  /** Undefined while it is not known. */
  wallet: Wallet | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  /** It has a screen to itself, and is not a panel of the profile. */
  isStandalone?: boolean;
  /** How the question goes that one came back from paying with. */
  payment?: PaymentConfirmation | undefined;
}

/** The crush wallet: what there is and can be bought, and what became of the rest. */
export function WalletView({ wallet, hasFailed: failed, onRetry, isStandalone: standalone = false, payment }: Props) {
  // Here, so that what begins in one tab of the wallet goes on in the other.
  const buying = usePurchase();
  const byMouse = useByMouse();
  return (
    <div className={css.wallet}>
      <PaymentStatus payment={payment} />
      {wallet ? (
        <Tabs.Root defaultValue="balance">
          <Tabs.List {...byMouse} className={classNames(tabs.tabs, css.tabs)} aria-label="Crush wallet">
            <Tabs.Trigger value="balance" className={classNames(tabs.tab, css.tab)}>
              Balance &amp; Purchase
            </Tabs.Trigger>
            <Tabs.Trigger value="history" className={classNames(tabs.tab, css.tab)}>
              History
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="balance" className={tabs.panel}>
            <BalanceAndPurchase wallet={wallet} isStandalone={standalone} buying={buying} />
          </Tabs.Content>
          <Tabs.Content value="history" className={tabs.panel}>
            <div className={css.history}>
              <HistoryList />
              <div className={css.beside}>
                {wallet.hasActiveSubscription ? (
                  <ReserveBalance balance={wallet.balance} />
                ) : (
                  <Balance balance={wallet.balance} canBuy={canBuy(wallet)} />
                )}
              </div>
            </div>
          </Tabs.Content>
        </Tabs.Root>
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

function BalanceAndPurchase({ wallet, isStandalone: standalone, buying: able }: WalletProps & { buying: Purchase }) {
  const { hasActiveSubscription: isMember, payments } = wallet;
  const buying = canBuy(wallet) ? able : undefined;
  return (
    <div className={css.parts}>
      {payments === "paused" && <PaymentsPaused />}
      {payments === "test" && <Note icon={<FlaskConical aria-hidden="true" />}>Test checkout: no money is taken</Note>}
      <WalletSummary wallet={wallet} canBuy={buying !== undefined} standalone={standalone} />
      {buying ? (
        <>
          <p className={classNames(type.small, type.muted)}>
            Prices in US dollars. {payments === "on" && "You pay on a secure checkout page. "}Paid purchases are final.
          </p>
          {!isMember && <SubscriptionOffer buying={buying} />}
          <PackageSection buying={buying} isMember={isMember} />
        </>
      ) : (
        payments === "off" && <PaymentsOff />
      )}
    </div>
  );
}

/** While a payment of the account is disputed: that, what stays, and who can help. */
const PaymentsPaused = () => (
  <section className={css.paused} aria-labelledby="paused">
    <CirclePause aria-hidden="true" />
    <div>
      <h3 id="paused" className={type.strong}>
        Payments are paused for this account
      </h3>
      <p className={type.muted}>
        A payment is disputed at the bank. Until that is settled you cannot buy, a membership is paused, and nothing is
        charged. The crushes you have stay yours.
      </p>
    </div>
    <ButtonLink look="line" to="/contact">
      Contact support
    </ButtonLink>
  </section>
);

function PackageSection({ buying, isMember }: { buying: Purchase; isMember: boolean }) {
  return (
    <section className={css.packs} aria-labelledby="packs">
      <h3 id="packs" className={classNames(type.display, type.d20)}>
        Packs
      </h3>
      {isMember && (
        <p className={type.muted}>While your membership runs you need none. What you buy stays for later.</p>
      )}
      <PackageCards buying={buying} />
    </section>
  );
}

/** Where nothing can be bought: that, and a way on. */
const PaymentsOff = () => (
  <div className={css.off}>
    <p>Buying is switched off here. The crushes you have stay yours.</p>
    <ButtonLink look="line" to="/crushes">
      See who sent you a crush
    </ButtonLink>
  </div>
);

function WalletError({ standalone, onRetry }: { standalone: boolean; onRetry: () => void }) {
  const what = "Your crushes did not load.";
  return standalone ? <Failure quiet title={what} onRetry={onRetry} /> : <TryAgain what={what} onRetry={onRetry} />;
}

function WalletSkeleton() {
  return (
    <Delayed>
      <div className={css.parts}>
        <Skeleton style={{ height: 44, width: 260, maxWidth: "100%" }} />
        {[104, 220, 320].map((height) => (
          <Skeleton key={height} style={{ height, borderRadius: "var(--r-card)" }} />
        ))}
      </div>
    </Delayed>
  );
}
