import type { ColumnType, Generated, Selectable } from "kysely";
import type { MessageKind } from "#contract/chat/messages.ts";
import type { Reaction } from "#contract/chat/reactions.ts";
import type { CrushAbout } from "#contract/schemas.ts";
import type { DateState } from "#contract/training/date-rules.ts";
import type { Effort, Sport } from "#contract/training/sports.ts";
import type { CheckState } from "#server/platform/db/schema/image-checks.ts";

/**
 * One row per two members, the lower id first. Only `members/relationships` reads it; others read
 * `relationship_sides`.
 */
export interface RelationshipsTable {
  id: string;
  member_a_id: string;
  member_b_id: string;
  a_crushed_at: Date | null;
  b_crushed_at: Date | null;
  /** The part of the other member's profile that the crush is about, if its sender has said so. */
  a_crush_about: CrushAbout | null;
  b_crush_about: CrushAbout | null;
  /** The recipient of the crush has opened its sender's profile or passed on them. */
  a_crush_opened: Generated<boolean>;
  b_crush_opened: Generated<boolean>;
  /** The crush of the other member was declined (`passes.declines_crush`). Kept by a trigger of `passes`. */
  a_declined: Generated<boolean>;
  b_declined: Generated<boolean>;
  matched_at: Date | null;
  ended_at: Date | null;
  last_sequence: Generated<number>;
  revision: Generated<number>;
  /** Up to which message each side has read, and when they last did. */
  a_read_sequence: Generated<number>;
  b_read_sequence: Generated<number>;
  a_read_at: Date | null;
  b_read_at: Date | null;
  /** The latest reading that was sent to the other side as a receipt. */
  a_receipt_sequence: Generated<number>;
  b_receipt_sequence: Generated<number>;
  a_receipt_at: Date | null;
  b_receipt_at: Date | null;
  a_blocked_at: Date | null;
  b_blocked_at: Date | null;
  /** The block appears in the blocker's list, because the other member was visible to them at some time. */
  a_block_listed: Generated<boolean>;
  b_block_listed: Generated<boolean>;
  /** The block was inherited from another account of the same person. Neither side is informed. */
  a_block_inherited: Generated<boolean>;
  b_block_inherited: Generated<boolean>;
  orphaned_at: Date | null;
  /** When the messages were deleted, because nobody could read or report them any more. */
  emptied_at: Date | null;
  /** Whether the latest message is from the member with the lower id; null before the first message. */
  run_by_a: boolean | null;
  /** How many messages that side has sent in a row. Restarts one day after the latest one. */
  run_length: Generated<number>;
  run_last_at: Date | null;
  /** `run_last_at` in bins of five minutes, which a trigger keeps: indexes of it are written by few messages only. */
  active_at: ColumnType<Date | null, never, never>;
}

/** `member_id` is "I" and `other_id` is "they". Two members without any interaction have no row. */
export interface RelationshipSidesView {
  relationship_id: string;
  member_id: string;
  other_id: string;
  i_crushed_at: Date | null;
  they_crushed_at: Date | null;
  /** The part of the other one's profile that each crush is about, if its sender has said so. */
  my_crush_about: CrushAbout | null;
  their_crush_about: CrushAbout | null;
  /** Either member has sent the other a crush, even if contact has ended since. */
  has_crush: boolean;
  matched_at: Date | null;
  /** When either member unmatched, blocked or deleted their account. */
  ended_at: Date | null;
  orphaned_at: Date | null;
  i_blocked_at: Date | null;
  they_blocked_at: Date | null;
  /** My block appears in my list, because the other member was visible to me at some time. */
  is_my_block_listed: boolean;
  /** My block was inherited from another account of the same person. I am not informed. */
  is_my_block_inherited: boolean;
  /** Contact has not ended and neither has blocked the other. Independent of crushes and match. */
  is_open: boolean;
  is_matched: boolean;
  /** The conversation can be read: matched, or matched until the other deleted their account. */
  is_readable: boolean;
  /** Up to which message I have read, and when I last did. */
  my_read_sequence: number;
  their_read_sequence: number;
  my_read_at: Date | null;
  their_read_at: Date | null;
  /** My latest reading that was sent to the other side. */
  my_receipt_sequence: number;
  their_receipt_sequence: number;
  my_receipt_at: Date | null;
  their_receipt_at: Date | null;
  /** Whether the latest message is mine; null before the first message. */
  is_my_run: boolean | null;
  run_length: number;
  run_last_at: Date | null;
  revision: number;
  last_sequence: number;
  active_at: Date | null;
}

