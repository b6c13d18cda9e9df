import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { BalanceInShort } from "#web/features/wallet/balance.tsx";
import type { CrushWallet } from "#web/features/wallet/crush-wallet.tsx";
import { Drawn, part, usePart } from "#web/lib/part.tsx";
import { isStaying } from "#web/lib/staying.ts";
import { Fold } from "#web/ui/fold.tsx";

const purse = part(() => import("#web/features/wallet/crush-wallet.tsx").then((file) => file.CrushWallet));

interface Props extends Omit<ComponentProps<typeof CrushWallet>, "standalone"> {
  /** One has come back here from paying. */
  hasReturned: boolean;
}

/** Whoever is at one of these when the wallet comes is not taken away from it. */
const WRITING = "input, textarea, select";

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
    if (document.activeElement?.matches(WRITING)) return;
    panel.current?.scrollIntoView({ block: "start" });
    panel.current?.focus({ preventScroll: true });
  });
  // With every navigation to it, also from this very screen, and again when what is in it has made it longer.
  const here = usePart(purse, open, () => setOpen(false));
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
      aside={wallet && !open && <BalanceInShort balance={wallet.balance} isMember={wallet.hasActiveSubscription} />}
      open={open}
      onOpenChange={setOpen}
    >
      <Drawn as={here} {...props} />
    </Fold>
  );
}
