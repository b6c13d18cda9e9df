import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { CaseEvidence, CaseHead } from "#contract/moderation/cases.ts";
import { mayAct } from "#contract/moderation/staff-roles.ts";
import { CaseHeading } from "#web/console/case/case-head.tsx";
import css from "#web/console/case/case-page.module.css";
import { caseQuery, queueQuery } from "#web/console/case/cases.queries.ts";
import { ClaimBar } from "#web/console/case/claim-bar.tsx";
import { drafts } from "#web/console/case/drafts.ts";
import { LeaveQuestion } from "#web/console/case/leave-question.tsx";
import { OpenedCase } from "#web/console/case/opened-case.tsx";
import { ReasonForm } from "#web/console/case/reason-form.tsx";
import { useClaim } from "#web/console/case/use-claim.ts";
import { ContactCase } from "#web/console/contact/contact-case.tsx";
import type { Session } from "#web/console/entrance/session.queries.ts";
import { nameOf } from "#web/console/item-names.ts";
import { useShortcuts } from "#web/console/shortcuts.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

function useNeighbors(caseId: string) {
  const queue = useInfiniteQuery(queueQuery(undefined));
  const ids = queue.data?.pages.flatMap((page) => page.cases.map(({ _id }) => _id)) ?? [];
  const at = ids.indexOf(caseId);
  return { previous: at > 0 ? ids[at - 1] : undefined, next: at >= 0 ? ids[at + 1] : ids[0] };
}

const Waiting = () => (
  <Delayed>
    <div className={css.evidence}>
      <Skeleton className={css.waiting} />
      <Skeleton className={css.waiting} />
    </div>
  </Delayed>
);

function Case({ head, evidence, session }: { head: CaseHead; evidence: CaseEvidence | null; session: Session }) {
  const { _id: caseId, claim } = head;
  const navigate = useNavigate();
  const { previous, next } = useNeighbors(caseId);
  const held = useClaim(head, mayAct(session.staff.role));
  const [isReleasing, setReleasing] = useState(false);
  const toggle = () => {
    if (held?.isHeld() && drafts.read().size > 0) setReleasing(true);
    else held?.toggle();
  };
  const go = (id: string | undefined) => void navigate(id === undefined ? "/" : `/cases/${id}`, { replace: true });
  useShortcuts({
    j: next === undefined ? undefined : () => go(next),
    k: previous === undefined ? undefined : () => go(previous),
    r: held && toggle,
    Escape: () => void navigate("/"),
  });
  return (
    <main className={css.page}>
      <title>{`${nameOf(head.username, head.memberId)} · Moderation`}</title>
      <CaseHeading head={head} subject={evidence?.subject}>
        <nav className={css.steps} aria-label="Cases">
          <IconButton label="Previous case" disabled={previous === undefined} onClick={() => go(previous)}>
            <ChevronLeft />
          </IconButton>
          <IconButton label="Next case" disabled={next === undefined} onClick={() => go(next)}>
            <ChevronRight />
          </IconButton>
        </nav>
      </CaseHeading>
      {held && <ClaimBar claim={claim} held={held} onToggle={toggle} />}
      {evidence?.contact ? (
        <ContactCase
          shown={{ ...head, ...evidence }}
          thread={evidence.contact}
          session={session}
          onNext={() => go(next)}
        />
      ) : evidence ? (
        <OpenedCase shown={{ ...head, ...evidence }} session={session} onNext={() => go(next)} />
      ) : held?.isClaiming ? (
        <Waiting />
      ) : (
        <ReasonForm head={head} role={session.staff.role} />
      )}
      <LeaveQuestion isReleasing={isReleasing} onRelease={() => held?.toggle()} onKeep={() => setReleasing(false)} />
    </main>
  );
}

function CaseSkeleton() {
  return (
    <main className={css.page}>
      <h1 className={typography.hidden}>The case is loading</h1>
      <Waiting />
    </main>
  );
}

export function CasePage({ session }: { session: Session }) {
  const { caseId = "" } = useParams();
  const { data, error, refetch } = useQuery(caseQuery(caseId));
  if (data) return <Case key={caseId} head={data.case} evidence={data.evidence} session={session} />;
  if (!error) return <CaseSkeleton />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 403))
    return (
      <main className={css.page}>
        <EmptyState
          level={1}
          title="No such case for you"
          text={getErrorMessage(error, "It is gone, or your role does not work on it.")}
          action={<ButtonLink to="/">To the queue</ButtonLink>}
        />
      </main>
    );
  return (
    <main className={css.page}>
      <ErrorState level={1} title="The case did not load" onRetry={() => void refetch()} />
    </main>
  );
}