/** "Not now": a member is not shown another one for a while. Only they know. */
export interface PassesTable {
  member_id: string;
  passed_id: string;
  passed_at: Date;
  /** A crush of the other member that this member could see was declined. A later crush is not. */
  declines_crush: boolean;
}

/** When a member last viewed their received crushes and celebrated their matches. */
export interface CrushesLastSeenTable {
  member_id: string;
  seen_at: Date | null;
  matches_seen_at: Date | null;
}

/** One row: the ledger entry up to which crushes were looked at that may have to be given back. */
export interface CrushReturnCursorTable {
  is_only: Generated<boolean>;
  entry_id: string;
  moved_at: Generated<Date>;
}

export interface MessagesTable {
  id: string;
  relationship_id: string;
  sequence: number;
  /** The relationship's revision after the message was sent or deleted, or after the latest reaction. */
  revision: number;
  sender_id: string;
  client_id: string | null;
  kind: Generated<MessageKind>;
  content: string;
  created_at: Generated<Date>;
  /** When it was read, by its reader and as its sender was told, in versions that wrote it here. */
  read_at: ColumnType<Date | null, never, never>;
  receipt_at: ColumnType<Date | null, never, never>;
  /** When its receiver had last read, and last told so, before it was sent. */
  last_read_at: Date | null;
  last_receipt_at: Date | null;
  deleted_at: Date | null;
  /** The file name of the image. Null, like size and thumbhash, for text and after deletion. */
  attachment_key: string | null;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  /** Set while only its sender may see the image. */
  check_state: CheckState | null;
  /** The reaction of the message's sender, and that of the other side. Gone with the message. */
  sender_reaction: Reaction | null;
  receiver_reaction: Reaction | null;
  /** The sequence of the message of the same conversation that this one replies to. */
  reply_to_sequence: number | null;
}

/** The other member never learns of it. */
export interface ConversationSettingsTable {
  member_id: string;
  relationship_id: string;
  /** No push, email or toast for its messages. */
  is_muted: Generated<boolean>;
  /** The conversation's last sequence when it was archived: a later message brings it back. */
  archived_sequence: number | null;
}

export type RelationshipSide = Selectable<RelationshipSidesView>;

/** One of the two members of a conversation, as seen from a message. */
export type MessageSide = "sender" | "receiver";

/** A change of a workout date, for reports and for the data export. */
export interface DateChange {
  /** Null if the end of the contact has called it off. */
  readonly by: MessageSide | null;
  readonly act: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly text: string;
}

/** The agreement that holds while a change waits for an answer. */
export interface AgreedDetails {
  readonly sport: Sport;
  readonly minutes: number;
  readonly place: string;
  readonly effort: Effort | null;
  readonly timeZone: string;
}

/** The card of a message of kind `date`. Gone with the message's content. */
export interface WorkoutDatesTable {
  message_id: string;
  relationship_id: string;
  state: DateState;
  /** The side that has to answer, while an answer is awaited. */
  turn: MessageSide | null;
  /** Raised by each change. */
  version: Generated<number>;
  /** Null once the end of the contact has called it off. */
  changed_by: MessageSide | null;
  changed_at: Date;
  /** The act that made this version, by which a repeated request is recognized. */
  last_act: string;
  sport: Sport;
  times: Date[];
  /** IANA name of the place's time zone. */
  time_zone: string;
  minutes: number;
  place: string;
  effort: Effort | null;
  earlier: AgreedDetails | null;
  /** When the date that was agreed last begins. Null until one is agreed. */
  starts_at: Date | null;
  /** SEQUENCE of the calendar entry (RFC 5545): raised by each change after the first agreement. */
  calendar_sequence: Generated<number>;
  /** The evening before, if that was still to come when the date was agreed. */
  remind_at: Date | null;
  reminded_at: Date | null;
  sender_on_way_at: Date | null;
  receiver_on_way_at: Date | null;
  history: ColumnType<DateChange[], string, string>;
}
