import type { CaseKind } from "#contract/moderation/staff-roles.ts";

export const KIND_NAMES: Readonly<Record<CaseKind, string>> = { member: "Member", picture: "Picture" };

/** Names are unique. Deleted accounts have none, and are told apart by the end of their id. */
export const nameOf = (username: string | null, memberId: string): string =>
  username ?? `Deleted account ${memberId.slice(-4)}`;
