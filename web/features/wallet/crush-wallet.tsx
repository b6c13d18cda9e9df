import { CirclePause, FlaskConical } from "lucide-react";
import { Tabs } from "radix-ui";
import type { Wallet } from "#contract/wallet.ts";
import { Balance, Reserve } from "#web/features/wallet/balance.tsx";
import { type Buying, useBuying } from "#web/features/wallet/buying.ts";
import type { Payment } from "#web/features/wallet/checkout-return.ts";
import css from "#web/features/wallet/crush-wallet.module.css";
import { HistoryList } from "#web/features/wallet/history-list.tsx";
import { MembershipOffer } from "#web/features/wallet/membership-card.tsx";
import { PackCards } from "#web/features/wallet/pack-cards.tsx";
import { PaymentNote } from "#web/features/wallet/payment-note.tsx";
import { Standing } from "#web/features/wallet/standing.tsx";
import { canBuy } from "#web/features/wallet/wallet.api.ts";
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
  failed: boolean;
  onRetry: () => void;
  /** It has a screen to itself, and is not a panel of the profile. */
  standalone?: boolean;
  /** How the question goes that one came back from paying with. */
  payment?: Payment | undefined;
}

/** The crush wallet: what there is and can be bought, and what became of the rest. */
export function CrushWallet({ wallet, failed, onRetry, standalone = false, payment }: Props) {
  // Here, so that what begins in one tab of the wallet goes on in the other.
  const buying = useBuying();
  const byMouse = useByMouse();
  return (
    <div className={css.wallet}>
      <PaymentNote payment={payment} />
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
            <BalanceAndPurchase wallet={wallet} standalone={standalone} buying={buying} />
          </Tabs.Content>
          <Tabs.Content value="history" className={tabs.panel}>
            <div className={css.history}>
              <HistoryList />
              <div className={css.beside}>
                {wallet.hasActiveSubscription ? (
                  <Reserve balance={wallet.balance} />
                ) : (
                  <Balance balance={wallet.balance} canBuy={canBuy(wallet)} />
                )}
              </div>
            </div>
          </Tabs.Content>
        </Tabs.Root>
      ) : failed ? (
        <NotLoaded standalone={standalone} onRetry={onRetry} />
      ) : (
        <WalletSkeleton />
      )}
    </div>
  );
}

interface WalletProps {
  wallet: Wallet;
  standalone: boolean;
}

function BalanceAndPurchase({ wallet, standalone, buying: able }: WalletProps & { buying: Buying }) {
  const { hasActiveSubscription: isMember, payments } = wallet;
  const buying = canBuy(wallet) ? able : undefined;
  return (
    <div className={css.parts}>
      {payments === "paused" && <Paused />}
      {payments === "test" && <Note icon={<FlaskConical aria-hidden="true" />}>Test checkout: no money is taken</Note>}
      <Standing wallet={wallet} canBuy={buying !== undefined} standalone={standalone} />
      {buying ? (
        <>
          <p className={classNames(type.small, type.muted)}>
            Prices in US dollars. {payments === "on" && "You pay on a secure checkout page. "}Paid purchases are final.
          </p>
          {!isMember && <MembershipOffer buying={buying} />}
          <Packs buying={buying} isMember={isMember} />
        </>
      ) : (
        payments === "off" && <Off />
      )}
    </div>
  );
}

/** While a payment of the account is disputed: that, what stays, and who can help. */
const Paused = () => (
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

function Packs({ buying, isMember }: { buying: Buying; isMember: boolean }) {
  return (
    <section className={css.packs} aria-labelledby="packs">
      <h3 id="packs" className={classNames(type.display, type.d20)}>
        Packs
      </h3>
      {isMember && (
        <p className={type.muted}>While your membership runs you need none. What you buy stays for later.</p>
      )}
      <PackCards buying={buying} />
    </section>
  );
}

/** Where nothing can be bought: that, and a way on. */
const Off = () => (
  <div className={css.off}>
    <p>Buying is switched off here. The crushes you have stay yours.</p>
    <ButtonLink look="line" to="/crushes">
      See who sent you a crush
    </ButtonLink>
  </div>
);

function NotLoaded({ standalone, onRetry }: { standalone: boolean; onRetry: () => void }) {
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
