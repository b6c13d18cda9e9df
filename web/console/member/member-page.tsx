import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { formatPrice, timeFormat } from "#contract/format.ts";
import type { MemberRecord, RecordedPayment } from "#contract/moderation/member-records.ts";
import { RULES } from "#contract/moderation/rules.ts";
import { kindsOf, mayAct, readsLog } from "#contract/moderation/staff-roles.ts";
import { formatCrushes } from "#contract/words.ts";
import { LinkedAccounts, Notes, Nothing } from "#web/console/case/background.tsx";
import { describeMembership, describeUntil, RESTRICTION_NAMES } from "#web/console/case/case-head.tsx";
import { ConsoleLink } from "#web/console/console-link.tsx";
import { DecisionList } from "#web/console/decisions/decision-list.tsx";
import type { Session } from "#web/console/entrance/session.queries.ts";
import { KIND_NAMES, nameOf } from "#web/console/item-names.ts";
import { SendCopy } from "#web/console/member/send-copy.tsx";
import css from "#web/console/record-page.module.css";
import { RecordPage, RecordsError, RecordsWaiting, Section } from "#web/console/record-page.tsx";
import { memberQuery } from "#web/console/records.queries.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** The server counts days in UTC. */
const day = timeFormat({ month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
const formatDay = (iso: string): string => day(new Date(iso));

function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode] | false)[] }) {
  return (
    <dl className={css.facts}>
      {facts
        .filter((fact) => fact !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt className={classNames(typography.small, typography.muted)}>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Sessions({ sessions }: { sessions: MemberRecord["sessions"] }) {
  if (sessions.length === 0) return "None";
  return (
    <ul>
      {sessions.map(({ device, lastUsedOn }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no id here, and do not change
        <li key={i}>
          {device}, {formatDay(lastUsedOn)}
        </li>
      ))}
    </ul>
  );
}

function Account({ member }: { member: MemberRecord }) {
  const { status, joinedOn, lastActiveOn, deletedOn, ban, email, isEmailConfirmed, hasSecondFactor, sessions } = member;
  const now = useNow();
  const isDeleted = deletedOn !== null;
  return (
    <Section title="Account">
      <Facts
        facts={[
          ["Status", isDeleted ? `Deleted ${formatDay(deletedOn)}` : status],
          ["Joined", formatDay(joinedOn)],
          lastActiveOn !== null && ["Last active", formatDay(lastActiveOn)],
          isDeleted && ["May return", ban === null ? "Yes" : `Suspended ${describeUntil(ban.until, now)}`],
          email !== null && ["Email address", `${email}, ${isEmailConfirmed ? "confirmed" : "not confirmed"}`],
          !isDeleted && ["Second factor", hasSecondFactor ? "Yes" : "No"],
          !isDeleted && [`Sessions (${sessions.length})`, <Sessions key="sessions" sessions={sessions} />],
        ]}
      />
    </Section>
  );
}

const WITHDRAWALS: Readonly<Record<NonNullable<RecordedPayment["withdrawal"]>, string>> = {
  pending: "withdrawn, the refund is on its way",
  refunded: "withdrawn and refunded",
  refused: "withdrawn, the provider refuses the refund",
  failed: "withdrawn, the bank returned the refund",
  paid: "withdrawn and paid back",
};

function Payments({ member: { balance, membership, arePaymentsHeld, payments } }: { member: MemberRecord }) {
  const now = useNow();
  return (
    <Section title="Credits and payments">
      <Facts
        facts={[
          balance !== null && ["Balance", formatCrushes(balance)],
          ["Membership", membership === null ? "None" : describeMembership(membership, now)],
          arePaymentsHeld && ["Payments", "On hold: a bank has taken one back"],
        ]}
      />
      {payments.length === 0 ? (
        <Nothing>Nothing was paid.</Nothing>
      ) : (
        <ul className={css.list}>
          {payments.map(({ number, paymentId, product, amountCents, refundedCents, withdrawal, paidAt }) => (
            <li key={`${number} ${paymentId}`} className={css.row}>
              <span className={typography.strong}>
                {product}
                {amountCents === null ? ", renewal" : `, ${formatPrice(amountCents)}`}
              </span>
              <span className={typography.small}>
                {exactTime(paidAt, now)}
                {refundedCents > 0 && `, ${formatPrice(refundedCents)} refunded`}
                {withdrawal !== null && `, ${WITHDRAWALS[withdrawal]}`}
              </span>
              {[number, paymentId].map(
                (one) =>
                  one !== null && (
                    <span key={one} className={classNames(typography.small, typography.muted)}>
                      {one}
                    </span>
                  ),
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Moderation({ member, session }: { member: MemberRecord; session: Session }) {
  const now = useNow();
  const { restrictions, decisions, cases, notes, moreNotes, linked, isMoreLinked } = member;
  const kinds = kindsOf(session.staff.role);
  return (
    <>
      <Section title="Restrictions">
        {restrictions.length === 0 && <Nothing>None is in force.</Nothing>}
        {restrictions.map(({ kind, until: end, rule }) => (
          <p key={kind + end}>
            {RESTRICTION_NAMES[kind]} {describeUntil(end, now)}
            {rule !== null && <span className={typography.muted}>: {RULES[rule]}</span>}
          </p>
        ))}
      </Section>
      <Section title="Cases">
        {cases.length === 0 && <Nothing>There is none.</Nothing>}
        {cases.map(({ _id, kind, isOpen, openedAt }) => {
          const text = `${KIND_NAMES[kind]}, ${exactTime(openedAt, now)}, ${isOpen ? "open" : "closed"}`;
          return kinds.includes(kind) ? (
            <p key={_id}>
              <ConsoleLink to={`/cases/${_id}`}>{text}</ConsoleLink>
            </p>
          ) : (
            <p key={_id}>{text}</p>
          );
        })}
      </Section>
      <Section title="Decisions">
        {decisions.length === 0 ? (
          <Nothing>Nothing was decided.</Nothing>
        ) : (
          <DecisionList decisions={decisions} session={session} />
        )}
      </Section>
      <Section title="Notes">
        <Notes notes={notes} more={moreNotes} />
      </Section>
      <Section title="Linked accounts">
        <LinkedAccounts linked={linked} isMoreLinked={isMoreLinked} />
      </Section>
    </>
  );
}

function Member({ memberId, session }: { memberId: string; session: Session }) {
  const { data, error, refetch } = useQuery(memberQuery(memberId));
  if (error)
    return (
      <RecordPage title="Member">
        <RecordsError title="The member did not load" error={error} onRetry={() => void refetch()} />
      </RecordPage>
    );
  if (!data)
    return (
      <RecordPage title="Member">
        <RecordsWaiting />
      </RecordPage>
    );
  const { member } = data;
  return (
    <RecordPage
      title={nameOf(member.username, memberId)}
      aside={readsLog(session.staff.role) && <ConsoleLink to={`/log?about=${memberId}`}>In the log</ConsoleLink>}
    >
      <p className={classNames(typography.small, typography.muted)}>{memberId}</p>
      <div className={css.sections}>
        <Account member={member} />
        {mayAct(session.staff.role) && member.status === "suspended" && (
          <SendCopy memberId={memberId} username={member.username} />
        )}
        <Payments member={member} />
        <Moderation member={member} session={session} />
      </div>
    </RecordPage>
  );
}

/** What support needs to answer a member. Nothing here changes anything. */
export function MemberPage({ session }: { session: Session }) {
  const { memberId = "" } = useParams();
  return <Member key={memberId} memberId={memberId} session={session} />;
}
