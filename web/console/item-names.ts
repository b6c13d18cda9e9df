import type { CaseKind } from "#contract/moderation/staff-roles.ts";

export const KIND_NAMES: Readonly<Record<CaseKind, string>> = {
  member: "Member",
  picture: "Picture",
  contact: "Contact",
};

/** Names are unique. Deleted accounts have none, and are told apart by the end of their id. Visitors have no account. */
export const nameOf = (username: string | null, memberId: string | null): string =>
  username ?? (memberId === null ? "Visitor" : `Deleted account ${memberId.slice(-4)}`);
