import {
  type ActChoice,
  type ActName,
  isExclusive,
  isRestriction,
  type MUTE_DAYS,
  SUSPENSION_DAYS,
  waitsFor,
} from "#contract/moderation/acts.ts";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { DANGER_RULES, FRAUD_RULE, RULE_KEYS, type RuleKey } from "#contract/moderation/rules.ts";
import { type CaseKind, mayDo, type StaffRole } from "#contract/moderation/staff-roles.ts";
import { counted, lowerFirst } from "#contract/words.ts";

interface ActOption {
  readonly act: ActName;
  readonly label: string;
  /** The key that chooses it, in every case. */
  readonly digit: string;
  readonly isSevere?: boolean;
}

/** In the order of the keyboard. Acts that are for different kinds of cases, and alike, share a key. */
const OPTIONS: readonly ActOption[] = [
  { act: "no_action", digit: "1", label: "No action" },
  { act: "show_picture", digit: "1", label: "Show it" },
  { act: "ask_to_change", digit: "2", label: "Ask to change" },
  { act: "remove_photo", digit: "3", label: "Remove photo" },
  { act: "remove_picture", digit: "3", label: "Remove it" },
  { act: "unlist", digit: "4", label: "Hide" },
  { act: "mute", digit: "5", label: "Mute" },
  { act: "suspend", digit: "6", label: "Suspend", isSevere: true },
  { act: "end_account", digit: "7", label: "End account", isSevere: true },
  { act: "refund_crushes", digit: "8", label: "Refund crushes" },
  { act: "lift_restrictions", digit: "9", label: "Lift restrictions" },
  { act: "require_selfie", digit: "0", label: "Require a selfie" },
];

/** A picture is shown or removed, whatever else is done. Crushes and old restrictions are no matter of a picture. */
const NOT_FOR: Readonly<Record<Exclude<CaseKind, "contact">, readonly ActName[]>> = {
  member: ["show_picture", "remove_picture"],
  picture: ["no_action", "remove_photo", "refund_crushes", "lift_restrictions"],
};

export const labelOfAct = (act: string): string => OPTIONS.find((one) => one.act === act)?.label ?? act;

export const digitOf = (act: ActName): string => OPTIONS.find((one) => one.act === act)?.digit ?? "";

export const actOptionsFor = (kind: CaseKind, role: StaffRole): readonly ActOption[] =>
  kind === "contact" ? [] : OPTIONS.filter(({ act }) => !NOT_FOR[kind].includes(act) && mayDo(role, act));

/** The act has to wait until the appeals or the selfies of a case are decided. */
export const isWaiting = (act: ActName, { appeals, selfies }: Pick<CaseDetail, "appeals" | "selfies">): boolean =>
  waitsFor(act, { appeal: appeals.length > 0, selfie: selfies.length > 0 }) !== undefined;

/** Days of a suspension; 0 is until somebody lifts it. */
export const SUSPENSION_CHOICES = [...SUSPENSION_DAYS, 0] as const;
export type SuspensionDays = (typeof SUSPENSION_CHOICES)[number];

export interface ActDetails {
  readonly photoId: string | undefined;
  readonly muteDays: (typeof MUTE_DAYS)[number];
  readonly suspensionDays: SuspensionDays;
}

/** @returns undefined if something is left to choose */
export function toChoice(act: ActName, details: ActDetails): ActChoice | undefined {
  if (act === "remove_photo") return details.photoId === undefined ? undefined : { act, photoId: details.photoId };
  if (act === "mute") return { act, days: details.muteDays };
  if (act === "suspend") {
    const { suspensionDays: days } = details;
    return { act, until: days === 0 ? null : { days } };
  }
  return { act };
}

const joinLabels = ([first = "", ...others]: readonly string[]): string =>
  [first, ...others.map(lowerFirst)].join(", ");

/** 'Mute, ask to change'. */
export const describeActs = (acts: readonly string[]): string => joinLabels(acts.map(labelOfAct));

/** 'Mute 7 days, hide'. Empty if nothing is chosen. */
export function describeChoice(acts: readonly ActName[], { muteDays, suspensionDays }: ActDetails): string {
  const texts = acts.map((act) => {
    if (act === "mute") return `${labelOfAct(act)} ${counted(muteDays, "day", "days")}`;
    if (act === "suspend") return suspensionDays === 0 ? labelOfAct(act) : `${labelOfAct(act)} ${suspensionDays} days`;
    return labelOfAct(act);
  });
  return joinLabels(texts);
}

/** Adding an act removes the acts that it excludes. */
export const toggleAct = (chosen: readonly ActName[], act: ActName): readonly ActName[] =>
  chosen.includes(act) ? chosen.filter((one) => one !== act) : [...chosen.filter((one) => !isExclusive(one, act)), act];

/** The rule that the case points to comes first. @param first the rule that is chosen before the person chooses */
export function ruleOptions(first: RuleKey, isSuspected: boolean): readonly RuleKey[] {
  const suggested = new Set<RuleKey>(isSuspected ? [FRAUD_RULE, first] : [first]);
  return [...suggested, ...RULE_KEYS.filter((key) => !suggested.has(key))];
}

/** Whether something is done about the member, so that what was reported can have been so. */
export const isActing = (acts: readonly ActName[]): boolean =>
  acts.some((act) => isRestriction(act) || act === "ask_to_change");

/** What an undo does not take back. Empty if it takes back all. */
export function describeFinal(
  acts: readonly ActName[],
  rule: RuleKey,
  { subject: { membership } }: Pick<CaseDetail, "subject">,
): readonly string[] {
  const isDanger = acts.some(isRestriction) && DANGER_RULES.includes(rule);
  const isPaying = acts.includes("end_account") && membership !== null && membership.state !== "ends_now";
  return [
    ...(isDanger ? ["By this rule only an appeal takes it back."] : []),
    ...(isPaying ? ["Their membership ends now. They would have to buy it again."] : []),
    ...(acts.includes("refund_crushes") ? ["The crushes stay with those who got them back."] : []),
  ];
}

/**
 * What senders are told that may not be so: nobody's report was right, although something is done, or was done before.
 * @param isNoneSo nothing is ticked of what is open
 */
export function describeDoubt(
  { subject: { restrictions } }: Pick<CaseDetail, "subject">,
  acts: readonly ActName[],
  isNoneSo: boolean,
): readonly string[] {
  if (!isNoneSo) return [];
  const learn = "everybody who sent one learns that nothing was found.";
  if (isActing(acts)) return [`No report is ticked as so: ${learn}`];
  return acts.includes("no_action") && restrictions.length > 0
    ? [`This member is restricted already. Was a report about that? Tick it, or ${learn}`]
    : [];
}
