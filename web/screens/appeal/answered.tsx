import { AccountPage, PageActions } from "#web/domains/accounts/account-page.tsx";
import { formatDate } from "#web/lib/format-date.ts";
import { AppealForm } from "#web/screens/appeal/appeal-form.tsx";
import { type Decision, type Phase, phaseOf } from "#web/screens/appeal/appeals.requests.ts";
import css from "#web/screens/appeal/statement.module.css";
import { Written } from "#web/screens/appeal/statement.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";

type Answered = NonNullable<Decision["answered"]>;

const OUTCOMES: Readonly<Record<NonNullable<Answered["outcome"]>, string>> = {
  upheld: "It was right, and we dealt with it.",
  noted: "It was right. We decided nothing new because of it.",
  not_upheld: "We found nothing in it that goes against our guidelines or the law.",
  refunded: "If you sent a crush, we gave you back what it cost. We decided nothing else.",
  unexamined: "We closed it without a closer look, as we do with many at once that look unfounded.",
};

function headingOf(phase: Phase, { kind, number }: Answered): string {
  if (phase === "sent") return "We have your objection";
  if (phase === "upheld") return "Our answer stays";
  if (phase === "reversed") return "You were right";
  return `Your ${kind} ${number}`;
}

function News({ phase, outcome }: { phase: Phase; outcome: Answered["outcome"] }) {
  if (phase === "sent")
    return (
      <p>
        Thank you for writing. As a rule another person looks at it than the first time, usually within a day. We write
        to you when it is decided.
      </p>
    );
  if (phase === "upheld")
    return (
      <p>
        A person looked at it again. This was the last step with us. You can go to a court or to an out-of-court body
        for disputes.
      </p>
    );
  if (phase === "reversed")
    return (
      <p>A person looked at it again. What you told us about goes against our guidelines or the law. Thank you.</p>
    );
  return <p>{outcome === null ? "A person is looking at it." : OUTCOMES[outcome]}</p>;
}

/** For the sender of a report or a notice. */
export function AnsweredPage({
  token,
  decision,
  onChanged,
}: {
  token: string;
  decision: Decision;
  onChanged: (decision: Decision | "outdated") => void;
}) {
  const phase = phaseOf(decision);
  const { answered, appeal } = decision;
  if (!answered) return null;
  const { outcome, decidedAt, objectUntil } = answered;
  return (
    <AccountPage key={phase} title="Our answer" heading={headingOf(phase, answered)} isWide>
      <News phase={phase} outcome={outcome} />
      {phase === "open" && decidedAt !== null && <p>Decided on {formatDate(decidedAt)}.</p>}
      {phase === "open" && objectUntil !== null && <AppealForm token={token} until={objectUntil} onSent={onChanged} />}
      {phase === "expired" && (
        <p>
          Is something new? Then report it again, or{" "}
          <Link to="/contact" className={css.link}>
            write to us
          </Link>
          .
        </p>
      )}
      {appeal && <Written title={`What you wrote on ${formatDate(appeal.sentAt)}`} text={appeal.words} />}
      {phase !== "open" && (
        <PageActions>
          <ButtonLink size="lg" variant="line" to="/">
            Back to Home
          </ButtonLink>
        </PageActions>
      )}
    </AccountPage>
  );
}
