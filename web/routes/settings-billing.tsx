import { CreditCard } from "lucide-react";
import { canBuy, useWallet } from "#web/features/wallet/wallet.queries.ts";
import { WalletSummary } from "#web/features/wallet/wallet-summary.tsx";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/routes/settings-sections.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** What one has and pays for, and the way to the wallet. */
export function BillingTab() {
  const { data: wallet, isError, refetch } = useStickyError(useWallet());
  return (
    <section className={classNames(css.section, css.headed, css.wide)} aria-labelledby="billing">
      <title>Billing · Settings · Spotter</title>
      <h2 id="billing" className={classNames(typography.display, typography.d20)}>
        Billing
      </h2>
      {wallet ? (
        <WalletSummary wallet={wallet} canBuy={canBuy(wallet)} standalone={false} />
      ) : isError ? (
        <InlineError what="Your crushes did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton className={css.balance} />
        </Delayed>
      )}
      <p className={typography.muted}>Packs, your membership and your history are in your wallet.</p>
      <ButtonLink variant="line" icon={<CreditCard />} className={css.start} to="/profile#crushes">
        Crushes and Membership
      </ButtonLink>
    </section>
  );
}
