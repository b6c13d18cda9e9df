import type { Generated } from "kysely";
import type { PromptAnswer } from "#contract/schemas.ts";

/** The content of a deleted message. Its sender, sequence and times remain in `messages`. */
export interface RetainedMessagesTable {
  message_id: string;
  relationship_id: string;
  content: string;
  attachment_key: string | null;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  purge_after: Date;
}

export interface RetainedPhotosTable {
  key: string;
  photo_id: string;
  member_id: string;
  width: number;
  height: number;
  thumbhash: string;
  alt: string;
  shown_from: Date;
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
