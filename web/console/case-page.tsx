import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import { formatPrice } from "#contract/format.ts";
import type { CaseDetail, CaseEvidence, CaseHead } from "#contract/moderation/cases.ts";
import { mayAct, seesMembers } from "#contract/moderation/staff-roles.ts";
import type { Membership } from "#contract/schemas.ts";
import { actOptionsFor, digitOf, HOLD_NAMES, isWaiting } from "#web/console/act-options.ts";
import { AppealPanel } from "#web/console/appeal-panel.tsx";
import { Background } from "#web/console/background.tsx";
import css from "#web/console/case-page.module.css";
import { caseQuery, queueQuery, queuesKey } from "#web/console/cases.queries.ts";
import { ClaimBar } from "#web/console/claim-bar.tsx";
import { DecisionPanel } from "#web/console/decision-panel.tsx";
import { Report } from "#web/console/evidence.tsx";
import { KIND_NAMES } from "#web/console/item-names.ts";
import { lastDecision } from "#web/console/last-decision.ts";
import { NOTE_FIELD } from "#web/console/note-form.tsx";
import { PastDecisions } from "#web/console/past-decisions.tsx";
import { Pictures } from "#web/console/pictures.tsx";
import { ReasonForm } from "#web/console/reason-form.tsx";
import { SelfiePanel } from "#web/console/selfie-panel.tsx";
import type { Session } from "#web/console/session.queries.ts";
import { useShortcuts } from "#web/console/shortcuts.ts";
import { Notices, Signals } from "#web/console/signals.tsx";
import { isUrgent, timeLeft } from "#web/console/time-left.ts";
import { useClaim } from "#web/console/use-claim.ts";
import { useDecision } from "#web/console/use-decision.ts";
import { useUndo } from "#web/console/use-undo.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { exactTime, useNow } from "#web/lib/relative-time.ts";
import { Tag } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconButton, IconLink } from "#web/ui/icon-button.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

function useNeighbors(caseId: string) {
  const queue = useInfiniteQuery(queueQuery(undefined));
  const ids = queue.data?.pages.flatMap((page) => page.cases.map(({ _id }) => _id)) ?? [];
  const at = ids.indexOf(caseId);
  return { previous: at > 0 ? ids[at - 1] : undefined, next: at >= 0 ? ids[at + 1] : ids[0] };
}

/** The first after the last one, and after any other text. */
const nextOf = (texts: readonly string[], text: string): string => texts[texts.indexOf(text) + 1] ?? texts[0] ?? "";

const RESTRICTION_NAMES = { suspended: "Suspended", unlisted: "Hidden from Browse", messaging: "Muted" } as const;

function describeMembership({ state, periodEnd }: Membership, now: number): string {
  const price = `${formatPrice(SUBSCRIPTION_PRICE_CENTS)} a month`;
  const end = exactTime(periodEnd, now);
  switch (state) {
    case "renews":
      return `Pays ${price}, renews ${end}`;
    case "stopped":
      return `Paid until ${end}, not charged while suspended`;
    case "cancelled":
      return `Paid until ${end}, cancelled`;
    case "ends_now":
      return "Membership ends now, nothing more is charged";
  }
}

function Head({ head, subject }: { head: CaseHead; subject: CaseEvidence["subject"] | undefined }) {
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus follows from case to case, so a screen reader begins with the new one.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { username, kind, dueAt, score, isOpen, claim } = head;
  return (
    <div className={css.head}>
      <IconLink label="Back to the queue" to="/">
        <ArrowLeft />
      </IconLink>
      <div className={css.title}>
        <h1 ref={heading} tabIndex={-1} className={classNames(typography.display, typography.d24)}>
          {username ?? "Deleted account"}
        </h1>
        <p className={classNames(typography.small, typography.muted)}>
          {KIND_NAMES[kind]} · score {score.toFixed(1)}
          {subject?.status && ` · ${subject.status}`}
          {subject?.joinedAt && ` · joined ${exactTime(subject.joinedAt, now)}`}
        </p>
        {subject?.restrictions.map((one) => (
          <p key={one.kind + one.until} className={typography.small}>
            {RESTRICTION_NAMES[one.kind]}{" "}
            {one.until === null ? "until somebody lifts it" : `until ${exactTime(one.until, now)}`}
          </p>
        ))}
        {subject?.membership && <p className={typography.small}>{describeMembership(subject.membership, now)}</p>}
        {claim && !claim.isMine && <Tag variant="volt">{claim.by} works on it</Tag>}
      </div>
      {isOpen ? (
        <span className={classNames(css.left, isUrgent(dueAt, now) && css.urgent, typography.number)}>
          {timeLeft(dueAt, now)}
        </span>
      ) : (
        <Tag>Closed</Tag>
      )}
    </div>
  );
}

