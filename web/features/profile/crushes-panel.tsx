import { Gift, Heart, RotateCcw, ShoppingBag } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { HistoryItem, Wallet } from "#contract/wallet.ts";
import css from "#web/features/profile/crushes-panel.module.css";
import { historyLabel, signed } from "#web/features/profile/history.ts";
import { relativeTime, useNow } from "#web/lib/relative-time.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Fold } from "#web/ui/fold.tsx";
import { Plates } from "#web/ui/plates.tsx";
import { TryAgain } from "#web/ui/try-again.tsx";
import type from "#web/ui/type.module.css";

const ICONS = { sent: Heart, received: Heart, purchased: ShoppingBag, bonus: Gift, refund: RotateCcw } as const;

interface Props {
  wallet: Wallet | undefined;
  failed: boolean;
  onRetry: () => void;
}

/** How many crushes are left and what became of the others. Folded unless the address says `#crushes`. */
export function CrushesPanel({ wallet, failed, onRetry }: Props) {
  const { hash, key } = useLocation();
  const named = hash === "#crushes";
  const [open, setOpen] = useState(named);
  const [seen, setSeen] = useState(key);
  const panel = useRef<HTMLElement>(null);
  if (seen !== key) {
    setSeen(key);
    if (named) setOpen(true);
  }

  const show = useEffectEvent((_visit: string, _loaded: boolean) => {
    if (!named) return;
    panel.current?.scrollIntoView({ block: "start" });
    panel.current?.focus({ preventScroll: true });
  });
  // With every navigation to it, also from this very screen, and again when the history has made it longer.
  const loaded = wallet !== undefined;
  useEffect(() => show(key, loaded), [key, loaded]);

  return (
    <Fold
      ref={panel}
      id="crushes"
      tabIndex={-1}
      title="My Crushes"
      aside={wallet && <Balance wallet={wallet} />}
      open={open}
      onOpenChange={setOpen}
    >
      {wallet && <History items={wallet.history} more={wallet.nextCursor !== null} />}
      {!wallet && failed && <TryAgain what="Your crushes did not load." onRetry={onRetry} />}
    </Fold>
  );
}

function Balance({ wallet: { balance, hasActiveSubscription } }: { wallet: Wallet }) {
  if (hasActiveSubscription) {
    return (
      <span className={css.balance}>
        <span aria-hidden="true">∞</span> Unlimited Member
      </span>
    );
  }
  return (
    <span className={css.balance}>
      <Plates count={balance} height={24} ghosts />
      {balance}
      <span className={type.hidden}>{balance === 1 ? " crush left" : " crushes left"}</span>
    </span>
  );
}

function History({ items, more }: { items: readonly HistoryItem[]; more: boolean }) {
  const now = useNow();
  if (items.length === 0) return <p className={type.muted}>Every crush you send or get is listed here.</p>;
  return (
    <>
      <ul>
        {items.map((item) => {
          const Icon = ICONS[item.action];
          return (
            <li key={item._id} className={css.item}>
              <span className={css.icon}>
                <Icon aria-hidden="true" />
              </span>
              <span className={css.what}>
                <span className={classNames(type.strong, type.cut)}>{historyLabel(item)}</span>
                <time className={classNames(type.small, type.muted, type.number)} dateTime={item.createdAt}>
                  {relativeTime(item.createdAt, now)}
                </time>
              </span>
              <span className={classNames(css.change, item.change > 0 && css.plus, item.change === 0 && css.zero)}>
                {signed(item.change)}
              </span>
            </li>
          );
        })}
      </ul>
      {more && <p className={classNames(type.small, type.muted, css.more)}>These are the latest {items.length}.</p>}
    </>
  );
}
