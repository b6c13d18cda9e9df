import { formatCount } from "#contract/format.ts";
import { LOW_BALANCE } from "#contract/limits.ts";
import { plural } from "#contract/words.ts";
import css from "#web/domains/billing/balance.module.css";
import { FULL, Plates } from "#web/ui/brand/plates.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** @param canBuy whether credits can be bought here */
const formatLowBalance = (balance: number, canBuy: boolean): string => {
  if (balance > 0) return canBuy ? "Running low. Load up before you are out." : "Running low.";
  return canBuy ? "You're out of crushes. Load up to send the next one." : "You're out of crushes.";
};

export function Balance({ balance, canBuy }: { balance: number; canBuy: boolean }) {
  return (
    <div className={css.balance}>
      <div>
        <p className={typography.muted}>Balance</p>
        <p className={css.count}>
          <b className={classNames(typography.display, typography.number, css.number)}>{formatCount(balance)}</b>{" "}
          <span className={typography.hidden}>{plural(balance, "crush left", "crushes left")}</span>
        </p>
      </div>
      <Plates count={balance} height={88} ghosts isLong className={classNames(css.bar, balance < FULL && css.open)} />
      {balance < LOW_BALANCE && (
        <p className={classNames(typography.muted, css.low)}>{formatLowBalance(balance, canBuy)}</p>
      )}
    </div>
  );
}

/** Credits are not spent while subscribed. */
export function ReserveBalance({ balance }: { balance: number }) {
  return (
    <section className={css.reserve} aria-labelledby="reserve">
      <h3 id="reserve" className={classNames(typography.display, typography.d20, typography.number)}>
        {balance === 0 ? "No" : formatCount(balance)} {plural(balance, "crush", "crushes")} in reserve
      </h3>
      <p className={typography.muted}>
        Crushes cost nothing extra while you are a member. {balance > 0 ? "Your crushes wait" : "What you buy waits"}{" "}
        here if you cancel.
      </p>
      <Plates count={balance} height={64} ghosts className={css.bar} />
    </section>
  );
}

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
      {formatCount(balance)}
      <span className={typography.hidden}>{plural(balance, " crush left", " crushes left")}</span>
    </span>
  );
}
