import { type ReactNode, useState } from "react";
import { AccountPage, Ways } from "#web/features/accounts/account-page.tsx";
import { Letter } from "#web/features/accounts/illustrations.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

interface Words {
  readonly heading: string;
  readonly text: string;
}

interface Props {
  /** The document's. */
  readonly title: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly question: Words;
  readonly button: { readonly label: string; readonly busy: string; readonly failed: string };
  readonly done: Words;
  readonly invalid: Words & { readonly way?: ReactNode };
}

type State = { readonly at: "question"; readonly why?: string } | { readonly at: "busy" | "done" | "invalid" };

/** A page that a link in a mail leads to: it does what it asks once that is pressed, and not before. */
export function EmailLinkPage({ title, onConfirm: act, question, button, done, invalid }: Props) {
  const [state, setState] = useState<State>({ at: "question" });
  const press = () => {
    setState({ at: "busy" });
    act().then(
      () => setState({ at: "done" }),
      (error: unknown) => {
        const refused = error instanceof ApiError && error.code === "token_invalid";
        setState(refused ? { at: "invalid" } : { at: "question", why: getErrorMessage(error, button.failed) });
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
        <AccountPage key="question" title={title} heading={question.heading} art={<Letter seal="sent" />}>
          <p className={typography.muted}>{question.text}</p>
          <FormAlert message={state.at === "question" ? state.why : undefined} />
          <Ways>
            <Button size="lg" onClick={press} busy={state.at === "busy" ? button.busy : undefined}>
              {button.label}
            </Button>
          </Ways>
        </AccountPage>
      );
    case "done":
      return (
        <AccountPage key="done" title={title} heading={done.heading} art={<Letter seal="opened" />}>
          <p role="status" className={typography.muted}>
            {done.text}
          </p>
          <Ways>{home}</Ways>
        </AccountPage>
      );
    case "invalid":
      return (
        <AccountPage key="invalid" title={title} heading={invalid.heading} art={<Letter seal="gone" />}>
          <p className={typography.muted}>{invalid.text}</p>
          <Ways>
            {home}
            {invalid.way}
          </Ways>
        </AccountPage>
      );
  }
}
