import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ActName, FRAUD_RULE, isRestriction, type RuleKey } from "#contract/moderation/acts.ts";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { casesKey } from "#web/console/case/cases.queries.ts";
import { claims } from "#web/console/case/use-claim.ts";
import {
  type ActDetails,
  factsOfHeld,
  isFraudSuspected,
  RULE_OF_NOTICE,
  readyFacts,
  ruleOf,
  ruleOptions,
  toChoice,
  toggleAct,
} from "#web/console/decision/act-options.ts";
import { withPasskey } from "#web/console/entrance/reauthentication.ts";
import { callStaff, retryUnanswered } from "#web/console/staff-api.ts";

/** The only photo of the member is the one that is meant. */
const onlyPhoto = ({ subject }: CaseDetail): string | undefined => {
  const ids = subject.images.flatMap(({ photoId }) => photoId ?? []);
  return ids.length === 1 ? ids[0] : undefined;
};

function firstRule({ kind, holdReason, reports, notices }: CaseDetail): RuleKey {
  if (kind === "picture") return holdReason === "explicit" ? "consent" : "guidelines";
  const report = reports.find(({ isOpen }) => isOpen);
  const notice = notices.find(({ isOpen }) => isOpen);
  return notice && !report ? RULE_OF_NOTICE[notice.kind] : ruleOf(report?.reason);
}

export function useDecision(
  shown: CaseDetail,
  onDecided: (decided: { decisionId: string; undoUntil: string | null }) => void,
) {
  const queryClient = useQueryClient();
  const isPicture = shown.kind === "picture";
  const [chosen, setChosen] = useState<readonly ActName[]>([]);
  const [first] = useState(() => firstRule(shown));
  const [chosenRule, setChosenRule] = useState<RuleKey>();
  const rule = chosenRule ?? first;
  const isSuspected = isFraudSuspected(shown);
  /** By the rule, everybody who wrote with the account is warned or not. */
  const asksFraud = isSuspected && chosen.includes("end_account");
  const setRule = (next: RuleKey) => {
    setMissing(undefined);
    setChosenRule(next);
  };
  const [facts, setFacts] = useState(() => factsOfHeld(shown.holdReason));
  const ready = readyFacts(shown);
  const isReasoned = chosen.some(isRestriction);
  const isAsked = chosen.includes("ask_to_change");
  const [words, setWords] = useState("");
  const [details, setDetails] = useState<ActDetails>({
    photoId: onlyPhoto(shown),
    muteDays: 7,
    suspensionDays: 30,
  });
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState<string>();
  const send = useMutation({
    mutationFn: () => {
      const acts = chosen.flatMap((act) => toChoice(act, details) ?? []);
      const isStated = !chosen.every((act) => act === "no_action" || act === "show_picture");
      const body = {
        version: shown.version,
        acts,
        rule,
        facts: isStated ? facts : "",
        words: isStated ? words : "",
        wrong: [...wrong],
      };
      const { _id: caseId } = shown;
      return claims.during(caseId, async () => {
        const decided = await withPasskey(() =>
          callStaff("POST /api/moderation/cases/:caseId/decide", { params: { caseId }, body }),
        );
        claims.settle(caseId);
        return decided;
      });
    },
    retry: retryUnanswered,
    onSuccess: onDecided,
    // A colleague was faster: the case is read again.
    onError: () => void queryClient.invalidateQueries({ queryKey: casesKey }),
  });
  return {
    chosen,
    rule,
    facts,
    words,
    details,
    missing,
    rules: ruleOptions(first, isSuspected),
    /** Undefined unless an account is ended that may be a fraud's. */
    fraud: asksFraud ? { answer: chosenRule && chosenRule === FRAUD_RULE } : undefined,
    isPending: send.isPending,
    error: send.error,
    setRule,
    answerFraud(isFraud: boolean): void {
      const other = rule === FRAUD_RULE ? first : rule;
      setRule(isFraud ? FRAUD_RULE : other);
    },
    /** None if nothing is restricted or asked for, which needs no facts. */
    ready: isReasoned || isAsked ? ready : [],
    wrong,
    toggleWrong(id: string): void {
      const next = new Set(wrong);
      if (!next.delete(id)) next.add(id);
      setWrong(next);
    },
    setFacts(next: string): void {
      setMissing(undefined);
      setFacts(next);
    },
    setWords(next: string): void {
      setMissing(undefined);
      setWords(next);
    },
    toggle(act: ActName): void {
      setMissing(undefined);
      setChosen(toggleAct(chosen, act));
    },
    setDetails(change: Partial<ActDetails>): void {
      setMissing(undefined);
      setDetails({ ...details, ...change });
    },
    decide(): void {
      if (send.isPending) return;
      if (chosen.length === 0) setMissing("Choose an act first.");
      else if (chosen.includes("remove_photo") && details.photoId === undefined)
        setMissing("Choose the photo to remove.");
      else if (isPicture && !chosen.some((act) => act === "show_picture" || act === "remove_picture"))
        setMissing("Say whether the picture is shown or removed.");
      else if (isReasoned && facts.trim() === "") setMissing("Say what you found. The member reads it.");
      else if (isReasoned && rule === "guidelines" && words.trim() === "")
        setMissing("Choose the rule, or say why in your own words.");
      else if (isAsked && facts.trim() === "" && words.trim() === "") setMissing("Say what the member should change.");
      else if (asksFraud && chosenRule === undefined) setMissing("Say whether it was fraud.");
      else send.mutate();
    },
  };
}

export type Decision = ReturnType<typeof useDecision>;
