import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { BalanceSummary } from "#web/features/wallet/balance.tsx";
import type { WalletView } from "#web/features/wallet/wallet-view.tsx";
import { Drawn, part, usePart } from "#web/lib/part.tsx";
import { isStaying } from "#web/lib/staying.ts";
import { Fold } from "#web/ui/fold.tsx";

const lazyWallet = part(() => import("#web/features/wallet/wallet-view.tsx").then((file) => file.WalletView));

interface Props extends Omit<ComponentProps<typeof WalletView>, "standalone"> {
  /** One has come back here from paying. */
  hasReturned: boolean;
}

/** Whoever is at one of these when the wallet comes is not taken away from it. */
const FIELD_SELECTOR = "input, textarea, select";

/** The wallet as a panel of the profile. Folded unless the address says `#crushes`, or one comes back from paying. */
export function WalletPanel({ hasReturned, ...props }: Props) {
  const { wallet } = props;
  const { hash, key, state } = useLocation();
  const named = hash === "#crushes";
  const [open, setOpen] = useState(named || hasReturned);
  const [seen, setSeen] = useState({ key, hasReturned });
  const panel = useRef<HTMLElement>(null);
  if (seen.key !== key || seen.hasReturned !== hasReturned) {
    setSeen({ key, hasReturned });
    if (named || hasReturned !== seen.hasReturned) setOpen(true);
  }

  const show = useEffectEvent((_visit: string, _loaded: boolean) => {
    if (document.activeElement?.matches(FIELD_SELECTOR)) return;
    panel.current?.scrollIntoView({ block: "start" });
    panel.current?.focus({ preventScroll: true });
  });
  // With every navigation to it, also from this very screen, and again when what is in it has made it longer.
  const here = usePart(lazyWallet, open, () => setOpen(false));
  const loaded = wallet !== undefined && here !== undefined;
  const leads = named && !isStaying(state);
  useEffect(() => {
    if (leads) show(key, loaded);
  }, [leads, key, loaded]);
  // Once only: the address changes when the payment is settled, and somebody may be writing by then.
  useEffect(() => {
    if (hasReturned) show("return", loaded);
  }, [hasReturned, loaded]);

  return (
    <Fold
      ref={panel}
      id="crushes"
      tabIndex={-1}
      title="My Crushes"
      aside={wallet && !open && <BalanceSummary balance={wallet.balance} isMember={wallet.hasActiveSubscription} />}
      open={open}
      onOpenChange={setOpen}
    >
      <Drawn as={here} {...props} />
    </Fold>
  );
}
