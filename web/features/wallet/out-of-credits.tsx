import { PACKAGES, SUBSCRIPTION_PRICE } from "#contract/catalog.ts";
import type { Wallet } from "#contract/wallet.ts";
import css from "#web/features/wallet/out-of-credits.module.css";
import { dollars } from "#web/lib/money.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import type from "#web/ui/type.module.css";

const lowestPrice = Math.min(...PACKAGES.map((pack) => pack.price));

const OFFER = `Sending a crush costs 1. Packs start at ${dollars(lowestPrice)}, or go unlimited for ${dollars(SUBSCRIPTION_PRICE)} a month.`;
const NO_OFFERS = {
  off: "Sending a crush costs 1, and buying is switched off here. You can still write to your matches.",
  paused:
    "Sending a crush costs 1, and payments are paused for this account. You can still write to your matches, and support can help.",
} as const;

interface Props {
  open: boolean;
  /** Whether more can be had for money; undefined while it is not known. */
  payments: Wallet["payments"] | undefined;
  onClose: () => void;
}

/** Nothing left to send a crush with: where more come from, or what can be done without, and a way to go on looking. */
export function OutOfCredits({ open, payments, onClose }: Props) {
  const noOffer = payments === "off" || payments === "paused" ? NO_OFFERS[payments] : undefined;
  return (
    <Dialog
      reading
      open={open}
      onOpenChange={(next) => next || onClose()}
      above={<EmptySleeve />}
      title={<span className={classNames(type.display, type.d32)}>You're out of crushes!</span>}
      description={noOffer ?? OFFER}
    >
      <div className={css.actions}>
        {noOffer === undefined ? (
          <ButtonLink look="crush" size="lg" wide to="/profile#crushes">
            Get More Crushes
          </ButtonLink>
        ) : (
          <ButtonLink size="lg" wide to="/messages">
            Go to Messages
          </ButtonLink>
        )}
        <Button look="text" wide onClick={onClose}>
          Keep looking
        </Button>
      </div>
    </Dialog>
  );
}

const GHOST_POSITIONS = [75, 101, 127, 153, 179];

/** A sleeve with nothing on it, across the dialog's top: five plates could go there. */
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
      <span className={type.hidden}>0 crushes remaining</span>
    </div>
  );
}
