import type { Wallet } from "#contract/wallet.ts";
import { Balance, Reserve } from "#web/features/wallet/balance.tsx";
import { Membership } from "#web/features/wallet/membership-card.tsx";
import css from "#web/features/wallet/standing.module.css";

/**
 * What a member has: the membership with its end or renewal and the crushes beside it, or the crushes alone.
 * @param canBuy whether more can be had for money here
 * @param standalone whether this is the screen to manage a membership already
 */
export function Standing({ wallet, canBuy, standalone }: { wallet: Wallet; canBuy: boolean; standalone: boolean }) {
  return (
    <div className={css.standing}>
      {wallet.hasActiveSubscription ? (
        <>
          <Membership wallet={wallet} standalone={standalone} />
          <Reserve balance={wallet.balance} />
        </>
      ) : (
        <Balance balance={wallet.balance} canBuy={canBuy} />
      )}
    </div>
  );
}
