import type { Generated } from "kysely";
import type { PromptAnswer } from "#contract/schemas.ts";

/** The content of a deleted message. Its sender, sequence and times remain in `messages`. */
export interface RetainedMessagesTable {
  message_id: string;
  /** Null in rows of versions without it. */
  relationship_id: string | null;
  content: string;
  /** The file name of the image. No signed photo URL is issued for it. */
  attachment_key: string | null;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  purge_after: Date;
}

/** A photo that was removed from a profile, also by deleting the account. */
export interface RetainedPhotosTable {
  key: string;
  photo_id: string;
  member_id: string;
  width: number;
  height: number;
  thumbhash: string;
  alt: string;
  /** Null in rows of versions without it. */
  shown_from: Date | null;
  removed_at: Generated<Date>;
  purge_after: Date;
}

/** A bio and prompts that a member has replaced. */
export interface RetainedTextsTable {
  id: string;
  member_id: string;
  bio: string;
  prompts: PromptAnswer[];
  shown_from: Date;
  replaced_at: Generated<Date>;
  purge_after: Date;
}

/** The profile of a deleted account. */
export interface RetainedProfilesTable {
  member_id: string;
  username: string;
  age: number | null;
  gender: string | null;
  location: string;
  bio: string;
  prompts: PromptAnswer[];
  interests: string[];
  looking_for: string | null;
  purge_after: Date;
}
