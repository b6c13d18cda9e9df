import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { formatPrice } from "#contract/format.ts";
import type { Found } from "#contract/moderation/search.ts";
import { seesMembers } from "#contract/moderation/staff-roles.ts";
import { plural } from "#contract/words.ts";
import { NOTICE_NAMES } from "#web/console/case/signals.tsx";
import type { Session } from "#web/console/entrance/session.queries.ts";
import { KIND_NAMES, nameOf } from "#web/console/item-names.ts";
import css from "#web/console/record-page.module.css";
import { RecordPage, RecordsError, RecordsWaiting, Section } from "#web/console/record-page.tsx";
import { searchQuery } from "#web/console/records.queries.ts";
import { searchedText } from "#web/console/search/search-field.tsx";
import { ApiError } from "#web/lib/api.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

interface Hit {
  readonly id: string;
  /** Undefined if there is nothing to open. */
  readonly to: string | undefined;
  readonly title: string;
  readonly text: string;
}

function Hits({ title, hits, more }: { title: string; hits: readonly Hit[]; more?: ReactNode }) {
  if (hits.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={css.list}>
        {hits.map((hit) => {
          const content = (
            <>
              <span className={typography.strong}>{hit.title}</span>
              <span className={classNames(typography.small, typography.muted)}>{hit.text}</span>
            </>
          );
          return (
            <li key={hit.id}>
              {hit.to === undefined ? (
                <div className={css.row}>{content}</div>
              ) : (
                <Link className={css.row} to={hit.to}>
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {more}
    </Section>
  );
}

const stateOf = (isOpen: boolean): string => (isOpen ? "open" : "closed");
const caseOf = (caseId: string | null): string | undefined => (caseId === null ? undefined : `/cases/${caseId}`);

function Results({ found, now }: { found: Found; now: number }) {
  const { members, isMore, cases, reports, notices, payments } = found;
  const when = (at: string) => exactTime(at, now);
  return (
    <div className={css.sections}>
      <Hits
        title="Members"
        hits={members.map(({ _id, username, status, joinedAt, email }) => ({
          id: _id,
          to: `/members/${_id}`,
          title: nameOf(username, _id),
          text: `${status}, joined ${when(joinedAt)}${email === null ? "" : `, ${email}`}`,
        }))}
        more={isMore && <p className={typography.muted}>More names have this part. Type more of it.</p>}
      />
      <Hits
        title="Cases"
        hits={cases.map(({ _id, kind, isOpen, openedAt, memberId, username }) => ({
          id: _id,
          to: `/cases/${_id}`,
          title: nameOf(username, memberId),
          text: `${KIND_NAMES[kind]}, ${stateOf(isOpen)}, since ${when(openedAt)}`,
        }))}
      />
      <Hits
        title="Reports"
        hits={reports.map(({ number, reason, createdAt, isOpen, caseId }) => ({
          id: number,
          to: caseOf(caseId),
          title: number,
          text: `${reason}, ${isOpen ? "open" : "decided"}, ${when(createdAt)}`,
        }))}
      />
      <Hits
        title="Notices"
        hits={notices.map(({ number, kind, createdAt, isOpen, caseId }) => ({
          id: number,
          // An open one without a case is below the queue.
          to: caseOf(caseId) ?? (isOpen ? "/" : undefined),
          title: number,
          text: `${NOTICE_NAMES[kind]}, ${isOpen ? "open" : "decided"}, ${when(createdAt)}`,
        }))}
      />
      <Hits
        title="Payments"
        hits={payments.map(({ number, product, amountCents, paidAt, memberId, username }) => ({
          id: number + memberId + paidAt,
          to: `/members/${memberId}`,
          title: nameOf(username, memberId),
          text: `${product}${amountCents === null ? "" : `, ${formatPrice(amountCents)}`}, ${when(paidAt)}`,
        }))}
      />
    </div>
  );
}

const NOTHING = "Nothing was found";

const countHits = ({ members, cases, reports, notices, payments }: Found): number =>
  [members, cases, reports, notices, payments].reduce((sum, { length }) => sum + length, 0);

const describeCount = (count: number): string =>
  count === 0 ? NOTHING : plural(count, "One result", `${count} results`);

function Search({ text, visit, hint }: { text: string; visit: string; hint: string }) {
  const now = useNow();
  const { data, error, refetch } = useQuery(searchQuery(text, visit));
  if (error) {
    const mistake = error instanceof ApiError ? error.errors["text"] : undefined;
    if (mistake !== undefined) return <EmptyState title={mistake} text={hint} />;
    return <RecordsError title="The search did not work" error={error} onRetry={() => void refetch()} />;
  }
  const count = data && countHits(data);
  return (
    <>
      <p role="status" className={typography.hidden}>
        {count !== undefined && describeCount(count)}
      </p>
      {data === undefined ? (
        <RecordsWaiting />
      ) : count === 0 ? (
        <EmptyState title={NOTHING} text={hint} />
      ) : (
        <Results found={data} now={now} />
      )}
    </>
  );
}

export function SearchPage({ session }: { session: Session }) {
  const { state, key } = useLocation();
  const text = searchedText(state);
  const hint = seesMembers(session.staff.role)
    ? "A part of a name, a whole email address, the number of a report, a notice, a thread of contact messages or a payment, an id, or the link to a profile or a case. Each search is in the log."
    : "The id of a case about a picture, or the link to it. Each search is in the log.";
  return (
    // Each search is a page of its own: what had the focus in the earlier results is gone.
    <RecordPage key={key} title="Search">
      {text === "" ? (
        <EmptyState title="What do you look for?" text={hint} />
      ) : (
        <Search text={text} visit={key} hint={hint} />
      )}
    </RecordPage>
  );
}