function OpenedCase({ shown, session, onNext }: { shown: CaseDetail; session: Session; onNext: () => void }) {
  const { _id: caseId, reports, subject, isOpen, claim, username } = shown;
  const { role } = session.staff;
  const isActive = mayAct(role);
  const queryClient = useQueryClient();
  const [isShown, setShown] = useState(false);
  const undo = useUndo();
  const decision = useDecision(shown, ({ decisionId, undoUntil }) => {
    const action = undoUntil === null ? undefined : { label: "Undo", onPress: () => undo(decisionId) };
    lastDecision.set(action && { decisionId, caseId });
    toast("Decided.", "done", "decision", undefined, action);
    // The case itself is not read again: that would be a look that nobody takes.
    void queryClient.invalidateQueries({ queryKey: queuesKey });
    onNext();
  });
  const isFree = claim === null || claim.isMine;
  const canDecide = isActive && isOpen && isFree;
  const options = actOptionsFor(shown.kind, role);
  useShortcuts({
    p: () => setShown(!isShown),
    n: () => document.querySelector<HTMLElement>(`[data-field="${NOTE_FIELD}"]`)?.focus(),
    ...(canDecide && {
      Enter: decision.decide,
      w: decision.ready[0] === undefined ? undefined : () => decision.setFacts(nextOf(decision.ready, decision.facts)),
      f: decision.fraud && (() => decision.answerFraud(decision.fraud?.answer !== true)),
      ...Object.fromEntries(
        options.flatMap(({ act }, i) => (isWaiting(act, shown) ? [] : [[digitOf(i), () => decision.toggle(act)]])),
      ),
    }),
  });
  const judgmentOf = (id: string) =>
    canDecide ? { isWrong: decision.wrong.has(id), onToggle: () => decision.toggleWrong(id) } : undefined;
  const needsPhoto = canDecide && decision.chosen.includes("remove_photo");
  // It closes a case that holds nothing else.
  const leaveIfLast = () => shown.items === 1 && onNext();
  return (
    <>
      <div className={css.evidence}>
        {shown.selfies.map((selfie) => (
          <SelfiePanel
            caseId={caseId}
            // Images that were compared with another main photo are looked at anew.
            key={selfie._id + selfie.mainPhoto?.url}
            selfie={selfie}
            isShown={isShown}
            isActive={isActive && isFree}
            onDecided={leaveIfLast}
          />
        ))}
        <Signals signals={shown.signals} />
        <Notices notices={shown.notices} more={shown.moreNotices} judgmentOf={judgmentOf} />
        {reports.map((report) => (
          <Report
            key={report._id}
            report={report}
            subject={username ?? "The member"}
            isShown={isShown}
            judgment={judgmentOf(report._id)}
          />
        ))}
        {subject.images.length > 0 && (
          <section className={css.photos}>
            <h2 className={typography.strong}>Pictures now</h2>
            {shown.holdReason && <p>{HOLD_NAMES[shown.holdReason]}.</p>}
            <Pictures
              label="Pictures now"
              images={subject.images}
              isShown={isShown}
              picked={decision.details.photoId}
              onPick={needsPhoto ? (photoId) => decision.setDetails({ photoId }) : undefined}
            />
          </section>
        )}
      </div>
      <aside className={css.side} aria-label="Decision and background">
        {shown.appeals.map((appeal) => (
          <AppealPanel
            key={appeal._id}
            caseId={caseId}
            appeal={appeal}
            isActive={isActive && isFree}
            onDecided={leaveIfLast}
          />
        ))}
        {canDecide && <DecisionPanel shown={shown} decision={decision} options={options} />}
        <PastDecisions decisions={shown.decisions} seesMembers={seesMembers(role)} isActive={isActive} />
        <Background shown={shown} seesMembers={seesMembers(role)} isActive={isActive} />
      </aside>
    </>
  );
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
  const { _id: caseId, claim, username } = head;
  const navigate = useNavigate();
  const { previous, next } = useNeighbors(caseId);
  const held = useClaim(head, mayAct(session.staff.role));
  const go = (id: string | undefined) => void navigate(id === undefined ? "/" : `/cases/${id}`, { replace: true });
  useShortcuts({
    j: next === undefined ? undefined : () => go(next),
    k: previous === undefined ? undefined : () => go(previous),
    r: held?.toggle,
    Escape: () => void navigate("/"),
  });
  return (
    <main className={css.page}>
      <title>{`${username ?? "Case"} · Moderation`}</title>
      <Head head={head} subject={evidence?.subject} />
      {held && <ClaimBar claim={claim} held={held} />}
      {evidence ? (
        <OpenedCase shown={{ ...head, ...evidence }} session={session} onNext={() => go(next)} />
      ) : held?.isClaiming ? (
        <Waiting />
      ) : (
        <ReasonForm head={head} role={session.staff.role} />
      )}
      <nav className={css.steps} aria-label="Cases">
        <IconButton label="Previous case" disabled={previous === undefined} onClick={() => go(previous)}>
          <ChevronLeft />
        </IconButton>
        <IconButton label="Next case" disabled={next === undefined} onClick={() => go(next)}>
          <ChevronRight />
        </IconButton>
      </nav>
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
