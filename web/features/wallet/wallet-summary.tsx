import type { Wallet } from "#contract/wallet.ts";
import { Balance, ReserveBalance } from "#web/features/wallet/balance.tsx";
import { SubscriptionCard } from "#web/features/wallet/subscription-card.tsx";
import css from "#web/features/wallet/wallet-summary.module.css";

/**
 * The subscription with the credits in reserve, or the credits alone, outside of the wallet.
 * @param canBuy whether credits can be bought here
 */
export function WalletSummary({ wallet, canBuy }: { wallet: Wallet; canBuy: boolean }) {
  return (
    <div className={css.summary}>
      {wallet.hasActiveSubscription ? (
        <>
          <SubscriptionCard wallet={wallet} isStandalone={false} />
          <ReserveBalance balance={wallet.balance} />
        </>
      ) : (
        <Balance balance={wallet.balance} canBuy={canBuy} />
      )}
    </div>
  );
}
