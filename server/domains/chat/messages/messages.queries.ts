import { type Selectable, sql } from "kysely";
import { DELETED_MEMBER } from "#contract/chat/conversations.ts";
import { linksEpochSql } from "#server/domains/accounts/accounts.queries.ts";
import { trainedTogetherSql } from "#server/domains/training/date-outcomes/date-outcomes.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { MessageSide, WorkoutDatesTable } from "#server/platform/db/schema/relationships.ts";

const READ_TOGETHER_MAX = 200;

/**
 * SQL: when a message was read, or when its sender was told so; null if it was not. If more was read later, the sender's
 * next message after the reading has the time, otherwise the receiver's side; that of the latest reading also if more
 * than `READ_TOGETHER_MAX` messages came before the next one, so that no page reads a whole conversation.
 * @param receiver the alias of `relationship_sides` and which of its two sides the receiver is, as in `side.their`
 */
export const timeOfReadingSql = (what: "read" | "receipt", receiver: `${string}.${"my" | "their"}`) => {
  const at = sql.ref(`later.last_${what}_at`);
  return sql<Date | null>`coalesce(${sql.ref(`messages.${what}_at`)},
    case when messages.sequence <= ${sql.ref(`${receiver}_${what}_sequence`)} then coalesce((
      select ${at} from messages as later
      where later.relationship_id = messages.relationship_id and later.sequence > messages.sequence
        and later.sequence <= messages.sequence + ${sql.lit(READ_TOGETHER_MAX)} and later.sender_id = messages.sender_id and ${at} >= messages.created_at
      order by later.sequence limit 1
    ), ${sql.ref(`${receiver}_${what}_at`)}) end)`;
};

const selectMessages = (db: Db) =>
  db
    .selectFrom("messages")
    .innerJoin("relationship_sides as side", (join) =>
      join
        .onRef("side.relationship_id", "=", "messages.relationship_id")
        .onRef("side.member_id", "=", "messages.sender_id"),
    )
    .leftJoin("messages as quoted", (join) =>
      join
        .onRef("quoted.relationship_id", "=", "messages.relationship_id")
        .onRef("quoted.sequence", "=", "messages.reply_to_sequence"),
    )
    .leftJoin("workout_dates", "workout_dates.message_id", "messages.id")
    // A deleted member has no profile, and their messages are listed as deleted ones only.
    .leftJoin("profiles", "profiles.member_id", "messages.sender_id")
    .select(["messages.id", "messages.sequence", "messages.sender_id", "messages.client_id", "messages.kind"])
    .select(["messages.content", "messages.created_at"])
    .select(timeOfReadingSql("read", "side.their").as("read_at"))
    .select(timeOfReadingSql("receipt", "side.their").as("receipt_at"))
    .select(["messages.attachment_key", "messages.width", "messages.height", "messages.thumbhash"])
    .select("messages.check_state")
    .select(["messages.sender_reaction", "messages.receiver_reaction"])
    .select(["quoted.id as quoted_id", "quoted.sender_id as quoted_sender_id", "quoted.kind as quoted_kind"])
    .select(["quoted.content as quoted_content", "quoted.deleted_at as quoted_deleted_at"])
    .select("side.other_id as receiver_id")
    .select(sql<StoredDate | null>`to_jsonb(workout_dates) - 'history'`.as("date"))
    .select(
      sql<Readonly<Record<MessageSide, number | null>> | null>`case when workout_dates.message_id is not null then
        jsonb_build_object('sender', ${linksEpochSql("messages.sender_id")}, 'receiver', ${linksEpochSql("side.other_id")})
      end`.as("links_epochs"),
    )
    .select(trainedTogetherSql("messages.id").as("trained_together"))
    .select((select) => select.fn.coalesce("profiles.username", sql.lit(DELETED_MEMBER)).as("username"));

type Stored<T> = {
  [K in keyof T]: T[K] extends Date | null ? string | Extract<T[K], null> : T[K] extends Date[] ? string[] : T[K];
};
/** A workout date within its message's row: times are texts that `Date` reads. */
export type StoredDate = Stored<Omit<Selectable<WorkoutDatesTable>, "history">>;

/** A message with the data to present it. */
export type MessageRow = Awaited<ReturnType<typeof findMessage>> & object;

/** A message and its conversation, by which its partition is found. */
export interface MessagePlace {
  readonly id: string;
  readonly relationshipId: string;
}

