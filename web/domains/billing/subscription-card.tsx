import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import type { Wallet } from "#contract/billing/wallet.ts";
import { formatPrice } from "#contract/format.ts";
import type { Purchase } from "#web/domains/billing/checkout/purchase.ts";
import css from "#web/domains/billing/subscription-card.module.css";
import { walletKey } from "#web/domains/billing/wallet.queries.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { formatDate, formatMonthDay } from "#web/lib/format-date.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { InfinityIcon } from "#web/ui/infinity-icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

export function SubscriptionOffer({ buying }: { buying: Purchase }) {
  const price = formatPrice(SUBSCRIPTION_PRICE_CENTS);
  return (
    <section className={css.card} aria-labelledby="subscription">
      <InfinityIcon className={css.infinity} />
      <div className={css.textBlock}>
        <h3 id="subscription" className={classNames(typography.display, typography.d24)}>
          Unlimited membership
        </h3>
        <p>
          Crushes and images without counting. It renews each month until cancelled. Cancel any time and keep it to the
          end of the month you paid for. In the EU and EEA you can also withdraw within 14 days.
        </p>
      </div>
      <p className={css.price}>
        <b className={classNames(typography.display, typography.d32, typography.number)}>{price}</b> a month
      </p>
      <Button
        variant="line"
        wide
        busy={buying.pendingProductId === "subscription" ? "Opening checkout..." : undefined}
        disabled={buying.pendingProductId !== undefined && buying.pendingProductId !== "subscription"}
        onClick={() => buying.buy("subscription")}
      >
        Go unlimited
        <span className={typography.hidden}> for {price} a month</span>
      </Button>
    </section>
  );
}

interface SubscriptionCardProps {
  wallet: Pick<Wallet, "subscriptionEndDate" | "subscriptionEnds">;
  isStandalone: boolean;
}

export function SubscriptionCard({
  wallet: { subscriptionEndDate: end, subscriptionEnds },
  isStandalone: standalone,
}: SubscriptionCardProps) {
  const { busy, setEnds } = useSubscriptionRenewal();
  const [isConfirming, setIsConfirming] = useState(false);
  const toggleRenewal = () => (subscriptionEnds ? setEnds(false) : setIsConfirming(true));
  return (
    <section className={classNames(css.card, css.active)} aria-labelledby="subscription">
      <InfinityIcon className={css.infinity} />
      <div className={css.textBlock}>
        <h3 id="subscription" className={classNames(typography.display, typography.d32)}>
          Unlimited Member
        </h3>
        {end && <p className={css.until}>Active until {formatDate(end)}</p>}
        <p>{describeRenewal(end, subscriptionEnds)}</p>
      </div>
      <div className={css.actions}>
        {!standalone && (
          <ButtonLink variant="line" to="/profile/subscription">
            Manage Subscription
          </ButtonLink>
        )}
        {/* One button in both states, so that it keeps the focus. */}
        <Button
          variant={standalone || subscriptionEnds ? "line" : "text"}
          busy={busy ? "One moment..." : undefined}
          onClick={toggleRenewal}
        >
          {subscriptionEnds ? "Resume Subscription" : "Cancel Subscription"}
        </Button>
      </div>
      <Confirm
        open={isConfirming}
        title="Cancel your membership?"
        text={
          end
            ? `You keep unlimited crushes until ${formatDate(end)}. After that it does not renew, and you can resume until then.`
            : "You keep unlimited crushes to the end of the period you paid for."
        }
        confirmLabel="Cancel Subscription"
        cancelLabel="Keep it"
        danger
        onConfirm={() => {
          setIsConfirming(false);
          setEnds(true);
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </section>
  );
}

function describeRenewal(end: string | null, ends: boolean): string {
  if (ends) return "Cancelled: it does not renew.";
  const price = formatPrice(SUBSCRIPTION_PRICE_CENTS);
  return end
    ? `Renews on ${formatMonthDay(end)} for ${price}. Cancel any time before.`
    : `Renews each month for ${price}.`;
}

function useSubscriptionRenewal() {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const setEnds = async (ends: boolean): Promise<void> => {
    setBusy(true);
    const fallback = ends ? "Failed to cancel subscription" : "Failed to resume subscription";
    try {
      const { endsAt, message } = await (ends
        ? call("POST /api/crushes/cancel-subscription", {})
        : call("POST /api/crushes/resume-subscription", {}));
      updateQuery<Wallet>(cache, walletKey, (wallet) => ({
        ...wallet,
        subscriptionEnds: ends,
        subscriptionEndDate: endsAt,
      }));
      toast(message, "done", "subscription");
    } catch (error) {
      toast(getErrorMessage(error, fallback, fallback), "error", "subscription");
    } finally {
      setBusy(false);
      void refetchQuery(cache, walletKey);
    }
  };
  return { busy, setEnds: (ends: boolean) => void setEnds(ends) };
}
