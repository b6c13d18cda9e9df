import { sql } from "kysely";
import { DELETED_MEMBER } from "#contract/schemas.ts";
import type { Db, Tx } from "#server/db/client.ts";

const shown = (db: Db) =>
  db
    .selectFrom("messages")
    .innerJoin("pairs", "pairs.id", "messages.pair_id")
    // Whoever has gone has no name any more; of them only that messages were deleted is told.
    .leftJoin("profiles", "profiles.member_id", "messages.sender_id")
    .select(["messages.id", "messages.seq", "messages.sender_id", "messages.client_id", "messages.kind"])
    .select(["messages.content", "messages.created_at", "messages.read_at", "messages.receipt_at"])
    .select(["messages.picture_key", "messages.width", "messages.height", "messages.blur"])
    .select(["pairs.low_id", "pairs.high_id"])
    .select((select) => select.fn.coalesce("profiles.username", sql.lit(DELETED_MEMBER)).as("username"));

/** A message as one of the two sees it. */
export type ShownRow = Awaited<ReturnType<typeof findMessage>> & object;

export const findMessage = (db: Db, id: string) =>
  shown(db).where("messages.id", "=", id).where("messages.deleted_at", "is", null).executeTakeFirst();

/** What a sender has sent under a name of their own, deleted or not. */
export const findByClientId = (db: Db, senderId: string, clientId: string) =>
  shown(db)
    .select("messages.deleted_at")
    .where("messages.sender_id", "=", senderId)
    .where("messages.client_id", "=", clientId)
    .executeTakeFirst();

/** The newest messages before a place (or all), newest first. */
export const findPageBefore = (db: Db, pairId: string, before: number | undefined, limit: number) =>
  shown(db)
    .where("messages.pair_id", "=", pairId)
    .where("messages.deleted_at", "is", null)
    .$if(before !== undefined, (query) => query.where("messages.seq", "<", before as number))
    .orderBy("messages.seq", "desc")
    .limit(limit)
    .execute();

/** What was sent or deleted after a revision and up to another, in the order it happened. */
export const findChanges = (db: Db, pairId: string, range: { after: number; upTo: number }, limit: number) =>
  shown(db)
    .select(["messages.rev", "messages.deleted_at"])
    .where("messages.pair_id", "=", pairId)
    .where("messages.rev", ">", range.after)
    .where("messages.rev", "<=", range.upTo)
    .orderBy("messages.rev")
    .limit(limit)
    .execute();

export async function findSeq(db: Db, pairId: string, id: string): Promise<number | undefined> {
  const query = db.selectFrom("messages").select("seq").where("pair_id", "=", pairId).where("id", "=", id);
  return (await query.executeTakeFirst())?.seq;
}

export interface NewImage {
  readonly id: string;
  readonly pair_id: string;
  readonly seq: number;
  readonly rev: number;
  readonly sender_id: string;
  readonly client_id: string | null;
  readonly picture_key: string;
  readonly width: number;
  readonly height: number;
  readonly blur: string;
}

/** Stores a picture's message, stamped with the time at which its place was held. */
export async function insertImage(tx: Tx, image: NewImage): Promise<void> {
  await tx
    .insertInto("messages")
    .values({ ...image, kind: "image", content: "", created_at: sql`clock_timestamp()` })
    .execute();
}

const sentBy = (tx: Tx, pairId: string, senderId: string) =>
  tx
    .updateTable("messages")
    .where("pair_id", "=", pairId)
    .where("sender_id", "=", senderId)
    .where("deleted_at", "is", null);

/** Marks what one side sent as read, and whether that side is told. */
export async function markMessagesRead(
  tx: Tx,
  { pairId, senderId }: { pairId: string; senderId: string },
  readAt: Date,
  told: boolean,
): Promise<void> {
  await sentBy(tx, pairId, senderId)
    .set({ read_at: readAt, ...(told && { receipt_at: readAt }) })
    .where("read_at", "is", null)
    .execute();
}

/** Tells of what was read untold, as if it had been read just now. */
export async function tellEarlierReads(
  tx: Tx,
  { pairId, senderId }: { pairId: string; senderId: string },
  readAt: Date,
): Promise<void> {
  await sentBy(tx, pairId, senderId)
    .set({ receipt_at: readAt })
    .where("read_at", "is not", null)
    .where("receipt_at", "is", null)
    .execute();
}

export async function hasUnread(tx: Tx, pairId: string, senderId: string): Promise<boolean> {
  const query = tx.selectFrom("messages").select("id").where("pair_id", "=", pairId).where("sender_id", "=", senderId);
  return (
    (await query.where("read_at", "is", null).where("deleted_at", "is", null).limit(1).executeTakeFirst()) !== undefined
  );
}

/** Deletes a message: its text or picture goes at once, its place stays. */
export async function eraseMessage(tx: Tx, id: string, rev: number): Promise<void> {
  await tx
    .updateTable("messages")
    .set({ content: "", picture_key: null, blur: null, deleted_at: sql`clock_timestamp()`, rev })
    .where("id", "=", id)
    .execute();
}

interface ConversationRow {
  readonly pair_id: string;
  readonly other_id: string;
  readonly other_gone: boolean;
  readonly rev: number;
  readonly unread: number;
  readonly last_sender_id: string | null;
  readonly last_kind: "text" | "image" | null;
  readonly last_content: string | null;
  readonly last_at: Date | null;
}

/** One's conversations, the latest first. @param after the pair that the page before ended with */
export async function findConversations(db: Db, me: string, limit: number, after: string | undefined) {
  const { rows } = await sql<ConversationRow>`
    with mine as (
      select id, high_id as other_id, gone_at is not null as other_gone, rev, matched_at from pairs
        where low_id = ${me} and matched_at is not null and (ended_at is null or gone_at is not null) and last_seq > 0
      union all
      select id, low_id, gone_at is not null, rev, matched_at from pairs
        where high_id = ${me} and matched_at is not null and (ended_at is null or gone_at is not null) and last_seq > 0
    ), conversations as (
      select mine.id as pair_id, mine.other_id, mine.other_gone, mine.rev, last.sender_id as last_sender_id, last.kind as last_kind,
        last.content as last_content, last.created_at as last_at, coalesce(last.created_at, mine.matched_at) as at
      from mine
      join members on members.id = mine.other_id and (members.standing in ('active', 'hidden') or mine.other_gone)
      left join lateral (
        select sender_id, kind, content, created_at from messages
        where pair_id = mine.id and deleted_at is null order by seq desc limit 1
      ) as last on true
    )
    select conversations.*, (
      select count(*) from messages
      where messages.pair_id = conversations.pair_id and sender_id = other_id and read_at is null and deleted_at is null
    ) as unread
    from conversations
    where ${after ?? null}::uuid is null
      or (at, pair_id) < (select c.at, c.pair_id from conversations c where c.pair_id = ${after ?? null}::uuid)
    order by at desc, pair_id desc
    limit ${limit}`.execute(db);
  return rows;
}
