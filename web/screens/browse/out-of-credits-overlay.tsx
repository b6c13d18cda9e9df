import { useEffect, useState } from "react";
import { hasCredit, useWallet } from "#web/domains/billing/wallet.queries.ts";
import { useHeldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { isMatchRecent } from "#web/domains/crushes/match-store.ts";
import { useSession } from "#web/lib/session.ts";
import { OutOfCredits } from "#web/screens/browse/out-of-credits.tsx";

/** The member who closed the dialog. It stays closed until there were credits again, or the app is reloaded. */
let closedFor: string | undefined;

/** Opens with Browse, not after the last crush: somebody who has just sent it is not looking for a shop. */
export function OutOfCreditsOverlay() {
  const me = useSession()?.user._id;
  const { data: wallet } = useWallet();
  const isHolding = useHeldCrushes().length > 0;
  const [state, setState] = useState<"unknown" | "open" | "closed">("unknown");
  const isOut = wallet !== undefined && !hasCredit(wallet);
  if (wallet && state === "unknown") {
    const isShown = isOut && !isHolding && closedFor !== me && !isMatchRecent();
    setState(isShown ? "open" : "closed");
  }
  useEffect(() => {
    if (wallet && !isOut && closedFor === me) closedFor = undefined;
  }, [wallet, isOut, me]);
  function close(): void {
    closedFor = me;
    setState("closed");
  }
  return <OutOfCredits open={isOut && state === "open"} payments={wallet?.payments} onClose={close} />;
}
