import { sql } from "kysely";
import { DELETED_MEMBER } from "#contract/schemas.ts";
import type { Db, Tx } from "#server/db/client.ts";

const selectMessages = (db: Db) =>
  db
    .selectFrom("messages")
    .innerJoin("relationship_sides as side", (join) =>
      join
        .onRef("side.relationship_id", "=", "messages.relationship_id")
        .onRef("side.member_id", "=", "messages.sender_id"),
    )
    // A deleted member has no profile, and their messages are listed as deleted ones only.
    .leftJoin("profiles", "profiles.member_id", "messages.sender_id")
    .select(["messages.id", "messages.sequence", "messages.sender_id", "messages.client_id", "messages.kind"])
    .select(["messages.content", "messages.created_at", "messages.read_at", "messages.receipt_at"])
    .select(["messages.attachment_key", "messages.width", "messages.height", "messages.thumbhash"])
    .select("side.other_id as receiver_id")
    .select((select) => select.fn.coalesce("profiles.username", sql.lit(DELETED_MEMBER)).as("username"));

/** A message with what is needed to present it. */
export type MessageRow = Awaited<ReturnType<typeof findMessage>> & object;

export const findMessage = (db: Db, id: string) =>
  selectMessages(db).where("messages.id", "=", id).where("messages.deleted_at", "is", null).executeTakeFirst();

/** Finds a message by the sender's `clientId`, deleted or not. */
export const findByClientId = (db: Db, senderId: string, clientId: string) =>
  selectMessages(db)
    .select("messages.deleted_at")
    .where("messages.sender_id", "=", senderId)
    .where("messages.client_id", "=", clientId)
    .executeTakeFirst();

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

export interface NewAttachmentRow {
  readonly id: string;
  readonly relationship_id: string;
  readonly sequence: number;
  readonly revision: number;
  readonly sender_id: string;
  readonly client_id: string | null;
  readonly attachment_key: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
}

/** Inserts an attachment. Its time is taken after its sequence, so that the two have the same order. */
export async function insertAttachment(tx: Tx, image: NewAttachmentRow): Promise<void> {
  await tx
    .insertInto("messages")
    .values({ ...image, kind: "image", content: "", created_at: sql`clock_timestamp()` })
    .execute();
}

const sentBy = (tx: Tx, relationshipId: string, senderId: string) =>
  tx
    .updateTable("messages")
    .where("relationship_id", "=", relationshipId)
    .where("sender_id", "=", senderId)
    .where("deleted_at", "is", null);

/** Marks what one side sent as read, and as acknowledged if that side gets read receipts. */
export async function markMessagesRead(
  tx: Tx,
  { relationshipId, senderId }: { relationshipId: string; senderId: string },
  readAt: Date,
  sharesReceipts: boolean,
): Promise<void> {
  await sentBy(tx, relationshipId, senderId)
    .set({ read_at: readAt, ...(sharesReceipts && { receipt_at: readAt }) })
    .where("read_at", "is", null)
    .execute();
}

/** Sends read receipts for messages that were read without one, with the time of now. */
export async function markEarlierReceipts(
  tx: Tx,
  { relationshipId, senderId }: { relationshipId: string; senderId: string },
  readAt: Date,
): Promise<void> {
  await sentBy(tx, relationshipId, senderId)
    .set({ receipt_at: readAt })
    .where("read_at", "is not", null)
    .where("receipt_at", "is", null)
    .execute();
}

export async function hasUnread(tx: Tx, relationshipId: string, senderId: string): Promise<boolean> {
  const query = tx
    .selectFrom("messages")
    .select("id")
    .where("relationship_id", "=", relationshipId)
    .where("sender_id", "=", senderId);
  return (
    (await query.where("read_at", "is", null).where("deleted_at", "is", null).limit(1).executeTakeFirst()) !== undefined
  );
}

/** Deletes a message: its content goes at once, its sequence stays. */
export async function eraseMessage(tx: Tx, id: string, revision: number): Promise<void> {
  await tx
    .updateTable("messages")
    .set({ content: "", attachment_key: null, thumbhash: null, deleted_at: sql`clock_timestamp()`, revision })
    .where("id", "=", id)
    .execute();
}

interface ConversationRow {
  readonly relationship_id: string;
  readonly other_id: string;
  readonly other_gone: boolean;
  readonly revision: number;
  readonly unread: number;
  readonly last_sender_id: string | null;
  readonly last_kind: "text" | "image" | null;
  readonly last_content: string | null;
  readonly last_at: Date | null;
}

/** Conversations of a member, the latest first. @param after the relationship that the previous page ended with */
export async function findConversations(db: Db, me: string, limit: number, after: string | undefined) {
  const { rows } = await sql<ConversationRow>`
    with mine as (
      select relationship_id, other_id, orphaned_at is not null as other_gone, revision, matched_at
      from relationship_sides
      where member_id = ${me} and is_readable and last_sequence > 0
    ), conversations as (
      select mine.*, last.sender_id as last_sender_id, last.kind as last_kind, last.content as last_content,
        last.created_at as last_at, coalesce(last.created_at, mine.matched_at) as at
      from mine
      join members on members.id = mine.other_id and (members.status in ('active', 'hidden') or mine.other_gone)
      left join lateral (
        select sender_id, kind, content, created_at from messages
        where messages.relationship_id = mine.relationship_id and deleted_at is null order by sequence desc limit 1
      ) as last on true
    )
    select conversations.*, (
      select count(*) from messages
      where messages.relationship_id = conversations.relationship_id and sender_id = other_id and read_at is null and deleted_at is null
    ) as unread
    from conversations
    where ${after ?? null}::uuid is null
      or (at, relationship_id) < (select c.at, c.relationship_id from conversations c where c.relationship_id = ${after ?? null}::uuid)
    order by at desc, relationship_id desc
    limit ${limit}`.execute(db);
  return rows;
}
