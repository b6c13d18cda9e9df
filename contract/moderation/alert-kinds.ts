import { type CaseKind, kindsOf, mayAct, type StaffRole } from "#contract/moderation/staff-roles.ts";

/** How much time there is for a case, by its most urgent item. From the most urgent class on. */
export const URGENCIES = ["danger", "under_18", "intimate_picture", "other"] as const;
export type Urgency = (typeof URGENCIES)[number];

/** What staff choose alerts by: a class of urgency, and for the rest what the case is about. */
export const ALERT_KINDS = [
  "danger",
  "under_18",
  "intimate_picture",
  "report",
  "picture",
  "appeal",
  "selfie",
  "contact",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Staff are alerted at once; of everything else once half of its time has passed and nobody has claimed it. */
export const isAtOnce = (urgency: Urgency): boolean => urgency === "danger" || urgency === "under_18";

const CASE_KINDS_OF: Readonly<Record<AlertKind, readonly CaseKind[]>> = {
  danger: ["member"],
  under_18: ["member"],
  intimate_picture: ["member"],
  report: ["member"],
  picture: ["picture"],
  appeal: ["member"],
  // People who work on pictures also work on cases about selfies only.
  selfie: ["member", "picture"],
  contact: ["contact"],
};

/** The kinds that somebody with a role can be alerted of: none for a role that changes nothing. */
export const alertKindsOf = (role: StaffRole): readonly AlertKind[] =>
  mayAct(role) ? ALERT_KINDS.filter((kind) => CASE_KINDS_OF[kind].some((one) => kindsOf(role).includes(one))) : [];
