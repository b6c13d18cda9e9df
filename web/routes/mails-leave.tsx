import { useState } from "react";
import { useParams } from "react-router";
import type { EmailCategory } from "#contract/notifications.ts";
import { AccountPage, Ways } from "#web/features/accounts/account-page.tsx";
import { Letter } from "#web/features/accounts/illustrations.tsx";
import { unsubscribeByToken } from "#web/features/notifications/unsubscribe.queries.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

const TITLE = "Unsubscribe";
const FAILED = "Failed to unsubscribe";
/** Whoever is not logged in comes there after the login. */
const SETTINGS = "/settings/notifications?from=mail";

/** What is told of no more, by the kind of the mail whose link it was. A switch is for all ways, so that is said. */
const ENDED: Readonly<Record<EmailCategory, string>> = {
  crush: "Spotter no longer tells you of new crushes, by email or on your devices.",
  message: "Spotter no longer tells you of new messages, by email or on your devices.",
  match: "Spotter no longer tells you of new matches, by email or on your devices.",
  low_balance: "Spotter no longer tells you of a low balance, by email or on your devices.",
  marketing: "News and offers no longer come to you.",
};

type State = { readonly at: "question" | "invalid" | "all" } | { readonly at: "ended"; readonly kind: EmailCategory };

const Settings = () => (
  <ButtonLink variant="line" size="lg" to={SETTINGS}>
    Settings
  </ButtonLink>
);

/** A button that ends mails, and what is said where that fails. */
function End({ label, act, onInvalid }: { label: string; act: () => Promise<void>; onInvalid: () => void }) {
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState<string>();
  const press = async () => {
    setBusy(true);
    setWhy(undefined);
    try {
      await act();
    } catch (error) {
      if (error instanceof ApiError && error.code === "token_invalid") onInvalid();
      else setWhy(getErrorMessage(error, FAILED));
      setBusy(false);
    }
  };
  return (
    <>
      <FormAlert message={why} />
      <Ways>
        <Button size="lg" busy={busy ? "Unsubscribing..." : undefined} onClick={() => void press()}>
          {label}
        </Button>
        <Settings />
      </Ways>
    </>
  );
}

/** Where the link leads that stands in every mail but those about one's account. It waits for a press: programs open links, too. */
export function Component() {
  const { token = "" } = useParams();
  return <Leaving key={token} token={token} />;
}

function Leaving({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: "question" });
  const invalid = () => setState({ at: "invalid" });
  const endAll = async () => {
    await unsubscribeByToken(token, true);
    setState({ at: "all" });
  };
  switch (state.at) {
    case "question":
      return (
        <AccountPage key="question" title={TITLE} heading="No more of these emails?" art={<Letter seal="sent" />}>
          <p className={typography.muted}>No hard feelings: press once, and we stop telling you about this.</p>
          <End
            label="Unsubscribe"
            act={async () => setState({ at: "ended", kind: await unsubscribeByToken(token) })}
            onInvalid={invalid}
          />
        </AccountPage>
      );
    case "ended":
      return (
        <AccountPage key="ended" title={TITLE} heading="You are unsubscribed" art={<Letter seal="opened" />}>
          <p role="status" className={typography.muted}>
            {ENDED[state.kind]} You can change that in Settings. Rather no email at all? In the app you still hear of
            everything else.
          </p>
          <End label="Turn off all email" act={endAll} onInvalid={invalid} />
        </AccountPage>
      );
    case "all":
      return (
        <AccountPage key="all" title={TITLE} heading="All email is off" art={<Letter seal="opened" />}>
          <p role="status" className={typography.muted}>
            Only what is about your account and its security still comes by email. In Settings you can change that.
          </p>
          <Ways>
            <Settings />
          </Ways>
        </AccountPage>
      );
    case "invalid":
      return (
        <AccountPage key="invalid" title={TITLE} heading="Invalid or Expired Link" art={<Letter seal="gone" />}>
          <p className={typography.muted}>
            This link belongs to no account any more. In Settings you choose what Spotter tells you. Does email still
            reach you? Tell us.
          </p>
          <Ways>
            <Settings />
            <ButtonLink variant="line" size="lg" to="/contact">
              Contact Support
            </ButtonLink>
          </Ways>
        </AccountPage>
      );
  }
}
