import type { Wallet } from "#contract/wallet.ts";
import { Balance, ReserveBalance } from "#web/features/wallet/balance.tsx";
import { SubscriptionCard } from "#web/features/wallet/subscription-card.tsx";
import css from "#web/features/wallet/wallet-summary.module.css";

/**
 * What a member has: the membership with its end or renewal and the crushes beside it, or the crushes alone.
 * @param canBuy whether more can be had for money here
 * @param standalone whether this is the screen to manage a membership already
 */
export function WalletSummary({
  wallet,
  canBuy,
  standalone,
}: {
  wallet: Wallet;
  canBuy: boolean;
  standalone: boolean;
}) {
  return (
    <div className={css.standing}>
      {wallet.hasActiveSubscription ? (
        <>
          <SubscriptionCard wallet={wallet} isStandalone={standalone} />
          <ReserveBalance balance={wallet.balance} />
        </>
      ) : (
        <Balance balance={wallet.balance} canBuy={canBuy} />
      )}
    </div>
  );
}
