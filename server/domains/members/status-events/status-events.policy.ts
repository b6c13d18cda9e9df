import { site } from "#site";

/** A restore repeats these, besides deletions, suspensions and changes of the staff, which the audit log has. */
export const STATUS_EVENTS = [
  /** `otherId` is the blocked member. */
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
  /** `detail` names the consent. */
  "consent_withdrawn",
  /** `detail` is the id of a passkey, `totp` or `recovery_codes`. */
  "factor_removed",
  "password_changed",
  /** `otherId` is the trusted contact. */
  "contact_removed",
  /** `detail`: whether the contact refused the member or everybody. */
  "contact_refused",
  /** `otherId` is the share. */
  "share_withdrawn",
] as const;
export type StatusEventName = (typeof STATUS_EVENTS)[number];

export type ConsentName = "training" | "show_me";

/** Days for which changes are known: a backup that is older cannot be brought up to date. One is written each night. */
export const STATUS_DAYS = site.backupDays + 1;
