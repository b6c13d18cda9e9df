import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { mayAct, seesMembers } from "#contract/moderation/staff-roles.ts";
import { AppealPanel } from "#web/console/case/appeal-panel.tsx";
import { Background } from "#web/console/case/background.tsx";
import { CaseItems } from "#web/console/case/case-items.tsx";
import css from "#web/console/case/case-page.module.css";
import { queuesKey } from "#web/console/case/cases.queries.ts";
import { useDraft } from "#web/console/case/drafts.ts";
import { HeldPicture } from "#web/console/case/hold.tsx";
import { NOTE_FIELD } from "#web/console/case/note-form.tsx";
import { PastDecisions } from "#web/console/case/past-decisions.tsx";
import { Pictures } from "#web/console/case/pictures.tsx";
import { SelfiePanel } from "#web/console/case/selfie-panel.tsx";
import { Signals } from "#web/console/case/signals.tsx";
import { actOptionsFor, isWaiting } from "#web/console/decision/act-options.ts";
import { DecisionPanel } from "#web/console/decision/decision-panel.tsx";
import { lastDecision } from "#web/console/decision/last-decision.ts";
import { useDecision } from "#web/console/decision/use-decision.ts";
import { useUndo } from "#web/console/decision/use-undo.ts";
import { WhatToDo } from "#web/console/decision/what-to-do.tsx";
import type { Session } from "#web/console/entrance/session.queries.ts";
import { useShortcuts } from "#web/console/shortcuts.ts";
import { useIsCurrentPage } from "#web/lib/use-is-current-page.ts";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

/** The first after the last one, and after any other text. */
const nextOf = (texts: readonly string[], text: string): string => texts[texts.indexOf(text) + 1] ?? texts[0] ?? "";

export function OpenedCase({ shown, session, onNext }: { shown: CaseDetail; session: Session; onNext: () => void }) {
  const { _id: caseId, reports, subject, isOpen, claim, username } = shown;
  const { role } = session.staff;
  const isActive = mayAct(role);
  const queryClient = useQueryClient();
  const [isShown, setShown] = useState(false);
  const { undo } = useUndo();
  const isCurrentPage = useIsCurrentPage();
  const decision = useDecision(shown, ({ decisionId, undoUntil, about }) => {
    const undoable = undoUntil === null ? undefined : { decisionId, about };
    lastDecision.set(undoable);
    const action = undoable && { label: "Undo", onPress: () => undo(undoable) };
    toast(`${about}.`, "done", "decision", undefined, action);
    // The case itself is not read again: that would be a look that nobody takes.
    void queryClient.invalidateQueries({ queryKey: queuesKey });
    dropDraft();
    if (isCurrentPage()) onNext();
  });
  const isFree = claim === null || claim.isMine;
  const canDecide = isActive && isOpen && isFree;
  const dropDraft = useDraft(canDecide && decision.isBegun);
  const options = actOptionsFor(shown.kind, role);
  useShortcuts({
    p: () => setShown(!isShown),
    n: () => document.querySelector<HTMLElement>(`[data-field="${NOTE_FIELD}"]`)?.focus(),
    ...(canDecide && {
      Enter: decision.decide,
      w: decision.ready[0] === undefined ? undefined : () => decision.setFacts(nextOf(decision.ready, decision.facts)),
      f: decision.fraud && (() => decision.answerFraud(decision.fraud?.answer !== true)),
      ...Object.fromEntries(
        options.flatMap(({ act, digit }) => (isWaiting(act, shown) ? [] : [[digit, () => decision.toggle(act)]])),
      ),
    }),
  });
  const judgmentOf = (id: string) =>
    canDecide
      ? {
          isUpheld: decision.isUpheld(id),
          answer: decision.answers.find((one) => one.item._id === id)?.answer ?? "",
          onToggle: () => decision.toggleUpheld(id),
        }
      : undefined;
  const name = username ?? "The member";
  const [picture, photos] =
    shown.kind === "picture" ? [subject.images[0], subject.images.slice(1)] : [undefined, subject.images];
  const needsPhoto = canDecide && decision.chosen.includes("remove_photo");
  /** It closes a case that holds nothing else. Otherwise its buttons are gone, and with them the focus. */
  const goOn = () => {
    if (!isCurrentPage()) return;
    if (shown.items === 1) onNext();
    else document.querySelector<HTMLElement>("h1")?.focus();
  };
  return (
    <>
      <div className={css.evidence}>
        {shown.selfies.map((selfie) => (
          <SelfiePanel
            caseId={caseId}
            // Images that were compared with another main photo are looked at anew.
            key={selfie._id + selfie.mainPhoto?.url}
            selfie={selfie}
            subject={name}
            isShown={isShown}
            isActive={isActive && isFree}
            onDecided={goOn}
          />
        ))}
        {shown.appeals.map((appeal) => (
          <AppealPanel
            key={appeal._id}
            caseId={caseId}
            appeal={appeal}
            subject={name}
            isShown={isShown}
            isActive={isActive && isFree}
            onDecided={goOn}
          />
        ))}
        <Signals signals={shown.signals} more={shown.moreSignals} />
        {picture && <HeldPicture image={picture} hold={shown.hold} isShown={isShown} />}
        <CaseItems
          reports={reports}
          notices={shown.notices}
          moreReports={shown.moreReports}
          moreNotices={shown.moreNotices}
          subject={name}
          isShown={isShown}
          judgmentOf={judgmentOf}
        />
        {photos.length > 0 && (
          <section className={css.photos}>
            <h2 className={typography.strong}>Photos on the profile now</h2>
            <Pictures
              label="Photos on the profile now"
              images={photos}
              isShown={isShown}
              picked={decision.details.photoId}
              onPick={needsPhoto ? (photoId) => decision.setDetails({ photoId }) : undefined}
            />
          </section>
        )}
      </div>
      <aside className={css.side} aria-label="Decision and background">
        {canDecide && <WhatToDo shown={shown} />}
        {canDecide && <DecisionPanel shown={shown} decision={decision} options={options} />}
        <PastDecisions shown={shown} seesMembers={seesMembers(role)} isActive={isActive} />
        <Background shown={shown} seesMembers={seesMembers(role)} isActive={isActive} />
      </aside>
    </>
  );
}
