import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { formatPrice } from "#contract/format.ts";
import {
  AccountPage,
  LinkCheckFailedPage,
  LinkCheckingPage,
  PageActions,
} from "#web/domains/accounts/account-page.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import css from "#web/screens/test-checkout/test-checkout.module.css";
import { usePayTestCheckout, useTestCheckout } from "#web/screens/test-checkout/test-checkout.queries.ts";
import { Plates } from "#web/ui/brand/plates.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { InfinityIcon } from "#web/ui/infinity-icon.tsx";
import { SelectInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const TITLE = "Test checkout";

/** Replaces the payment provider's page if none is configured. */
export function Component() {
  const { sessionId = "" } = useParams();
  const { data: checkout, error, isFetching, refetch } = useTestCheckout(sessionId);
  if (checkout?.state === "open") return <Open sessionId={sessionId} checkout={checkout} />;
  if (checkout) return <Closed key={checkout.state} checkout={checkout} />;
  if (error instanceof ApiError && error.status < 500) return <NotFound />;
  if (error && !isFetching) {
    const message = getErrorMessage(error, "Failed to load the checkout");
    return <LinkCheckFailedPage title={TITLE} heading={TITLE} message={message} onRetry={() => void refetch()} />;
  }
  return <LinkCheckingPage title={TITLE} heading={TITLE} />;
}

/** A payment provider asks for the country of the billing address. */
const COUNTRIES = [
  { value: "US", label: "United States" },
  { value: "DE", label: "Germany" },
  { value: "FR", label: "France" },
  { value: "GB", label: "United Kingdom" },
] as const;

type Checkout = ResponseOf<Endpoints["GET /api/test-checkout/:sessionId"]>;

const Illustration = ({ crushes, monthly }: Pick<Checkout, "crushes" | "monthly">) => (
  <div className={css.art}>
    {monthly ? <InfinityIcon className={css.endless} /> : <Plates count={crushes} height={88} />}
  </div>
);

const EmptyIllustration = () => (
  <div className={css.art}>
    <Plates count={0} height={88} ghosts />
  </div>
);

function Open({ sessionId, checkout }: { sessionId: string; checkout: Checkout }) {
  const { name, crushes, amountCents, monthly, cancelUrl } = checkout;
  const navigate = useNavigate();
  const { busy, pay } = usePayTestCheckout(sessionId);
  const [country, setCountry] = useState("US");
  return (
    <AccountPage key="open" title={TITLE} heading={TITLE} art={<Illustration crushes={crushes} monthly={monthly} />}>
      <Callout size="lg" icon={<FlaskConical aria-hidden="true" />}>
        No money is taken. This page stands in for a payment provider's.
      </Callout>
      <dl className={css.bill}>
        <dt className={typography.strong}>{name}</dt>
        <dd id="sum">
          <b className={classNames(typography.display, typography.d32, typography.number)}>
            {formatPrice(amountCents)}
          </b>
          {monthly && <span className={typography.muted}> a month</span>}
        </dd>
      </dl>
      <p className={classNames(typography.small, typography.muted)}>
        {monthly && "It renews each month until cancelled. "}Paid purchases are final.
      </p>
      <p className={classNames(typography.small, typography.muted)}>
        By paying you ask us to begin at once. In the EU and EEA you can withdraw within 14 days, in Settings, Billing.
      </p>
      <Field label="Country">
        {(control) => (
          <SelectInput
            {...control}
            options={COUNTRIES}
            value={country}
            disabled={busy}
            onChange={({ target }) => setCountry(target.value)}
          />
        )}
      </Field>
      <div className={css.buttons}>
        <Button
          variant="crush"
          size="lg"
          aria-describedby="sum"
          busy={busy ? "Paying..." : undefined}
          onClick={() => pay(country)}
        >
          Pay {formatPrice(amountCents)}
        </Button>
        <Button variant="line" size="lg" disabled={busy} onClick={() => void navigate(cancelUrl, { replace: true })}>
          Cancel
        </Button>
      </div>
    </AccountPage>
  );
}

const ToWallet = () => (
  <PageActions>
    <ButtonLink size="lg" to="/profile#crushes" replace>
      Go to your wallet
    </ButtonLink>
  </PageActions>
);

const Closed = ({ checkout }: { checkout: Checkout }) =>
  checkout.state === "paid" ? (
    <AccountPage title={TITLE} heading="Already paid" art={<Illustration {...checkout} />}>
      <p className={typography.muted}>{checkout.name} is in your wallet. There is nothing more to pay.</p>
      <ToWallet />
    </AccountPage>
  ) : (
    <AccountPage title={TITLE} heading="Checkout expired" art={<EmptyIllustration />}>
      <p className={typography.muted}>Nothing was charged. Your wallet starts a new one whenever you like.</p>
      <ToWallet />
    </AccountPage>
  );

const NotFound = () => (
  <AccountPage key="none" title={TITLE} heading="Checkout not found" art={<EmptyIllustration />}>
    <p className={typography.muted}>No test checkout of yours is here. What you can buy is in your wallet.</p>
    <ToWallet />
  </AccountPage>
);
