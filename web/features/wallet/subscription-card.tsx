import { useState } from "react";
import { SUBSCRIPTION_PRICE } from "#contract/catalog.ts";
import { NEW_PEOPLE_A_DAY_UNLIMITED } from "#contract/limits.ts";
import type { Wallet } from "#contract/wallet.ts";
import type { Purchase } from "#web/features/wallet/purchase.ts";
import css from "#web/features/wallet/subscription-card.module.css";
import { useSubscriptionRenewal } from "#web/features/wallet/subscription-renewal.ts";
import { day, dayOfYear } from "#web/lib/days.ts";
import { dollars } from "#web/lib/money.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { Endless } from "#web/ui/endless.tsx";
import type from "#web/ui/type.module.css";

const PRICE = dollars(SUBSCRIPTION_PRICE);

/** The membership for those who have none. */
export function SubscriptionOffer({ buying }: { buying: Purchase }) {
  return (
    <section className={css.card} aria-labelledby="membership">
      <Endless className={css.infinity} />
      <div className={css.words}>
        <h3 id="membership" className={classNames(type.display, type.d24)}>
          Unlimited membership
        </h3>
        <p>
          Crushes and images without counting, for up to {NEW_PEOPLE_A_DAY_UNLIMITED.standard} new people a day. It
          renews each month until cancelled. Cancel any time and keep it to the end of the month you paid for.
        </p>
      </div>
      <div className={css.actions}>
        <p className={css.price}>
          <b className={classNames(type.display, type.d32, type.number)}>{PRICE}</b> a month
        </p>
        <Button
          size="lg"
          className={css.chalk}
          busy={buying.pendingProductId === "membership" ? "Opening checkout..." : undefined}
          disabled={buying.pendingProductId !== undefined && buying.pendingProductId !== "membership"}
          onClick={() => buying.buy("membership")}
        >
          Go unlimited
          <span className={type.hidden}> for {PRICE} a month</span>
        </Button>
      </div>
    </section>
  );
}

interface SubscriptionCardProps {
  wallet: Pick<Wallet, "subscriptionEndDate" | "subscriptionEnds">;
  /** Whether this is the screen to manage it already. */
  isStandalone: boolean;
}

/** One's own membership: until when, what comes then, and how to end it or let it go on. */
export function SubscriptionCard({
  wallet: { subscriptionEndDate: end, subscriptionEnds },
  isStandalone: standalone,
}: SubscriptionCardProps) {
  const { busy, setEnds } = useSubscriptionRenewal();
  const [asking, setAsking] = useState(false);
  const press = () => (subscriptionEnds ? setEnds(false) : setAsking(true));
  return (
    <section className={css.card} aria-labelledby="membership">
      <Endless className={css.infinity} />
      <div className={css.words}>
        <h3 id="membership" className={classNames(type.display, type.d24)}>
          Unlimited Member
        </h3>
        {end && <p className={css.until}>Active until {day(end)}</p>}
        <p>{describeRenewal(end, subscriptionEnds)}</p>
      </div>
      <div className={css.actions}>
        {!standalone && (
          <ButtonLink to="/profile/subscription" className={css.chalk}>
            Manage Subscription
          </ButtonLink>
        )}
        {/* One button in both states, so that whoever has pressed it keeps the focus. */}
        <Button
          look={subscriptionEnds && standalone ? "solid" : "line"}
          className={subscriptionEnds && standalone ? css.chalk : undefined}
          busy={busy ? "One moment..." : undefined}
          onClick={press}
        >
          {subscriptionEnds ? "Resume Subscription" : "Cancel Subscription"}
        </Button>
      </div>
      <Confirm
        open={asking}
        title="Cancel your membership?"
        text={
          end
            ? `You keep unlimited crushes until ${day(end)}. After that it does not renew, and you can resume until then.`
            : "You keep unlimited crushes to the end of the period you paid for."
        }
        confirmLabel="Cancel Subscription"
        cancelLabel="Keep it"
        danger
        onConfirm={() => {
          setAsking(false);
          setEnds(true);
        }}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}

/** What comes after the period that is paid for. */
function describeRenewal(end: string | null, ends: boolean): string {
  if (ends) return "Cancelled: it does not renew.";
  return end ? `Renews on ${dayOfYear(end)} for ${PRICE}. Cancel any time before.` : `Renews each month for ${PRICE}.`;
}
