import { ArrowLeft } from "lucide-react";
import { useWallet } from "#web/domains/billing/wallet.queries.ts";
import { WalletView } from "#web/domains/billing/wallet-view.tsx";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/subscription/subscription.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import typography from "#web/ui/typography.module.css";

/** The wallet on its own page, to manage the subscription. */
export function Component() {
  const { data: wallet, isError, refetch } = useStickyError(useWallet());
  return (
    <div className={css.page}>
      <title>Crush wallet · Spotter</title>
      <PageHeader
        title="Crush wallet"
        before={
          <IconLink to="/profile" label="Back to profile" className={classNames(css.back, typography.phone)}>
            <ArrowLeft />
          </IconLink>
        }
      />
      <section className={css.wallet} aria-labelledby="wallet">
        <h2 id="wallet" className={typography.hidden}>
          Your crushes
        </h2>
        <WalletView isStandalone wallet={wallet} hasFailed={isError} onRetry={() => void refetch()} />
      </section>
    </div>
  );
}
