import {
  type ActChoice,
  type ActName,
  FRAUD_RULE,
  isExclusive,
  RULE_KEYS,
  type RuleKey,
  SUSPENSION_DAYS,
  waitsFor,
} from "#contract/moderation/acts.ts";
import type { CaseDetail, HoldReason } from "#contract/moderation/cases.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { type CaseKind, mayDo, type StaffRole } from "#contract/moderation/staff-roles.ts";

export interface ActOption {
  readonly act: ActName;
  readonly label: string;
  readonly isSevere?: boolean;
}

const MEMBER_OPTIONS: readonly ActOption[] = [
  { act: "no_action", label: "No action" },
  { act: "ask_to_change", label: "Ask to change" },
  { act: "remove_photo", label: "Remove photo" },
  { act: "unlist", label: "Hide" },
  { act: "mute", label: "Mute" },
  { act: "suspend", label: "Suspend", isSevere: true },
  { act: "end_account", label: "End account", isSevere: true },
  { act: "refund_crushes", label: "Refund crushes" },
  { act: "lift_restrictions", label: "Lift restrictions" },
  { act: "require_selfie", label: "Require a selfie" },
];

/** A picture is shown or removed, whatever else is done. */
const PICTURE_OPTIONS: readonly ActOption[] = [
  { act: "show_picture", label: "Show it" },
  { act: "remove_picture", label: "Remove it" },
  { act: "ask_to_change", label: "Ask to change" },
  { act: "unlist", label: "Hide" },
  { act: "mute", label: "Mute" },
  { act: "suspend", label: "Suspend", isSevere: true },
  { act: "end_account", label: "End account", isSevere: true },
  { act: "require_selfie", label: "Require a selfie" },
];

const LABELS: ReadonlyMap<string, string> = new Map(
  [...MEMBER_OPTIONS, ...PICTURE_OPTIONS].map(({ act, label }) => [act, label]),
);

export const labelOfAct = (act: string): string => LABELS.get(act) ?? act;

/** The key that chooses an act: 1 to 9, and 0 for the tenth, as on a keyboard. */
export const digitOf = (index: number): string => String((index + 1) % 10);

export const actOptionsFor = (kind: CaseKind, role: StaffRole): readonly ActOption[] =>
  (kind === "picture" ? PICTURE_OPTIONS : MEMBER_OPTIONS).filter(({ act }) => mayDo(role, act));

/** The act has to wait until the appeals or the selfies of a case are decided. */
export const isWaiting = (act: ActName, { appeals, selfies }: Pick<CaseDetail, "appeals" | "selfies">): boolean =>
  waitsFor(act, { appeal: appeals.length > 0, selfie: selfies.length > 0 }) !== undefined;

/** Days of a suspension; 0 is until somebody lifts it. */
export const SUSPENSION_CHOICES = [...SUSPENSION_DAYS, 0] as const;
export type SuspensionDays = (typeof SUSPENSION_CHOICES)[number];

export interface ActDetails {
  readonly photoId: string | undefined;
  readonly muteDays: 1 | 3 | 7 | 30;
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

/** Adding an act removes the acts that it excludes. */
export const toggleAct = (chosen: readonly ActName[], act: ActName): readonly ActName[] =>
  chosen.includes(act) ? chosen.filter((one) => one !== act) : [...chosen.filter((one) => !isExclusive(one, act)), act];

const RULE_OF_REASON: Readonly<Record<ReportReason, RuleKey>> = {
  "Fake profile or someone else's photos": "be_you",
  "Spam or a scam": "no_market",
  "Harassment or threats": "consent",
  "Hate or discrimination": "all_bodies",
  "Nudity or sexual content": "consent",
  "Seems to be under 18": "under_18",
  "Someone is in danger": "danger",
  "Something else": "guidelines",
};

export const isFraudSuspected = ({ reports, signals }: Pick<CaseDetail, "reports" | "signals">): boolean =>
  signals.some(({ isOpen }) => isOpen) || reports.some(({ isOpen, reason }) => isOpen && reason === "Spam or a scam");

/** The rule that the case points to comes first. @param first the rule that is chosen before the person chooses */
export function ruleOptions(first: RuleKey, isSuspected: boolean): readonly RuleKey[] {
  const suggested = new Set<RuleKey>(isSuspected ? [FRAUD_RULE, first] : [first]);
  return [...suggested, ...RULE_KEYS.filter((key) => !suggested.has(key))];
}

/** A statement does not say that somebody reported the facts. */
const FACTS: Readonly<Record<ReportReason, string>> = {
  "Fake profile or someone else's photos": "The profile shows somebody else.",
  "Spam or a scam": "Messages or a profile that advertise, or ask for money.",
  "Harassment or threats": "Messages that harass or threaten.",
  "Hate or discrimination": "Words that attack people for who they are.",
  "Nudity or sexual content": "Sexual content that nobody asked for.",
  "Seems to be under 18": "Signs that the account belongs to somebody under 18.",
  "Someone is in danger": "Something that puts a person in danger.",
  "Something else": "",
};

/** From the open reports, which nobody has checked before the person who decides. */
export const readyFacts = ({ reports }: Pick<CaseDetail, "reports">): readonly string[] => [
  ...new Set(reports.flatMap(({ isOpen, reason }) => (isOpen && FACTS[reason as ReportReason]) || [])),
];

/** Before anybody has looked. */
const HELD_FACTS: Readonly<Record<HoldReason, string>> = {
  removed_copy: "A copy of a picture that we removed before.",
  older_copy: "",
  listed_copy: "A copy of a picture that is known to be unwanted.",
  explicit: "A picture with sexual content.",
  unchecked: "",
};

export const factsOfHeld = (reason: HoldReason | null): string => (reason === null ? "" : HELD_FACTS[reason]);

export const HOLD_NAMES: Readonly<Record<HoldReason, string>> = {
  removed_copy: "Held as a copy of a picture that was removed",
  older_copy: "Others see it: it is a copy of a picture that was removed, but older",
  listed_copy: "Held as a copy of a picture on a list",
  explicit: "Held because the check finds it explicit",
  unchecked: "Held because nothing could check it",
};

export const ruleOf = (reason: string | undefined): RuleKey =>
  (reason === undefined ? undefined : RULE_OF_REASON[reason as ReportReason]) ?? "guidelines";

export const RULE_OF_NOTICE: Readonly<Record<NoticeKind, RuleKey>> = {
  minor: "under_18",
  intimate: "intimate_pictures",
  illegal: "illegal",
};

/** They fit most cases of an act. */
export const PRESET_WORDS: readonly { readonly label: string; readonly words: string }[] = [
  { label: "Be kind", words: "Please write to people as you would speak to them at the gym. Take a no as a no." },
  { label: "Photo", words: "Please show yourself, dressed as at the gym, in photos that are yours." },
  { label: "No advertising", words: "Please do not advertise, sell or ask for money here." },
  { label: "Show it is you", words: "Please show us with a selfie that your photos are of you. It takes a minute." },
  { label: "Last warning", words: "This is not the first time. If it happens again, we end your account." },
];