export const findMessage = (db: Db, { id, relationshipId }: MessagePlace) =>
  selectMessages(db)
    .where("messages.id", "=", id)
    .where("messages.relationship_id", "=", relationshipId)
    .where("messages.deleted_at", "is", null)
    .executeTakeFirst();

/**
 * Finds a message whose conversation is not known. A statement of its own looks for that in all partitions: to plan the
 * whole one for each of them takes longer than both.
 */
export async function findMessageById(db: Db, id: string): Promise<MessageRow | undefined> {
  const found = await db.selectFrom("messages").select("relationship_id").where("id", "=", id).executeTakeFirst();
  return found && findMessage(db, { id, relationshipId: found.relationship_id });
}

/** Finds a message of a conversation by the sender's `clientId`, deleted or not. */
export async function findByClientId(db: Db, senderId: string, receiverId: string, clientId: string) {
  const place = await db
    .selectFrom("relationship_sides")
    .select("relationship_id")
    .where("member_id", "=", senderId)
    .where("other_id", "=", receiverId)
    .executeTakeFirst();
  if (!place) return undefined;
  return selectMessages(db)
    .select(["messages.deleted_at", "messages.revision"])
    .where("messages.relationship_id", "=", place.relationship_id)
    .where("messages.sender_id", "=", senderId)
    .where("messages.client_id", "=", clientId)
    .executeTakeFirst();
}

/** The newest messages before a sequence, or of all, newest first. */
export const findMessagesBefore = (db: Db, relationshipId: string, before: number | undefined, limit: number) =>
  selectMessages(db)
    .where("messages.relationship_id", "=", relationshipId)
    .where("messages.deleted_at", "is", null)
    .$if(before !== undefined, (query) => query.where("messages.sequence", "<", before as number))
    .orderBy("messages.sequence", "desc")
    .limit(limit)
    .execute();

/** Messages sent or deleted after a revision and up to another, in the order of the changes. */
export const findChanges = (db: Db, relationshipId: string, range: { after: number; upTo: number }, limit: number) =>
  selectMessages(db)
    .select(["messages.revision", "messages.deleted_at"])
    .where("messages.relationship_id", "=", relationshipId)
    .where("messages.revision", ">", range.after)
    .where("messages.revision", "<=", range.upTo)
    .orderBy("messages.revision")
    .limit(limit)
    .execute();

export async function findSequence(db: Db, relationshipId: string, id: string): Promise<number | undefined> {
  const query = db
    .selectFrom("messages")
    .select("sequence")
    .where("relationship_id", "=", relationshipId)
    .where("id", "=", id);
  return (await query.executeTakeFirst())?.sequence;
}

/** A message of the conversation of two members that a reply quotes, deleted or not. */
export type QuotedRow = Pick<
  MessageRow,
  "quoted_id" | "quoted_sender_id" | "quoted_kind" | "quoted_content" | "quoted_deleted_at"
> & { readonly reply_to_sequence: number };

export const findQuoted = (db: Db, me: string, otherId: string, id: string): Promise<QuotedRow | undefined> =>
  db
    .selectFrom("messages")
    .innerJoin("relationship_sides as side", "side.relationship_id", "messages.relationship_id")
    .where("side.member_id", "=", me)
    .where("side.other_id", "=", otherId)
    .where("messages.id", "=", id)
    .select(["messages.sequence as reply_to_sequence", "messages.id as quoted_id", "messages.kind as quoted_kind"])
    .select(["messages.sender_id as quoted_sender_id", "messages.content as quoted_content"])
    .select("messages.deleted_at as quoted_deleted_at")
    .executeTakeFirst();

/** Where a message is, deleted or not, and whether the two can read it now. */
export const findMessagePlace = (db: Db, id: string) =>
  db
    .selectFrom("messages")
    .innerJoin("relationship_sides as side", "side.relationship_id", "messages.relationship_id")
    .whereRef("side.member_id", "=", "messages.sender_id")
    .where("messages.id", "=", id)
    .select(["messages.sender_id", "side.other_id as receiver_id", "side.relationship_id"])
    .select(
      // A deleted member's conversation is readable once their messages are erased.
      sql<boolean>`side.is_readable and not exists (
        select from members where id in (side.member_id, side.other_id)
          and (status = 'suspended' or status = 'deleted' and side.orphaned_at is null))`.as("is_readable"),
    )
    .executeTakeFirst();
