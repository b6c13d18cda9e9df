import type { Generated } from "kysely";
import type { PromptAnswer } from "#contract/schemas.ts";

/** What a deleted message held. Sender, place and times stay in its row of `messages`. */
export interface RetainedMessagesTable {
  message_id: string;
  content: string;
  /** Names the files of an image; no signed address leads to them. */
  attachment_key: string | null;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  purge_after: Date;
}

/** A photo that was removed from a profile, or was on it when the account was deleted. */
export interface RetainedPhotosTable {
  key: string;
  photo_id: string;
  member_id: string;
  width: number;
  height: number;
  thumbhash: string;
  alt: string;
  removed_at: Generated<Date>;
  purge_after: Date;
}

/** What a deleted account's profile showed. */
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
