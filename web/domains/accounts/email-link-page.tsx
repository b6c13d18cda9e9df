import { type ReactNode, useState } from "react";
import { AccountPage, PageActions } from "#web/domains/accounts/account-page.tsx";
import { EnvelopeIllustration } from "#web/domains/accounts/illustrations.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

interface Texts {
  readonly heading: string;
  readonly text: string;
}

interface Props {
  readonly title: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly question: Texts;
  readonly button: { readonly label: string; readonly busy: string; readonly failed: string };
  readonly done: Texts;
  readonly invalid: Texts & { readonly action?: ReactNode };
}

type State = { readonly at: "question"; readonly message?: string } | { readonly at: "busy" | "done" | "invalid" };

/** Landing page of a link in an email. It acts only on a press, because mail scanners follow links. */
export function EmailLinkPage({ title, onConfirm, question, button, done, invalid }: Props) {
  const [state, setState] = useState<State>({ at: "question" });
  const press = () => {
    setState({ at: "busy" });
    onConfirm().then(
      () => setState({ at: "done" }),
      (error: unknown) => {
        const isInvalid = error instanceof ApiError && error.code === "token_invalid";
        setState(isInvalid ? { at: "invalid" } : { at: "question", message: getErrorMessage(error, button.failed) });
      },
    );
  };
  const home = (
    <ButtonLink size="lg" to="/">
      Back to Home
    </ButtonLink>
  );
  switch (state.at) {
    case "question":
    case "busy":
      return (
        <AccountPage key="question" title={title} heading={question.heading} art={<EnvelopeIllustration seal="sent" />}>
          <p className={typography.muted}>{question.text}</p>
          <FormAlert message={state.at === "question" ? state.message : undefined} />
          <PageActions>
            <Button size="lg" onClick={press} busy={state.at === "busy" ? button.busy : undefined}>
              {button.label}
            </Button>
          </PageActions>
        </AccountPage>
      );
    case "done":
      return (
        <AccountPage key="done" title={title} heading={done.heading} art={<EnvelopeIllustration seal="opened" />}>
          <p role="status" className={typography.muted}>
            {done.text}
          </p>
          <PageActions>{home}</PageActions>
        </AccountPage>
      );
    case "invalid":
      return (
        <AccountPage key="invalid" title={title} heading={invalid.heading} art={<EnvelopeIllustration seal="gone" />}>
          <p className={typography.muted}>{invalid.text}</p>
          <PageActions>
            {home}
            {invalid.action}
          </PageActions>
        </AccountPage>
      );
  }
}
