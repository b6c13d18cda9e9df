import type { ActName } from "#contract/moderation-acts.ts";

/** What a person of the staff works on. `read_only` sees everything and changes nothing. */
export const STAFF_ROLES = ["photos", "reports", "all", "read_only"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The kinds of cases: about a member, or about one picture. */
export const CASE_KINDS = ["member", "picture"] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

const KINDS: Readonly<Record<StaffRole, readonly CaseKind[]>> = {
  photos: ["picture"],
  reports: ["member"],
  all: CASE_KINDS,
  read_only: CASE_KINDS,
};

/** The kinds of cases that a role sees. */
export const kindsOf = (role: StaffRole): readonly CaseKind[] => KINDS[role];

/**
 * Whether a role works on members. Who works on pictures only sees nothing else about their owner: no earlier decisions,
 * notes, linked accounts and other cases.
 */
export const seesMembers = (role: StaffRole): boolean => kindsOf(role).includes("member");

/** Whether a role may change anything. */
export const mayAct = (role: StaffRole): boolean => role !== "read_only";

/** Acts about a picture. The others are about the account of its owner. */
const PICTURE_ACTS: readonly ActName[] = [
  "no_action",
  "ask_to_change",
  "remove_photo",
  "remove_picture",
  "show_picture",
];

/** Whether a role may do an act: who works on pictures only does not suspend or mute anybody. */
export const mayDo = (role: StaffRole, act: ActName): boolean =>
  mayAct(role) && (role !== "photos" || PICTURE_ACTS.includes(act));
