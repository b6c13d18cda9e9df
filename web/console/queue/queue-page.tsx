import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { COUNTED_MAX } from "#contract/limits.ts";
import type { QueuedCase } from "#contract/moderation/cases.ts";
import { type CaseKind, kindsOf, mayAct } from "#contract/moderation/staff-roles.ts";
import { plural } from "#contract/words.ts";
import { type KindFilter, queueQuery, unassignedNoticesQuery } from "#web/console/case/cases.queries.ts";
import type { Session } from "#web/console/entrance/session.queries.ts";
import { KIND_NAMES, nameOf } from "#web/console/item-names.ts";
import { BulkClose } from "#web/console/queue/bulk-close.tsx";
import css from "#web/console/queue/queue-page.module.css";
import { reasonOf, wordsOf } from "#web/console/queue/top-item.ts";
import { UnassignedNotices } from "#web/console/queue/unassigned-notices.tsx";
import { useShortcuts } from "#web/console/shortcuts.ts";
import { isUrgent, timeLeft } from "#web/console/time-left.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Tag } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Link } from "#web/ui/link.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

const rowId = (caseId: string): string => `case-${caseId}`;

function QueueRow({
  entry,
  isChosen,
  isMarked,
  onMark,
}: {
  entry: QueuedCase;
  isChosen: boolean;
  isMarked: boolean;
  onMark: (() => void) | undefined;
}) {
  const now = useNow();
  const { _id, dueAt, top, items, claim } = entry;
  const name = nameOf(entry.username, entry.memberId);
  const words = wordsOf(top);
  return (
    <li className={css.row} data-chosen={isChosen || undefined} aria-current={isChosen || undefined}>
      {onMark && (
        <label className={css.mark}>
          <input type="checkbox" checked={isMarked} onChange={onMark} />
          <span className={typography.hidden}>Mark the case about {name}</span>
        </label>
      )}
      <Link id={rowId(_id)} to={`/cases/${_id}`} className={css.open}>
        <span className={classNames(css.left, isUrgent(dueAt, now) && css.urgent, typography.number)}>
          {timeLeft(dueAt, now)}
        </span>
        <span className={css.about}>
          <span className={classNames(css.name, typography.strong, typography.cut)}>{name}</span>
          <span className={classNames(css.reason, typography.small)}>
            {reasonOf(top)}
            {items > 1 && (
              <span className={typography.muted}>
                {" "}
                and {items >= COUNTED_MAX ? `${COUNTED_MAX - 1}+` : items - 1} more
              </span>
            )}
          </span>
          {words !== "" && <span className={classNames(css.words, typography.small, typography.muted)}>{words}</span>}
        </span>
        {claim && (
          <Tag className={css.claim} variant={claim.isMine ? "volt" : "plain"}>
            {claim.isMine ? "Yours" : claim.by}
          </Tag>
        )}
      </Link>
    </li>
  );
}

function QueueSkeleton() {
  return (
    <Delayed>
      <ul className={css.list}>
        {Array.from({ length: 6 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
          <li key={i} className={css.row}>
            <Skeleton className={css.waiting} />
          </li>
        ))}
      </ul>
    </Delayed>
  );
}

const NO_CASES: readonly QueuedCase[] = [];

const APPEAR = "New cases appear here by themselves.";

/**
 * @param isFiltered to cases of one kind
 * @param notices the number of notices below; undefined while it is not known
 */
export function emptyQueueWords(isFiltered: boolean, notices: number | undefined): { title: string; text: string } {
  const text =
    notices === undefined || notices === 0
      ? APPEAR
      : plural(notices, "One notice is waiting below.", `${notices} notices are waiting below.`);
  if (isFiltered) return { title: "No open cases of this kind", text };
  return { title: notices === 0 ? "Nothing is waiting" : "No open cases", text };
}

/** Open cases, the one with the least time left first. */
export function QueuePage({ session }: { session: Session }) {
  const kinds = kindsOf(session.staff.role);
  const [kind, setKind] = useState<KindFilter>();
  const queue = useInfiniteQuery(queueQuery(kind));
  const hasNotices = kinds.includes("member");
  const unassigned = useQuery({ ...unassignedNoticesQuery, enabled: hasNotices });
  const cases = queue.data?.pages.flatMap((page) => page.cases) ?? NO_CASES;
  const [at, setAt] = useState(0);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const chosen = Math.min(at, Math.max(0, cases.length - 1));
  const toggle = (id: string) => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setMarked(next);
  };
  /** The focus follows, so that screen readers say which case it is and the page scrolls to it. */
  const choose = (index: number) => {
    const entry = cases[Math.max(0, Math.min(index, cases.length - 1))];
    if (!entry) return;
    setAt(cases.indexOf(entry));
    document.getElementById(rowId(entry._id))?.focus();
  };
  useShortcuts({
    j: () => choose(chosen + 1),
    k: () => choose(chosen - 1),
    Enter: () => {
      const entry = cases[chosen];
      if (entry) void navigate(`/cases/${entry._id}`);
    },
    Escape: () => setMarked(new Set()),
  });
  const isActive = mayAct(session.staff.role);
  const markedCases = cases.filter(({ _id }) => marked.has(_id));
  return (
    <main className={css.page}>
      <title>Queue · Moderation</title>
      <div className={css.head}>
        <h1 className={classNames(typography.display, typography.d32)}>Queue</h1>
        {kinds.length > 1 && (
          <fieldset className={css.kinds}>
            <legend className={typography.hidden}>Kind of case</legend>
            {[undefined, ...kinds].map((one: CaseKind | undefined) => (
              <PickChip key={one ?? "all"} pressed={kind === one} onPress={() => setKind(one)}>
                {one ? KIND_NAMES[one] : "All"}
              </PickChip>
            ))}
          </fieldset>
        )}
      </div>
      {queue.isPending ? (
        <QueueSkeleton />
      ) : cases.length > 0 ? (
        <>
          {queue.isError && (
            <InlineError message="The queue may be out of date." onRetry={() => void queue.refetch()} />
          )}
          <ul className={css.list} aria-label="Open cases">
            {cases.map((entry, i) => (
              <QueueRow
                key={entry._id}
                entry={entry}
                isChosen={i === chosen}
                isMarked={marked.has(entry._id)}
                // A contact message is closed where it is read.
                onMark={isActive && entry.kind !== "contact" ? () => toggle(entry._id) : undefined}
              />
            ))}
          </ul>
          {queue.hasNextPage && (
            <Button
              variant="line"
              busy={queue.isFetchingNextPage ? "Loading…" : undefined}
              onClick={() => void queue.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      ) : queue.isError ? (
        <ErrorState title="The queue did not load" onRetry={() => void queue.refetch()} />
      ) : (
        <EmptyState {...emptyQueueWords(kind !== undefined, hasNotices ? unassigned.data?.notices.length : 0)} />
      )}
      {hasNotices && <UnassignedNotices isActive={isActive} />}
      {markedCases.length > 0 && <BulkClose cases={markedCases} onDone={() => setMarked(new Set())} />}
    </main>
  );
}
