import type { AlertKind, Urgency } from "#contract/moderation/alert-kinds.ts";
import { type CaseKind, kindsOf, mayAct, STAFF_ROLES, type StaffRole } from "#contract/moderation/staff-roles.ts";
import type { CaseItemKind } from "#server/platform/db/schema/cases.ts";

const KIND_OF: Readonly<Record<CaseItemKind, AlertKind>> = {
  report: "report",
  notice: "report",
  objection: "appeal",
  contact_message: "contact",
  fraud: "report",
  picture_check: "picture",
  appeal: "appeal",
  verification: "selfie",
};

export const alertKindOf = (item: CaseItemKind, urgency: Urgency): AlertKind =>
  urgency === "other" ? KIND_OF[item] : urgency;

/** The roles that decide a case. @param isAboutSelfies see `findIsAboutSelfies` */
export const rolesFor = (kind: CaseKind, isAboutSelfies: boolean): readonly StaffRole[] =>
  STAFF_ROLES.filter(
    (role) => mayAct(role) && (kindsOf(role).includes(kind) || (isAboutSelfies && kindsOf(role).includes("picture"))),
  );
