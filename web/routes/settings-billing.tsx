import { CreditCard } from "lucide-react";
import { canBuy, useWallet } from "#web/features/wallet/wallet.queries.ts";
import { WalletSummary } from "#web/features/wallet/wallet-summary.tsx";
import { useStanding } from "#web/lib/standing.ts";
import css from "#web/routes/settings-sections.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { TryAgain } from "#web/ui/try-again.tsx";
import type from "#web/ui/type.module.css";

/** What one has and pays for, and the way to the wallet. */
export function BillingTab() {
  const { data: wallet, isError, refetch } = useStanding(useWallet());
  return (
    <section className={classNames(css.section, css.headed, css.wide)} aria-labelledby="billing">
      <title>Billing · Settings · Spotter</title>
      <h2 id="billing" className={classNames(type.display, type.d20)}>
        Billing
      </h2>
      {wallet ? (
        <WalletSummary wallet={wallet} canBuy={canBuy(wallet)} standalone={false} />
      ) : isError ? (
        <TryAgain what="Your crushes did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton className={css.balance} />
        </Delayed>
      )}
      <p className={type.muted}>Packs, your membership and your history are in your wallet.</p>
      <ButtonLink look="line" icon={<CreditCard />} className={css.start} to="/profile#crushes">
        Crushes and Membership
      </ButtonLink>
    </section>
  );
}
