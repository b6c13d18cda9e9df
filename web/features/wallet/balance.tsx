import { LOW_BALANCE } from "#contract/limits.ts";
import css from "#web/features/wallet/balance.module.css";
import { count } from "#web/lib/count.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Plates } from "#web/ui/plates.tsx";
import type from "#web/ui/type.module.css";

/** @param canBuy whether more can be had for money here */
const formatLowBalance = (balance: number, canBuy: boolean): string => {
  if (balance > 0) return canBuy ? "Running low. Load up before you are out." : "Running low.";
  return canBuy ? "You're out of crushes. Load up to send the next one." : "You're out of crushes.";
};

/** The credits as a loaded sleeve and as a number; outlined, and in words, when there are few. */
export function Balance({ balance, canBuy }: { balance: number; canBuy: boolean }) {
  const isLow = balance < LOW_BALANCE;
  return (
    <div className={classNames(css.balance, isLow && css.low)}>
      <Plates count={balance} height={64} ghosts />
      <div>
        <p className={css.count}>
          <b className={classNames(type.display, type.d60, type.number)}>{count(balance)}</b>{" "}
          <span className={type.large}>{balance === 1 ? "crush left" : "crushes left"}</span>
        </p>
        {isLow && <p className={type.muted}>{formatLowBalance(balance, canBuy)}</p>}
      </div>
    </div>
  );
}

/** What a member has beside the membership: nothing is taken from it meanwhile. */
export function ReserveBalance({ balance }: { balance: number }) {
  return (
    <section className={css.balance} aria-labelledby="reserve">
      <Plates count={balance} height={64} ghosts />
      <div className={css.words}>
        <h3 id="reserve" className={classNames(type.display, type.d20, type.number)}>
          {balance === 0 ? "No" : count(balance)} {balance === 1 ? "crush" : "crushes"} in reserve
        </h3>
        <p className={type.muted}>
          You pay nothing while you are a member. {balance > 0 ? "Your crushes wait" : "What you buy waits"} here if you
          cancel.
        </p>
      </div>
    </section>
  );
}

/** The same in a few words, for a panel's heading. */
export function BalanceSummary({ balance, isMember }: { balance: number; isMember: boolean }) {
  if (isMember) {
    return (
      <span className={css.short}>
        <span aria-hidden="true">∞</span> Unlimited Member
      </span>
    );
  }
  return (
    <span className={css.short}>
      <Plates count={balance} height={24} ghosts />
      {count(balance)}
      <span className={type.hidden}>{balance === 1 ? " crush left" : " crushes left"}</span>
    </span>
  );
}
