import { site } from "#site";

/** What a restore repeats, besides the deletions and suspensions and the changes of the staff that the audit log has. */
export const STATUS_EVENTS = [
  /** Of `otherId`. */
  "blocked",
  "unblocked",
  /** Contact with `otherId`, by an unmatch or a block. It never begins again. */
  "ended",
  /** Until `until`, if the pause has an end. */
  "hidden",
  "shown",
  /** `detail` is the image's key: by its owner, by a decision, and back after that decision. */
  "image_removed",
  "image_taken_down",
  "image_restored",
  /** `otherId` is the restriction, `detail` the act. */
  "restricted",
  "restriction_lifted",
  "restriction_restored",
  /** `detail` is what the consent was for. */
  "consent_withdrawn",
  /** `detail` is the id of a passkey, `totp` or `recovery_codes`. */
  "factor_removed",
  "password_changed",
  /** `otherId` is the trusted contact. */
  "contact_removed",
  /** `detail` is whether they said no to the member or to everybody. */
  "contact_refused",
  /** `otherId` is the share. */
  "share_withdrawn",
] as const;
export type StatusEventName = (typeof STATUS_EVENTS)[number];

/** Consents that can be withdrawn, by what they are for. */
export type ConsentName = "training" | "show_me";

/** Days for which changes are known: a backup that is older cannot be brought up to date. One is written each night. */
export const STATUS_DAYS = site.backupDays + 1;
