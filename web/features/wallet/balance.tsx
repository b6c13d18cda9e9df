import { LOW_BALANCE } from "#contract/limits.ts";
import css from "#web/features/wallet/balance.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Plates } from "#web/ui/plates.tsx";
import type from "#web/ui/type.module.css";

const lowWords = (balance: number): string =>
  balance === 0 ? "You're out of crushes. Load up to send the next one." : "Running low. Load up before you are out.";

/** The credits as a loaded sleeve and as a number; outlined, and in words, when there are few. */
export function Balance({ balance }: { balance: number }) {
  const isLow = balance < LOW_BALANCE;
  return (
    <div className={classNames(css.balance, isLow && css.low)}>
      <Plates count={balance} height={64} ghosts />
      <div>
        <p className={css.count}>
          <b className={classNames(type.display, type.d60, type.number)}>{balance}</b>{" "}
          <span className={type.large}>{balance === 1 ? "crush left" : "crushes left"}</span>
        </p>
        {isLow && <p className={type.muted}>{lowWords(balance)}</p>}
      </div>
    </div>
  );
}

/** The same in a few words, for a panel's heading. */
export function BalanceInShort({ balance, isMember }: { balance: number; isMember: boolean }) {
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
      {balance}
      <span className={type.hidden}>{balance === 1 ? " crush left" : " crushes left"}</span>
    </span>
  );
}
