import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { SecondFactor } from "#contract/errors.ts";
import {
  AccountPage,
  LinkCheckFailedPage,
  LinkCheckingPage,
  PageActions,
} from "#web/domains/accounts/account-page.tsx";
import { verifyResetLink } from "#web/domains/accounts/accounts.requests.ts";
import { EnvelopeIllustration, LockIllustration } from "#web/domains/accounts/illustrations.tsx";
import { useAccountModals } from "#web/domains/accounts/modals/account-modals.tsx";
import { ResetPasswordForm } from "#web/domains/accounts/password-forms.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import typography from "#web/ui/typography.module.css";

const lazySecondFactor = lazyModule(() =>
  import("#web/domains/accounts/modals/second-factor-step.tsx").then((file) => file.SecondFactorStep),
);

/** Time to read the confirmation. */
const REDIRECT_MS = 2000;

const TITLE = "Reset password";

/** By the link of an email. */
export function Component() {
  const { token = "" } = useParams();
  return <Reset key={token} token={token} />;
}

type State =
  | { readonly at: "verifying" | "invalid" | "success" }
  | { readonly at: "form"; readonly email: string }
  | { readonly at: "second-factor"; readonly step: SecondFactor }
  | { readonly at: "failed"; readonly message: string };

function Reset({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: "verifying" });
  const verifying = state.at === "verifying";
  useEffect(() => {
    if (!verifying) return;
    const left = new AbortController();
    verifyResetLink(token, left.signal).then(
      (email) => setState({ at: "form", email }),
      (error: unknown) => {
        if (left.signal.aborted) return;
        const isInvalid = error instanceof ApiError && error.code === "token_invalid";
        setState(
          isInvalid ? { at: "invalid" } : { at: "failed", message: getErrorMessage(error, "Failed to reset password") },
        );
      },
    );
    return () => left.abort();
  }, [token, verifying]);

  switch (state.at) {
    case "verifying":
      return <LinkCheckingPage title={TITLE} heading="Checking your link" />;
    case "invalid":
      return <Invalid />;
    case "failed":
      return (
        <LinkCheckFailedPage
          title={TITLE}
          heading="Your link was not checked"
          message={state.message}
          onRetry={() => setState({ at: "verifying" })}
        />
      );
    case "form":
      return (
        <AccountPage key="form" title={TITLE} heading="Choose a new password">
          <p className={typography.muted}>
            For <strong className={typography.strong}>{state.email}</strong>. You will be logged out everywhere else.
          </p>
          <ResetPasswordForm
            token={token}
            email={state.email}
            onDone={() => setState({ at: "success" })}
            onInvalid={() => setState({ at: "invalid" })}
            onSecondFactor={(step) => setState({ at: "second-factor", step })}
          />
        </AccountPage>
      );
    case "second-factor":
      return <SecondFactorPage step={state.step} onDone={() => setState({ at: "success" })} />;
    case "success":
      return <Success />;
  }
}

/** The password is set. Whatever stops this step, the login form goes on from there. */
function SecondFactorPage({ step, onDone }: { step: SecondFactor; onDone: () => void }) {
  const navigate = useNavigate();
  const { openLogin } = useAccountModals();
  const toLogin = () => {
    void navigate("/");
    openLogin();
  };
  const Step = useLazyModule(lazySecondFactor, true, toLogin);
  return (
    <AccountPage key="second-factor" title={TITLE} heading="One more step">
      <p className={typography.muted}>Your new password is set. To log in, show that it is you.</p>
      <LazyRender as={Step} step={step} onDone={onDone} onCancel={toLogin} onExpired={toLogin} />
    </AccountPage>
  );
}

function Invalid() {
  const { openForgot } = useAccountModals();
  return (
    <AccountPage title={TITLE} heading="Invalid or Expired Link" art={<EnvelopeIllustration seal="gone" />}>
      <p className={typography.muted}>This password reset link is invalid or has expired.</p>
      <PageActions>
        <ButtonLink size="lg" to="/">
          Back to Home
        </ButtonLink>
        <Button variant="line" size="lg" onClick={openForgot}>
          Get a new link
        </Button>
      </PageActions>
    </AccountPage>
  );
}

function Success() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate("/profile", { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <AccountPage title={TITLE} heading="Password changed" art={<LockIllustration />}>
      <p role="status" className={typography.muted}>
        You are logged in. Your profile opens in a moment.
      </p>
    </AccountPage>
  );
}
