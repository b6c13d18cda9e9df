import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type ActName, findPlaceholder, isRestriction } from "#contract/moderation/acts.ts";
import type { CaseDetail, DecisionBody } from "#contract/moderation/cases.ts";
import { FRAUD_RULE, type RuleKey } from "#contract/moderation/rules.ts";
import { lowerFirst } from "#contract/words.ts";
import { PICK_FIELD } from "#web/console/case/pictures.tsx";
import { claims } from "#web/console/case/use-claim.ts";
import { useFailure } from "#web/console/case/use-failure.ts";
import {
  type ActDetails,
  describeChoice,
  describeDoubt,
  describeFinal,
  isActing,
  ruleOptions,
  toChoice,
  toggleAct,
} from "#web/console/decision/act-options.ts";
import { describeAnswer } from "#web/console/decision/answers.ts";
import { firstRule, isAbout, isFraudSuspected, openItems } from "#web/console/decision/item-rules.ts";
import { readyFacts } from "#web/console/decision/ready-texts.ts";
import { usePreview } from "#web/console/decision/use-preview.ts";
import { withPasskey } from "#web/console/entrance/reauthentication.ts";
import { nameOf } from "#web/console/item-names.ts";
import { callStaff, retryUnanswered } from "#web/console/staff-api.ts";

/** The only photo of the member is the one that is meant. */
const onlyPhoto = ({ subject }: CaseDetail): string | undefined => {
  const ids = subject.images.flatMap(({ photoId }) => photoId ?? []);
  return ids.length === 1 ? ids[0] : undefined;
};

export const UNREAD = "Read the email to the member first, then decide.";

/** The member gets an email. */
const isStated = (acts: readonly ActName[]): boolean =>
  acts.some((act) => act !== "no_action" && act !== "show_picture" && act !== "refund_crushes");

/** What the person has chosen. The rest follows from the case, which may change meanwhile. */
interface Draft {
  readonly chosen: readonly ActName[];
  readonly rule: RuleKey | undefined;
  readonly facts: string;
  readonly words: string;
  readonly details: ActDetails;
  /** What the person has ticked or not, against what the rule suggests. */
  readonly ticks: ReadonlyMap<string, boolean>;
}

interface Sent {
  readonly body: DecisionBody;
  readonly about: string;
}

interface Decided {
  readonly decisionId: string;
  readonly undoUntil: string | null;
  /** Whom and what: 'jordan_lifts: mute 7 days'. */
  readonly about: string;
}

