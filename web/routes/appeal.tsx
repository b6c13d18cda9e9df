import { useEffect, useState } from "react";
import { useParams } from "react-router";
import {
  AccountPage,
  LinkCheckFailedPage,
  LinkCheckingPage,
  PageActions,
} from "#web/features/accounts/account-page.tsx";
import { EnvelopeIllustration } from "#web/features/accounts/illustrations.tsx";
import { AppealForm } from "#web/features/appeals/appeal-form.tsx";
import { type Appeal, fetchAppeal } from "#web/features/appeals/appeals.queries.ts";
import { SentAppeal, Statement } from "#web/features/appeals/statement.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import typography from "#web/ui/typography.module.css";

const TITLE = "Object to a decision";

/** Landing page of the link in a statement of reasons. It works without a login, because who is suspended has none. */
export function Component() {
  const { token = "" } = useParams();
  return <AppealPage key={token} token={token} />;
}

type State =
  | { readonly at: "loading" | "invalid" }
  | { readonly at: "failed"; readonly message: string }
  | { readonly at: "shown"; readonly appeal: Appeal };

function AppealPage({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: "loading" });
  const isLoading = state.at === "loading";
  useEffect(() => {
    if (!isLoading) return;
    const left = new AbortController();
    fetchAppeal(token, left.signal).then(
      (appeal) => setState({ at: "shown", appeal }),
      (error: unknown) => {
        if (left.signal.aborted) return;
        const isInvalid = error instanceof ApiError && error.code === "not_found";
        setState(
          isInvalid ? { at: "invalid" } : { at: "failed", message: getErrorMessage(error, "The page did not load") },
        );
      },
    );
    return () => left.abort();
  }, [token, isLoading]);

  switch (state.at) {
    case "loading":
      return <LinkCheckingPage title={TITLE} heading="Opening your link" />;
    case "invalid":
      return <Invalid />;
    case "failed":
      return (
        <LinkCheckFailedPage
          title={TITLE}
          heading="Your link did not open"
          message={state.message}
          onRetry={() => setState({ at: "loading" })}
        />
      );
    case "shown":
      return <Decision token={token} appeal={state.appeal} onSent={(appeal) => setState({ at: "shown", appeal })} />;
  }
}

const Invalid = () => (
  <AccountPage key="invalid" title={TITLE} heading="Invalid Link" art={<EnvelopeIllustration seal="gone" />}>
    <p className={typography.muted}>
      Is the link complete? It opens until the account that it is about is long gone. If it should open, write to us.
    </p>
    <PageActions>
      <ButtonLink size="lg" to="/contact">
        Contact Support
      </ButtonLink>
    </PageActions>
  </AccountPage>
);

interface DecisionProps {
  readonly token: string;
  readonly appeal: Appeal;
  readonly onSent: (appeal: Appeal) => void;
}

function Decision({ token, appeal: { statement, appeal, canAppeal }, onSent }: DecisionProps) {
  if (canAppeal)
    return (
      <AccountPage key="form" title={TITLE} heading="Is this a mistake?">
        <p className={typography.muted}>
          You can object until {formatDate(statement.appealUntil)}. You do not have to log in.
        </p>
        <Statement statement={statement} />
        <AppealForm token={token} onSent={onSent} />
      </AccountPage>
    );
  const { heading, text } = describeState(statement, appeal);
  return (
    <AccountPage key={heading} title={TITLE} heading={heading}>
      <p className={typography.muted} role="status">
        {text}
      </p>
      {appeal && <SentAppeal appeal={appeal} />}
      <Statement statement={statement} />
      <PageActions>
        <ButtonLink variant="line" size="lg" to="/contact">
          Contact Support
        </ButtonLink>
      </PageActions>
    </AccountPage>
  );
}

function describeState({ isTakenBack }: Appeal["statement"], appeal: Appeal["appeal"]) {
  if (isTakenBack) return { heading: "We took it back", text: "What we decided does not apply any more. Sorry." };
  if (appeal?.outcome === "upheld")
    return { heading: "Our decision stays", text: "A person looked at your objection and at all that belongs to it." };
  if (appeal)
    return { heading: "We have your objection", text: "A person looks at it, and we write to you when it is decided." };
  return { heading: "It is too late to object", text: "The six months for it are over. You can still write to us." };
}
