import { useState } from "react";
import { useParams } from "react-router";
import { type CauseName, NOTIFICATION_CAUSES } from "#contract/notifications/notification-causes.ts";
import { AccountPage, PageActions } from "#web/domains/accounts/account-page.tsx";
import { EnvelopeIllustration } from "#web/domains/accounts/illustrations.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { unsubscribeByToken } from "#web/screens/unsubscribe/unsubscribe.requests.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

const TITLE = "Unsubscribe";
const FAILED = "Failed to unsubscribe";
/** With `from=mail`, a visitor gets there after a login. */
const SETTINGS = "/settings/notifications?from=mail";

type State = { readonly at: "question" | "invalid" | "all" } | { readonly at: "ended"; readonly cause: CauseName };

const Settings = () => (
  <ButtonLink variant="line" size="lg" to={SETTINGS}>
    Settings
  </ButtonLink>
);

function UnsubscribeButton({
  label,
  onConfirm,
  onInvalid,
}: {
  label: string;
  onConfirm: () => Promise<void>;
  onInvalid: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const press = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === "token_invalid") onInvalid();
      else setError(getErrorMessage(cause, FAILED));
      setBusy(false);
    }
  };
  return (
    <>
      <FormAlert message={error} />
      <PageActions>
        <Button size="lg" busy={busy ? "Unsubscribing..." : undefined} onClick={() => void press()}>
          {label}
        </Button>
        <Settings />
      </PageActions>
    </>
  );
}

/** Landing page of the unsubscribe link in emails. It acts only on a press, because mail scanners open links. */
export function Component() {
  const { token = "" } = useParams();
  return <Unsubscribe key={token} token={token} />;
}

function Unsubscribe({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: "question" });
  const showInvalid = () => setState({ at: "invalid" });
  const unsubscribeFromAll = async () => {
    await unsubscribeByToken(token, true);
    setState({ at: "all" });
  };
  switch (state.at) {
    case "question":
      return (
        <AccountPage
          key="question"
          title={TITLE}
          heading="No more of these emails?"
          art={<EnvelopeIllustration seal="sent" />}
        >
          <p className={typography.muted}>No hard feelings: press once, and we stop telling you about this.</p>
          <UnsubscribeButton
            label="Unsubscribe"
            onConfirm={async () => setState({ at: "ended", cause: await unsubscribeByToken(token) })}
            onInvalid={showInvalid}
          />
        </AccountPage>
      );
    case "ended":
      return (
        <AccountPage
          key="ended"
          title={TITLE}
          heading="You are unsubscribed"
          art={<EnvelopeIllustration seal="opened" />}
        >
          <p role="status" className={typography.muted}>
            {NOTIFICATION_CAUSES[state.cause].unsubscribed} You can change that in Settings. Rather no email at all? In
            the app you still hear of everything else.
          </p>
          <UnsubscribeButton label="Turn off all email" onConfirm={unsubscribeFromAll} onInvalid={showInvalid} />
        </AccountPage>
      );
    case "all":
      return (
        <AccountPage key="all" title={TITLE} heading="All email is off" art={<EnvelopeIllustration seal="opened" />}>
          <p role="status" className={typography.muted}>
            Only what is about your account and its security still comes by email. In Settings you can change that.
          </p>
          <PageActions>
            <Settings />
          </PageActions>
        </AccountPage>
      );
    case "invalid":
      return (
        <AccountPage
          key="invalid"
          title={TITLE}
          heading="Invalid or Expired Link"
          art={<EnvelopeIllustration seal="gone" />}
        >
          <p className={typography.muted}>
            This link belongs to no account any more. In Settings you choose what Spotter tells you. Does email still
            reach you? Tell us.
          </p>
          <PageActions>
            <Settings />
            <ButtonLink variant="line" size="lg" to="/contact">
              Contact Support
            </ButtonLink>
          </PageActions>
        </AccountPage>
      );
  }
}
