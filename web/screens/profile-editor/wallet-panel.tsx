import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { BalanceSummary } from "#web/domains/billing/balance.tsx";
import type { WalletView } from "#web/domains/billing/wallet-view.tsx";
import { isSilentNavigation } from "#web/lib/navigation-state.ts";
import { Accordion } from "#web/ui/accordion.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyWallet = lazyModule(() => import("#web/domains/billing/wallet-view.tsx").then((file) => file.WalletView));

interface Props extends Omit<ComponentProps<typeof WalletView>, "isStandalone" | "firstTab"> {
  hasReturned: boolean;
}

/** The wallet does not take the focus from a form field. */
const FIELD_SELECTOR = "input, textarea, select";

/**
 * A panel of the profile. Expanded for `#crushes` and `#crush-history` in the URL and on return from the payment page.
 */
export function WalletPanel({ hasReturned, ...props }: Props) {
  const { wallet } = props;
  const { hash, key, state } = useLocation();
  const isHistory = hash === "#crush-history";
  const isInHash = isHistory || hash === "#crushes";
  const [open, setOpen] = useState(isInHash || hasReturned);
  const [last, setLast] = useState({ key, hasReturned });
  const panel = useRef<HTMLElement>(null);
  if (last.key !== key || last.hasReturned !== hasReturned) {
    setLast({ key, hasReturned });
    if (isInHash || hasReturned !== last.hasReturned) setOpen(true);
  }

  const show = useEffectEvent((_visit: string, _loaded: boolean) => {
    if (document.activeElement?.matches(FIELD_SELECTOR)) return;
    panel.current?.scrollIntoView({ block: "start" });
    panel.current?.focus({ preventScroll: true });
  });
  // Runs on every navigation to it, also from this page, and again when its content has loaded.
  const LazyWallet = useLazyModule(lazyWallet, open, () => setOpen(false));
  const loaded = wallet !== undefined && LazyWallet !== undefined;
  const isTarget = isInHash && !isSilentNavigation(state);
  useEffect(() => {
    if (isTarget) show(key, loaded);
  }, [isTarget, key, loaded]);
  // Runs once: the URL changes when the payment is confirmed, and the member may be typing by then.
  useEffect(() => {
    if (hasReturned) show("return", loaded);
  }, [hasReturned, loaded]);

  return (
    <Accordion
      ref={panel}
      id="crushes"
      tabIndex={-1}
      title="My Crushes"
      aside={wallet && !open && <BalanceSummary balance={wallet.balance} isMember={wallet.hasActiveSubscription} />}
      open={open}
      onOpenChange={setOpen}
    >
      <LazyRender as={LazyWallet} {...props} firstTab={isHistory ? "history" : "balance"} />
    </Accordion>
  );
}
