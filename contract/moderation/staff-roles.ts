import type { ActName } from "#contract/moderation/acts.ts";

/** `read_only` sees everything and changes nothing. */
export const STAFF_ROLES = ["photos", "reports", "all", "read_only"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const CASE_KINDS = ["member", "picture", "contact"] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

const KINDS: Readonly<Record<StaffRole, readonly CaseKind[]>> = {
  photos: ["picture"],
  reports: ["member", "contact"],
  all: CASE_KINDS,
  read_only: CASE_KINDS,
};

export const kindsOf = (role: StaffRole): readonly CaseKind[] => KINDS[role];

/**
 * A role for pictures sees nothing else about their owner: no earlier decisions, notes, linked accounts and other
 * cases.
 */
export const seesMembers = (role: StaffRole): boolean => kindsOf(role).includes("member");

/**
 * The audit log names members of every kind of case, and what each colleague did: for those who see all of it anyway, and
 * for an auditor who changes nothing.
 */
export const readsLog = (role: StaffRole): boolean => CASE_KINDS.every((kind) => kindsOf(role).includes(kind));

export const mayAct = (role: StaffRole): boolean => role !== "read_only";

/** Acts beyond the picture are about the account of its owner. */
const PICTURE_ACTS: readonly ActName[] = [
  "no_action",
  "ask_to_change",
  "remove_photo",
  "remove_picture",
  "show_picture",
];

/** A role for pictures does not suspend or mute anybody. */
export const mayDo = (role: StaffRole, act: ActName): boolean =>
  mayAct(role) && (role !== "photos" || PICTURE_ACTS.includes(act));
