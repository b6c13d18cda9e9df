import type { Wallet } from "#contract/billing/wallet.ts";
import { Balance, ReserveBalance } from "#web/domains/billing/balance.tsx";
import { SubscriptionCard } from "#web/domains/billing/subscription-card.tsx";
import css from "#web/screens/settings/billing/wallet-summary.module.css";

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
