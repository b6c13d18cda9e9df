import type { CaseDetail, CaseNotice, CaseReport } from "#contract/moderation/cases.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { FRAUD_RULE, type RuleKey } from "#contract/moderation/rules.ts";

/** The rule that a report's reason is about, and others that fit it. */
const RULES_OF_REASON: Readonly<Record<ReportReason, readonly [RuleKey, ...RuleKey[]]>> = {
  "Fake profile or someone else's photos": ["be_you"],
  "Spam or a scam": ["no_market", FRAUD_RULE],
  "Harassment or threats": ["consent"],
  "Hate or discrimination": ["all_bodies"],
  "Nudity or sexual content": ["consent"],
  "Seems to be under 18": ["under_18"],
  "Someone is in danger": ["danger"],
  "Something else": ["guidelines"],
};

const RULES_OF_NOTICE: Readonly<Record<NoticeKind, readonly [RuleKey, ...RuleKey[]]>> = {
  minor: ["under_18"],
  intimate: ["intimate_pictures"],
  illegal: ["illegal"],
};

/** The most serious first. The others are alike. */
const SEVERITY: readonly RuleKey[] = ["danger", "under_18", "intimate_pictures", FRAUD_RULE, "illegal"];

const severityOf = (rule: RuleKey): number => {
  const at = SEVERITY.indexOf(rule);
  return at < 0 ? SEVERITY.length : at;
};

type Item = CaseReport | CaseNotice;

const rulesOf = (item: Item): readonly [RuleKey, ...RuleKey[]] =>
  "kind" in item ? RULES_OF_NOTICE[item.kind] : (RULES_OF_REASON[item.reason as ReportReason] ?? ["guidelines"]);

/** What a person can answer: who decided first leaves an objection to a colleague. */
export const isAnswerable = ({ isOpen, objection }: Item): boolean => isOpen && objection?.isForAnother !== true;

/** Open reports and notices, the most serious first, of like ones the notices. */
export const openItems = ({ reports, notices }: Pick<CaseDetail, "reports" | "notices">): Item[] =>
  [...notices, ...reports]
    .filter(isAnswerable)
    .toSorted((a, b) => severityOf(rulesOf(a)[0]) - severityOf(rulesOf(b)[0]));

/** Of the most serious open report or notice; for a held picture, what the check takes it for. */
export function firstRule(shown: Pick<CaseDetail, "kind" | "hold" | "reports" | "notices">): RuleKey {
  if (shown.kind === "picture") return shown.hold?.reason === "explicit" ? "consent" : "guidelines";
  const [first] = openItems(shown);
  return first ? rulesOf(first)[0] : "guidelines";
}

/** Whether a report or a notice is about a rule, so that a decision by it finds that it was so. */
export const isAbout = (item: Item, rule: RuleKey): boolean => rulesOf(item).includes(rule);

export const isFraudSuspected = ({ reports, signals }: Pick<CaseDetail, "reports" | "signals">): boolean =>
  signals.some(({ isOpen }) => isOpen) || reports.some(({ isOpen, reason }) => isOpen && reason === "Spam or a scam");
