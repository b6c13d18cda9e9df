import type { Wallet } from "#contract/billing/wallet.ts";
import { formatCount } from "#contract/format.ts";
import { LOW_BALANCE } from "#contract/limits.ts";
import { plural } from "#contract/words.ts";
import css from "#web/domains/billing/credit-counter.module.css";
import { PlateGlyph } from "#web/ui/brand/plate-glyph.tsx";
import { FULL, Plates } from "#web/ui/brand/plates.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";

/** The remaining credits, drawn as plates; outlined when few. Subscribers have no number. Leads to the wallet. */
export function CreditCounter({ wallet }: { wallet: Pick<Wallet, "balance" | "hasActiveSubscription"> }) {
  if (wallet.hasActiveSubscription) {
    return (
      <Link to="/profile#crushes" className={classNames(css.counter, css.unlimited)}>
        <span className={css.infinity}>∞</span>{" "}
        <span>
          Unlimited <span>Crushes</span>
        </span>
      </Link>
    );
  }
  const { balance } = wallet;
  return (
    <Link
      to="/profile#crushes"
      className={classNames(css.counter, balance < LOW_BALANCE && css.low, balance >= FULL && css.full)}
    >
      <Plates count={balance} height={26} className={css.sleeve} />
      <span className={css.glyph}>
        <PlateGlyph size={20} />
      </span>
      <span>
        <b>{formatCount(balance)}</b>
        {plural(balance, " crush", " crushes")}
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
