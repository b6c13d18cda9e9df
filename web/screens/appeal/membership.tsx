import { useEffect, useRef, useState } from "react";
import { SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import { formatPrice } from "#contract/format.ts";
import type { Membership as MembershipState } from "#contract/schemas.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { cancelMembership, type Decision } from "#web/screens/appeal/appeals.requests.ts";
import css from "#web/screens/appeal/membership.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

const ANCHOR = "membership";

function describe({ state, periodEnd }: MembershipState): string {
  const end = formatDate(periodEnd);
  switch (state) {
    case "renews":
      return `It renews on ${end} for ${formatPrice(SUBSCRIPTION_PRICE_CENTS)}. You can cancel it without logging in.`;
    case "stopped":
      return `It is not charged while you are suspended, and ends on ${end}. If the suspension is lifted before, it goes on. You can cancel it for good.`;
    case "cancelled":
      return `It is cancelled, and ends on ${end}. Nothing more is charged.`;
    case "ends_now":
      return "It has ended with your account. Nothing more is charged.";
  }
}

interface Props {
  token: string;
  membership: MembershipState;
  onChanged: (decision: Decision) => void;
}

/** The member can cancel without logging in. */
export function Membership({ token, membership, onChanged }: Props) {
  const section = useRef<HTMLElement>(null);
  const text = useRef<HTMLParagraphElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    // The section was not there yet when the browser looked for it.
    if (location.hash === `#${ANCHOR}`) section.current?.scrollIntoView({ block: "start" });
  }, []);

  const cancel = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onChanged(await cancelMembership(token));
      // The button, which had the focus, is gone.
      text.current?.focus();
    } catch (error) {
      setProblem(getErrorMessage(error, "Your membership was not cancelled. Please try again."));
    } finally {
      setBusy(false);
    }
  };

  const canCancel = membership.state === "renews" || membership.state === "stopped";
  return (
    <section ref={section} id={ANCHOR} className={css.membership} aria-labelledby={`${ANCHOR}-heading`}>
      <h2 id={`${ANCHOR}-heading`} className={classNames(typography.display, typography.d20)}>
        Your Unlimited membership
      </h2>
      <p ref={text} tabIndex={-1}>
        {describe(membership)}
      </p>
      <FormAlert message={problem} />
      {canCancel && (
        <Button variant="line" busy={busy ? "One moment..." : undefined} onClick={cancel}>
          Cancel Subscription
        </Button>
      )}
    </section>
  );
}
