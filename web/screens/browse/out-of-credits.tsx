import { useEffect, useState } from "react";
import { PACKAGES, SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import type { Wallet } from "#contract/billing/wallet.ts";
import { formatPrice } from "#contract/format.ts";
import { CRUSH_COST } from "#contract/limits.ts";
import { hasCredit, useWallet } from "#web/domains/billing/wallet.queries.ts";
import { useHeldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { isMatchRecent } from "#web/domains/crushes/match-store.ts";
import { toOriginState } from "#web/lib/purchase-origin.ts";
import { useSession } from "#web/lib/session.ts";
import css from "#web/screens/browse/out-of-credits.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import typography from "#web/ui/typography.module.css";

const BACK_TO_BROWSE = toOriginState({ path: "/browse", name: "Browse" });

const lowestPrice = Math.min(...PACKAGES.map(({ priceCents }) => priceCents));

const COST = `Sending a crush costs ${CRUSH_COST}`;
const OFFER = `${COST}. Packs start at ${formatPrice(lowestPrice)}, or go unlimited for ${formatPrice(SUBSCRIPTION_PRICE_CENTS)} a month.`;
const NO_OFFERS = {
  off: `${COST}, and buying is switched off here. You can still write to your matches.`,
  paused: `${COST}, and payments are paused for this account. You can still write to your matches, and support can help.`,
} as const;

interface Props {
  open: boolean;
  /** Undefined while loading. */
  payments: Wallet["payments"] | undefined;
  onClose: () => void;
}

/** Shown when a crush cannot be paid for: where to get credits, or what works without them. */
function OutOfCredits({ open, payments, onClose }: Props) {
  const noOffer = payments === "off" || payments === "paused" ? NO_OFFERS[payments] : undefined;
  return (
    <Dialog
      reading
      open={open}
      onOpenChange={(next) => next || onClose()}
      above={<EmptySleeve />}
      title={<span className={classNames(typography.display, typography.d32)}>You're out of crushes!</span>}
      description={noOffer ?? OFFER}
    >
      <div className={css.actions}>
        {noOffer === undefined ? (
          <ButtonLink variant="crush" size="lg" wide to="/profile#crushes" state={BACK_TO_BROWSE}>
            Get More Crushes
          </ButtonLink>
        ) : (
          <ButtonLink size="lg" wide to="/messages">
            Go to Messages
          </ButtonLink>
        )}
        <Button variant="text" wide onClick={onClose}>
          Keep looking
        </Button>
      </div>
    </Dialog>
  );
}

const GHOST_POSITIONS = [75, 101, 127, 153, 179];

/** Illustration: an empty bar with outlines of five plates. */
function EmptySleeve() {
  return (
    <div className={css.top}>
      <svg className={css.sleeve} viewBox="0 0 720 128" width="720" height="128" aria-hidden="true">
        <rect className={css.bar} x="-20" y="57" width="760" height="14" rx="7" />
        <rect className={css.bar} x="54" y="41" width="14" height="46" rx="6" />
        {GHOST_POSITIONS.map((x) => (
          <rect key={x} className={css.ghost} x={x} y="32" width="19" height="64" rx="8" />
        ))}
      </svg>
      <span className={typography.hidden}>0 crushes remaining</span>
    </div>
  );
}

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
