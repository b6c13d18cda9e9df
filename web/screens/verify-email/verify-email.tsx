import { useEffect, useState } from "react";
import { useParams } from "react-router";
import {
  AccountPage,
  LinkCheckFailedPage,
  LinkCheckingPage,
  PageActions,
} from "#web/domains/accounts/account-page.tsx";
import { confirmEmail } from "#web/domains/accounts/accounts.requests.ts";
import { emailKey } from "#web/domains/accounts/email.queries.ts";
import { EnvelopeIllustration } from "#web/domains/accounts/illustrations.tsx";
import { useAccountModals } from "#web/domains/accounts/modals/account-modals.tsx";
import { useResend } from "#web/domains/members/limits/resend-link.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { queryClient } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import typography from "#web/ui/typography.module.css";

const TITLE = "Confirm your email";

/** Landing page of the link that confirms an email address. */
export function Component() {
  const { token = "" } = useParams();
  return <Verify key={token} token={token} />;
}

type State =
  | { readonly at: "verifying" }
  | { readonly at: "done"; readonly notice: string | undefined }
  | { readonly at: "invalid" | "taken" | "failed"; readonly message: string };

const outcomeOf = (error: unknown): "invalid" | "taken" | "failed" => {
  if (!(error instanceof ApiError)) return "failed";
  return error.code === "token_invalid" ? "invalid" : error.code === "email_taken" ? "taken" : "failed";
};

function Verify({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: "verifying" });
  const verifying = state.at === "verifying";
  useEffect(() => {
    if (!verifying) return;
    let isStale = false;
    confirmEmail(token).then(
      (notice) => {
        for (const queryKey of [ownProfileKey, emailKey]) void queryClient.invalidateQueries({ queryKey });
        if (!isStale) setState({ at: "done", notice });
      },
      (error: unknown) => {
        if (isStale) return;
        setState({ at: outcomeOf(error), message: getErrorMessage(error, "Failed to confirm your email") });
      },
    );
    return () => {
      isStale = true;
    };
  }, [token, verifying]);

  switch (state.at) {
    case "verifying":
      return <LinkCheckingPage title={TITLE} heading="Confirming your email" />;
    case "done":
      return <Done notice={state.notice} />;
    case "invalid":
      return <Invalid message={state.message} />;
    case "taken":
      return <Taken message={state.message} />;
    case "failed":
      return (
        <LinkCheckFailedPage
          title={TITLE}
          heading="Not confirmed yet"
          message={state.message}
          onRetry={() => setState({ at: "verifying" })}
        />
      );
  }
}

function Done({ notice }: { notice: string | undefined }) {
  const login = useSession();
  const { openLogin } = useAccountModals();
  return (
    <AccountPage title={TITLE} heading="Email confirmed" art={<EnvelopeIllustration seal="opened" />}>
      <p className={typography.muted}>We will tell you when somebody crushes back.</p>
      {notice !== undefined && <p>{notice}</p>}
      <PageActions>
        {login ? (
          <ButtonLink size="lg" to="/browse">
            Browse
          </ButtonLink>
        ) : (
          <Button size="lg" onClick={openLogin}>
            Login
          </Button>
        )}
      </PageActions>
    </AccountPage>
  );
}

/** Another account uses the address already. */
function Taken({ message }: { message: string }) {
  return (
    <AccountPage title={TITLE} heading="Your email stays as it is" art={<EnvelopeIllustration seal="gone" />}>
      <p className={typography.muted}>{message}</p>
      <PageActions>
        <ButtonLink size="lg" to="/settings/account">
          Back to Settings
        </ButtonLink>
      </PageActions>
    </AccountPage>
  );
}

function Invalid({ message }: { message: string }) {
  const login = useSession();
  const resend = useResend();
  return (
    <AccountPage title={TITLE} heading="Invalid or Expired Link" art={<EnvelopeIllustration seal="gone" />}>
      <p className={typography.muted}>{message}</p>
      <PageActions>
        <ButtonLink size="lg" to="/">
          Back to Home
        </ButtonLink>
        {login && (
          <Button variant="line" size="lg" {...resend}>
            Send a new link
          </Button>
        )}
      </PageActions>
    </AccountPage>
  );
}
