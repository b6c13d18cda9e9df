import type { CaseKind } from "#contract/moderation/staff-roles.ts";

export const KIND_NAMES: Readonly<Record<CaseKind, string>> = {
  member: "Member",
  picture: "Picture",
  contact: "Contact",
};

/** Of the member whom a case is about. */
export const subjectName = ({
  kind,
  username,
}: {
  readonly kind: CaseKind;
  readonly username: string | null;
}): string => username ?? (kind === "contact" ? "Visitor" : "Deleted account");

export const ITEM_NAMES: Readonly<Record<string, string>> = {
  report: "report",
  picture_check: "picture check",
  notice: "notice from outside",
  appeal: "appeal",
  fraud: "fraud signal",
  verification: "verification",
  contact_message: "message",
};