export function useDecision(shown: CaseDetail, onDecided: (decided: Decided) => void) {
  const fail = useFailure(shown._id);
  const [draft, setDraft] = useState<Draft>({
    chosen: [],
    rule: undefined,
    facts: "",
    words: "",
    details: { photoId: undefined, muteDays: 7, suspensionDays: 30 },
    ticks: new Map(),
  });
  const [missing, setMissing] = useState<string>();
  const [question, setQuestion] = useState<readonly string[]>([]);
  const { chosen, facts, words, ticks } = draft;
  const first = firstRule(shown);
  const rule = draft.rule ?? first;
  const details = { ...draft.details, photoId: draft.details.photoId ?? onlyPhoto(shown) };
  const change = (next: Partial<Draft>) => {
    setMissing(undefined);
    setDraft((known) => ({ ...known, ...next }));
  };
  const isSuspected = isFraudSuspected(shown);
  /** By the rule, everybody who wrote with the account is warned or not. */
  const asksFraud = isSuspected && chosen.includes("end_account");
  const items = openItems(shown);
  const isUpheld = (item: (typeof items)[number]): boolean =>
    ticks.get(item._id) ?? (isActing(chosen) && isAbout(item, rule));
  const upheld = items.filter(isUpheld).map(({ _id }) => _id);
  const isReasoned = chosen.some(isRestriction);
  const isAsked = chosen.includes("ask_to_change");
  const stated = isStated(chosen);
  const body: DecisionBody = {
    version: shown.version,
    acts: chosen.flatMap((act) => toChoice(act, details) ?? []),
    rule,
    facts: stated ? facts : "",
    words: stated ? words : "",
    upheld,
  };
  const isIncomplete = body.acts.length < chosen.length;
  const preview = usePreview(shown, stated && !isIncomplete ? body : undefined);
  const send = useMutation({
    // The draft may change while a call is repeated.
    mutationFn: ({ body }: Sent) => {
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
    onSuccess: (decided, { about }) => onDecided({ ...decided, about }),
    onError: (error, { about }) => fail(error, `Not decided: ${about}.`),
  });
  const summary = describeChoice(chosen, details);
  const sendNow = () =>
    send.mutate({ body, about: `${nameOf(shown.username, shown.memberId)}: ${lowerFirst(summary)}` });

  function findMissing(): string | undefined {
    if (chosen.length === 0) return "Choose an act first.";
    if (isIncomplete) return "Choose the photo to remove.";
    if (shown.kind === "picture" && !chosen.some((act) => act === "show_picture" || act === "remove_picture"))
      return "Say whether the picture is shown or removed.";
    if (isReasoned && facts.trim() === "") return "Say what you found. The member reads it.";
    if (isReasoned && rule === "guidelines" && words.trim() === "")
      return "Choose the rule, or say why in your own words.";
    if (isAsked && facts.trim() === "" && words.trim() === "") return "Say what the member should change.";
    const placeholder = findPlaceholder(facts + words);
    if (stated && placeholder) return `Replace ${placeholder} first.`;
    if (asksFraud && draft.rule === undefined) return "Say whether it was fraud.";
    if (stated && !preview.isCurrent) return UNREAD;
    return undefined;
  }

  const final = describeFinal(chosen, rule, shown);
  const ready = readyFacts(shown);
  return {
    chosen,
    rule,
    facts,
    words,
    details,
    missing,
    isStated: stated,
    /** A photo is to be chosen. */
    isIncomplete,
    preview,
    rules: ruleOptions(first, isSuspected),
    /** Undefined unless an account is ended that may be a fraud's. */
    fraud: asksFraud ? { answer: draft.rule && draft.rule === FRAUD_RULE } : undefined,
    isPending: send.isPending,
    error: send.error,
    summary,
    /** What an undo does not take back. */
    final,
    /** What the person is asked before it is sent; empty for no question. */
    question,
    /** Something is lost if the screen closes, and is not on its way. */
    isBegun:
      !(send.isPending || send.isSuccess) &&
      (chosen.length > 0 || facts !== "" || words !== "" || draft.rule !== undefined || ticks.size > 0),
    setRule: (next: RuleKey) => change({ rule: next }),
    answerFraud(isFraud: boolean): void {
      const other = rule === FRAUD_RULE ? first : rule;
      change({ rule: isFraud ? FRAUD_RULE : other });
    },
    /** None if nothing is restricted or asked for, which needs no facts. */
    ready: isReasoned || isAsked ? ready : [],
    /** To each open report and notice. */
    answers: items.map((item) => ({ item, answer: describeAnswer(item, isUpheld(item), chosen) })),
    isUpheld: (id: string): boolean => upheld.includes(id),
    toggleUpheld: (id: string) => change({ ticks: new Map(ticks).set(id, !upheld.includes(id)) }),
    setFacts: (next: string) => change({ facts: next }),
    setWords: (next: string) => change({ words: next }),
    toggle: (act: ActName) => change({ chosen: toggleAct(chosen, act) }),
    setDetails: (next: Partial<ActDetails>) => change({ details: { ...draft.details, ...next } }),
    decide(): void {
      if (send.isPending) return;
      const found = findMissing();
      setMissing(found);
      if (found === UNREAD) preview.showNow();
      if (isIncomplete) document.querySelector<HTMLElement>(`[data-field="${PICK_FIELD}"]`)?.focus();
      if (found !== undefined) return;
      const asked = [...final, ...describeDoubt(shown, chosen, items.length > 0 && upheld.length === 0)];
      if (asked.length > 0) setQuestion(asked);
      else sendNow();
    },
    confirm(): void {
      setQuestion([]);
      sendNow();
    },
    closeQuestion: () => setQuestion([]),
  };
}

export type Decision = ReturnType<typeof useDecision>;
