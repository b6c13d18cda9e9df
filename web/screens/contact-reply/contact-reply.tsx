import { useState } from "react";
import { useParams } from "react-router";
import {
  AccountPage,
  LinkCheckFailedPage,
  LinkCheckingPage,
  PageActions,
} from "#web/domains/accounts/account-page.tsx";
import { EnvelopeIllustration } from "#web/domains/accounts/illustrations.tsx";
import { useEmailLink } from "#web/domains/accounts/use-email-link.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { type Answered, fetchAnswer } from "#web/screens/contact-reply/contact-replies.requests.ts";
import css from "#web/screens/contact-reply/contact-reply.module.css";
import { ReplyForm } from "#web/screens/contact-reply/reply-form.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import typography from "#web/ui/typography.module.css";

const TITLE = "Write back";

/** Landing page of the link in an answer to a contact message. Works without a login. */
export function Component() {
  const { token = "" } = useParams();
  return <ReplyPage key={token} token={token} />;
}

function ReplyPage({ token }: { token: string }) {
  const [isSent, setSent] = useState(false);
  const { state, reload } = useEmailLink((signal) => fetchAnswer(token, signal));
  if (isSent) return <SentPage />;
  switch (state.at) {
    case "loading":
      return <LinkCheckingPage title={TITLE} heading="Our answer" />;
    case "failed":
      return (
        <LinkCheckFailedPage title={TITLE} heading="Our answer did not load" message={state.message} onRetry={reload} />
      );
    case "loaded":
      return (
        <AccountPage key="open" title={TITLE} heading="Our answer" isWide>
          <Answer answered={state.content} />
          <ReplyForm token={token} onSent={() => setSent(true)} onUnknown={reload} />
        </AccountPage>
      );
    case "unknown":
      return <UnknownLink />;
  }
}

const SentPage = () => (
  <AccountPage key="sent" title={TITLE} heading="Message sent">
    <p>Thank you. A person reads it, and we reply by email within 24-48 hours.</p>
    <PageActions>
      <ButtonLink size="lg" variant="line" to="/">
        Back to Home
      </ButtonLink>
    </PageActions>
  </AccountPage>
);

const Answer = ({ answered: { number, answer } }: { answered: Answered }) => (
  <figure className={css.answer}>
    <figcaption className={typography.muted}>
      {formatDate(answer.sentAt)}. Your number is {number}.
    </figcaption>
    <blockquote className={css.words}>{answer.words}</blockquote>
  </figure>
);

const UnknownLink = () => (
  <AccountPage key="unknown" title={TITLE} heading="Invalid Link" art={<EnvelopeIllustration seal="gone" />}>
    <p className={typography.muted}>
      There is no answer of ours behind this link. Did you copy all of it from our email? We keep messages for two
      years, and not longer than an account.
    </p>
    <PageActions>
      <ButtonLink size="lg" to="/contact">
        Contact Support
      </ButtonLink>
      <ButtonLink variant="line" size="lg" to="/">
        Back to Home
      </ButtonLink>
    </PageActions>
  </AccountPage>
);
