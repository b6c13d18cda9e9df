import { CreditCard, History } from "lucide-react";
import { canBuy, useWallet } from "#web/domains/billing/wallet.queries.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/settings/billing/billing-settings.module.css";
import { WalletSummary } from "#web/screens/settings/billing/wallet-summary.tsx";
import { Withdrawals } from "#web/screens/settings/billing/withdrawals.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** The balance and the subscription, and what leads to the rest of the wallet. */
export function BillingSettings() {
  const { data: wallet, isError, refetch } = useStickyError(useWallet());
  return (
    <section className={css.section} aria-labelledby="billing">
      <h2 id="billing" className={classNames(typography.display, typography.d20)}>
        Billing
      </h2>
      {wallet ? (
        <WalletSummary wallet={wallet} canBuy={canBuy(wallet)} />
      ) : isError ? (
        <InlineError message="Your crushes did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton className={css.balance} />
        </Delayed>
      )}
      <p className={typography.muted}>Packs and your membership are in your wallet.</p>
      <div className={css.links}>
        <ButtonLink variant="line" icon={<CreditCard />} to="/profile#crushes">
          Crushes and Membership
        </ButtonLink>
        <ButtonLink variant="line" icon={<History />} to="/profile#crush-history">
          History
        </ButtonLink>
      </div>
      <Withdrawals />
    </section>
  );
}
