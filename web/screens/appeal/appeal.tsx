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
import { AnsweredPage } from "#web/screens/appeal/answered.tsx";
import { AppealForm } from "#web/screens/appeal/appeal-form.tsx";
import { type Decision, fetchDecision, type Phase, phaseOf } from "#web/screens/appeal/appeals.requests.ts";
import { Membership } from "#web/screens/appeal/membership.tsx";
import css from "#web/screens/appeal/statement.module.css";
import { Statement, Written } from "#web/screens/appeal/statement.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

const TITLE = "Our decision";

/** Landing page of the link in a statement of reasons. Works without a login. */
export function Component() {
  const { token = "" } = useParams();
  return <DecisionPage key={token} token={token} />;
}

function DecisionPage({ token }: { token: string }) {
  const { state, show, reload } = useEmailLink((signal) => fetchDecision(token, signal));
  const handleChanged = (decision: Decision | "outdated") => (decision === "outdated" ? reload() : show(decision));

  switch (state.at) {
    case "loading":
      return <LinkCheckingPage title={TITLE} heading="Our decision about your account" />;
    case "failed":
      return (
        <LinkCheckFailedPage
          title={TITLE}
          heading="Our decision did not load"
          message={state.message}
          onRetry={reload}
        />
      );
    case "unknown":
      return <UnknownLink />;
    case "loaded":
      return <LoadedPage token={token} decision={state.content} onChanged={handleChanged} />;
  }
}

const HEADINGS: Readonly<Record<Phase, string>> = {
  open: "Our decision about your account",
  sent: "We have your objection",
  upheld: "Our decision stays",
  reversed: "We took back our decision",
  "taken-back": "We took back our decision",
  expired: "Our decision about your account",
};

export interface LoadedProps {
  token: string;
  decision: Decision;
  onChanged: (decision: Decision | "outdated") => void;
}

function LoadedPage({ token, decision, onChanged }: LoadedProps) {
  const phase = phaseOf(decision);
  const { statement, appeal, membership } = decision;
  if (!statement) return <AnsweredPage token={token} decision={decision} onChanged={onChanged} />;
  return (
    <AccountPage key={phase} title={TITLE} heading={HEADINGS[phase]} isWide>
      <News phase={phase} statement={statement} />
      {appeal && appeal.answer !== "" && <Written title="Our answer" text={appeal.answer} />}
      <Statement statement={statement} />
      {membership && <Membership token={token} membership={membership} onChanged={onChanged} />}
      {phase === "open" && <AppealForm token={token} until={statement.appealUntil} onSent={onChanged} />}
      {appeal && <Written title={`What you wrote on ${formatDate(appeal.sentAt)}`} text={appeal.words} />}
      {phase !== "open" && <WaysOn phase={phase} />}
    </AccountPage>
  );
}

function News({ phase, statement }: { phase: Phase; statement: NonNullable<Decision["statement"]> }) {
  switch (phase) {
    case "open":
      return null;
    case "sent":
      return (
        <p>
          Thank you for writing. As a rule another person looks at our decision than the one who made it, usually within
          a day. We email you the outcome. Until then our decision applies.
        </p>
      );
    case "upheld":
      return (
        <p>
          A person looked at your objection and at all that belongs to it. This was the last step with us. You can go to
          a court or to an out-of-court body for disputes.
        </p>
      );
    case "reversed":
      return (
        <p>
          A person looked at your objection, and you were right. Your account is as it was before. We are sorry for the
          trouble.
        </p>
      );
    case "taken-back":
      return <p>What stands below does not apply any more. Your account is as it was before. Sorry for the trouble.</p>;
    case "expired":
      return (
        <p>
          It was possible to object until {formatDate(statement.appealUntil)}. Is something new? Then{" "}
          <Link to="/contact" className={css.link}>
            write to us
          </Link>
          .
        </p>
      );
  }
}

function WaysOn({ phase }: { phase: Phase }) {
  const isOver = phase === "reversed" || phase === "taken-back";
  return (
    <PageActions>
      <ButtonLink size="lg" variant={isOver ? "solid" : "line"} to="/">
        {isOver ? "Open Spotter" : "Back to Home"}
      </ButtonLink>
      {!isOver && (
        <ButtonLink size="lg" variant="line" to="/help/when-we-restrict-your-account">
          How this works
        </ButtonLink>
      )}
    </PageActions>
  );
}

const UnknownLink = () => (
  <AccountPage key="unknown" title={TITLE} heading="Invalid Link" art={<EnvelopeIllustration seal="gone" />}>
    <p className={typography.muted}>
      There is no decision behind this link. Did you copy all of it from our email? Otherwise tell us.
    </p>
    <PageActions>
      <ButtonLink size="lg" to="/">
        Back to Home
      </ButtonLink>
      <ButtonLink variant="line" size="lg" to="/contact">
        Contact Support
      </ButtonLink>
    </PageActions>
  </AccountPage>
);
