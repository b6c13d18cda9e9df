import type { CaseKind } from "#contract/moderation/staff-roles.ts";

export const KIND_NAMES: Readonly<Record<CaseKind, string>> = { member: "Member", picture: "Picture" };

export const ITEM_NAMES: Readonly<Record<string, string>> = {
  report: "report",
  picture_check: "picture check",
  notice: "notice from outside",
  appeal: "appeal",
  fraud: "fraud signal",
  verification: "verification",
};
