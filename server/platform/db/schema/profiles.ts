import type { Generated, Insertable, Selectable } from "kysely";
import type { CheckState } from "#server/platform/db/schema/image-checks.ts";

export interface ProfilesTable {
  member_id: string;
  username: string;
  username_normalized: string;
  /** The name with look-alike characters folded; unique. */
  username_skeleton: string;
  age: number | null;
  gender: string | null;
  height_inches: number | null;
  body_type: string | null;
  location: Generated<string>;
  location_type: Generated<"manual" | "device">;
  /** The H3 cell of the location. Exact coordinates are not stored. */
  h3_cell: string | null;
  location_changes_date: string | null;
  location_changes_today: Generated<number>;
  bio: Generated<string>;
  interests: Generated<string[]>;
  looking_for: string | null;
  prompts: Generated<{ question: string; answer: string }[]>;
  /** When the bio or the prompts last changed. */
  texts_changed_at: Generated<Date>;
  completion: Generated<number>;
  /** The gender and age used for matching. They follow the displayed values one day later. */
  effective_gender: string | null;
  effective_age: number | null;
  /** When the displayed value takes effect, if it differs. */
  gender_effective_at: Date | null;
  age_effective_at: Date | null;
  /** The UTC date of the next birthday, on which the age increases. */
  next_birthday: string | null;
  /** When a selfie was approved; null without the badge. */
  verified_at: Date | null;
  /** The main photo that the selfie was compared with. The badge goes when another one becomes the main photo. */
  verified_photo_id: string | null;
}

export interface ProfileChangesTable {
  id: string;
  member_id: string;
  field: "age" | "gender";
  old_value: string | null;
  new_value: string | null;
  changed_at: Date;
  effective_at: Date;
  /** The first value. It takes effect immediately and does not count as a change. */
  is_first: Generated<boolean>;
}

export interface PhotosTable {
  id: string;
  member_id: string;
  position: number;
  /** The file name: 128 random bits. */
  key: string;
  width: number;
  height: number;
  thumbhash: string;
  display_mode: Generated<"contain" | "cover">;
  /** The point that stays in view where the photo is cropped, in percent. */
  focus_x: Generated<number>;
  focus_y: Generated<number>;
  alt: Generated<string>;
  created_at: Generated<Date>;
  /** Set while only its owner may see it. */
  check_state: CheckState | null;
}

export interface PendingUploadsTable {
  key: string;
  created_at: Generated<Date>;
  /** The upload was abandoned, and its files will be deleted. */
  is_expired: boolean;
}

export type Profile = Selectable<ProfilesTable>;
export type PhotoRow = Selectable<PhotosTable>;
export type NewPhoto = Insertable<PhotosTable>;
