import type { Wallet } from "#contract/wallet.ts";
import css from "#web/features/wallet/credit-counter.module.css";
import { formatCount } from "#web/lib/format-count.ts";
import { PlateGlyph } from "#web/ui/brand/plate-glyph.tsx";
import { FULL, Plates } from "#web/ui/brand/plates.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";

const WALLET = "/profile#crushes";
/** Up to this balance the counter is outlined. */
const FEW = 2;

/** The remaining credits, drawn as plates, which lead to the wallet. Subscribers have no number. */
export function CreditCounter({ wallet }: { wallet: Pick<Wallet, "balance" | "hasActiveSubscription"> }) {
  if (wallet.hasActiveSubscription) {
    return (
      <Link to={WALLET} className={classNames(css.counter, css.unlimited)}>
        <span className={css.infinity}>∞</span>{" "}
        <span>
          Unlimited <span>Crushes</span>
        </span>
      </Link>
    );
  }
  const { balance } = wallet;
  return (
    <Link to={WALLET} className={classNames(css.counter, balance <= FEW && css.low, balance >= FULL && css.full)}>
      <Plates count={balance} height={26} className={css.sleeve} />
      <span className={css.glyph}>
        <PlateGlyph size={20} />
      </span>
      <span>
        <b>{formatCount(balance)}</b>
        {balance === 1 ? " crush" : " crushes"}
        <span className={css.long}> remaining</span>
      </span>
    </Link>
  );
}

/** The counter's placeholder while the wallet loads. */
export function CreditCounterSkeleton() {
  return (
    <Delayed>
      <Skeleton className={css.skeleton} />
    </Delayed>
  );
}
