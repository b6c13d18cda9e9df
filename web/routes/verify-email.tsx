import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { useAccountModals } from "#web/features/accounts/account-modals.tsx";
import { AccountPage, AskingPage, UncheckedPage, Ways } from "#web/features/accounts/account-page.tsx";
import { confirmEmail } from "#web/features/accounts/accounts.queries.ts";
import { emailKey } from "#web/features/accounts/email.queries.ts";
import { Letter } from "#web/features/accounts/illustrations.tsx";
import { useResend } from "#web/features/accounts/use-resend.ts";
import { ownProfileKey } from "#web/features/members/own-profile.queries.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { queryClient } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import typography from "#web/ui/typography.module.css";

const TITLE = "Confirm your email";

/** Where the link leads that confirms an address. */
export function Component() {
  const { token = "" } = useParams();
  return <Verify key={token} token={token} />;
}

type State =
  | { readonly at: "verifying" }
  | { readonly at: "done"; readonly told: string | undefined }
  | { readonly at: "invalid" | "taken" | "failed"; readonly why: string };

/** What a refusal means for the link. */
const outcomeOf = (error: unknown): "invalid" | "taken" | "failed" => {
  if (!(error instanceof ApiError)) return "failed";
  return error.code === "token_invalid" ? "invalid" : error.code === "email_taken" ? "taken" : "failed";
};

function Verify({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: "verifying" });
  const verifying = state.at === "verifying";
  useEffect(() => {
    if (!verifying) return;
    let left = false;
    confirmEmail(token).then(
      (told) => {
        for (const queryKey of [ownProfileKey, emailKey]) void queryClient.invalidateQueries({ queryKey });
        if (!left) setState({ at: "done", told });
      },
      (error: unknown) => {
        if (left) return;
        setState({ at: outcomeOf(error), why: getErrorMessage(error, "Failed to confirm your email") });
      },
    );
    return () => {
      left = true;
    };
  }, [token, verifying]);

  switch (state.at) {
    case "verifying":
      return <AskingPage title={TITLE} heading="Confirming your email" />;
    case "done":
      return <Done told={state.told} />;
    case "invalid":
      return <Invalid why={state.why} />;
    case "taken":
      return <Taken why={state.why} />;
    case "failed":
      return (
        <UncheckedPage
          title={TITLE}
          heading="Not confirmed yet"
          why={state.why}
          onRetry={() => setState({ at: "verifying" })}
        />
      );
  }
}

function Done({ told }: { told: string | undefined }) {
  const login = useSession();
  const { openLogin } = useAccountModals();
  return (
    <AccountPage title={TITLE} heading="Email confirmed" art={<Letter seal="opened" />}>
      <p className={typography.muted}>We will tell you when somebody crushes back.</p>
      {told !== undefined && <p>{told}</p>}
      <Ways>
        {login ? (
          <ButtonLink size="lg" to="/browse">
            Browse
          </ButtonLink>
        ) : (
          <Button size="lg" onClick={openLogin}>
            Login
          </Button>
        )}
      </Ways>
    </AccountPage>
  );
}

/** Somebody has joined with the address that a member wanted. */
function Taken({ why }: { why: string }) {
  return (
    <AccountPage title={TITLE} heading="Your email stays as it is" art={<Letter seal="gone" />}>
      <p className={typography.muted}>{why}</p>
      <Ways>
        <ButtonLink size="lg" to="/settings/account">
          Back to Settings
        </ButtonLink>
      </Ways>
    </AccountPage>
  );
}

function Invalid({ why }: { why: string }) {
  const login = useSession();
  const resend = useResend();
  return (
    <AccountPage title={TITLE} heading="Invalid or Expired Link" art={<Letter seal="gone" />}>
      <p className={typography.muted}>{why}</p>
      <Ways>
        <ButtonLink size="lg" to="/">
          Back to Home
        </ButtonLink>
        {login && (
          <Button variant="line" size="lg" {...resend}>
            Send a new link
          </Button>
        )}
      </Ways>
    </AccountPage>
  );
}
