import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { DELETED_MEMBER } from "#contract/chat/conversations.ts";
import type { MessageKind } from "#contract/chat/messages.ts";
import type { Reaction } from "#contract/chat/reactions.ts";
import { MESSAGES_A_MINUTE, SEARCHED_IN_ALL_MAX, SEARCHED_MESSAGES_MAX, UNANSWERED_MAX } from "#contract/limits.ts";
import { linksEpochSql } from "#server/domains/accounts/accounts.queries.ts";
import { releaseMessages } from "#server/domains/member-data/retention/retention.statements.ts";
import { countingMessages } from "#server/domains/members/member-limits/member-limits.statements.ts";
import { maySendSql, type SendingRules } from "#server/domains/members/member-limits/sending.queries.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import { UNANSWERED_HOURS } from "#server/domains/members/relationships/relationships.policy.ts";
import {
  allocateSequencesSql,
  type LockWait,
  lockForSendSql,
} from "#server/domains/members/relationships/relationships.statements.ts";
import { type Delays, upsertPendingSql } from "#server/domains/notifications/notifications.statements.ts";
import { trainedTogetherSql } from "#server/domains/training/date-outcomes/date-outcomes.queries.ts";
import { deleteDate, deleteDatesSql } from "#server/domains/training/workout-dates/workout-dates.statements.ts";
import { type Db, type Tx, violatedConstraint } from "#server/platform/db/client.ts";
import type { CheckState } from "#server/platform/db/schema/image-checks.ts";
import type { MessageSide, MessagesTable, WorkoutDatesTable } from "#server/platform/db/schema/relationships.ts";

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
    .select(["messages.content", "messages.created_at", "messages.read_at", "messages.receipt_at"])
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

/** Whether a statement failed because the sender has sent a message with the same `clientId` at the same moment. */
export const violatesClientId = (error: unknown): boolean =>
  // The index of a partition has the partition's number behind it.
  violatedConstraint(error)?.startsWith("messages_sender_id_client_id_key") === true;

export const updateMessage = (tx: Tx, { id, relationshipId }: MessagePlace) =>
  tx.updateTable("messages").where("id", "=", id).where("relationship_id", "=", relationshipId);

/** Stores the reaction of one side, or removes it. */
export async function updateReaction(
  tx: Tx,
  place: MessagePlace,
  { side, reaction, revision }: { side: "sender" | "receiver"; reaction: Reaction | null; revision: number },
): Promise<void> {
  await updateMessage(tx, place)
    .set({ [`${side}_reaction`]: reaction, revision })
    .execute();
}

/** Deletes the reactions of a member to the messages of others. */
export async function deleteReactionsOf(tx: Tx, memberId: string): Promise<void> {
  await sql`
    update messages set receiver_reaction = null from relationship_sides as side
    where side.member_id = ${memberId} and messages.relationship_id = side.relationship_id
      and messages.sender_id = side.other_id and receiver_reaction is not null`.execute(tx);
}

export interface NewAttachmentRow {
  readonly id: string;
  readonly relationship_id: string;
  readonly sequence: number;
  readonly revision: number;
  readonly sender_id: string;
  readonly client_id: string | null;
  readonly reply_to_sequence: number | null;
  readonly attachment_key: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
  readonly check_state: CheckState | null;
}

type NewMessage = Insertable<Omit<MessagesTable, "created_at">>;

/** Its time is taken after its sequence, so that the two have the same order. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx
    .insertInto("messages")
    .values({ ...message, created_at: sql`clock_timestamp()` })
    .execute();
}

export const insertAttachment = (tx: Tx, image: NewAttachmentRow): Promise<void> =>
  insertMessage(tx, { ...image, kind: "image", content: "" });

/** Sets why only its sender sees an attachment; null if the other member sees it, too. */
export async function updateCheckState(
  tx: Tx,
  place: MessagePlace,
  { state, revision }: { state: CheckState | null; revision: number },
): Promise<void> {
  await updateMessage(tx, place).set({ check_state: state, revision }).execute();
}

const sentBy = (tx: Tx, relationshipId: string, senderId: string) =>
  tx
    .updateTable("messages")
    .where("relationship_id", "=", relationshipId)
    .where("sender_id", "=", senderId)
    .where("deleted_at", "is", null);

/** Marks one side's messages as read, and as acknowledged if that side gets read receipts. */
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
export async function eraseMessage(tx: Tx, place: MessagePlace, revision: number): Promise<void> {
  await deleteDate(tx, place.id);
  await updateMessage(tx, place)
    .set({
      content: "",
      attachment_key: null,
      thumbhash: null,
      check_state: null,
      deleted_at: sql`clock_timestamp()`,
      revision,
    })
    .set({ sender_reaction: null, receiver_reaction: null, reply_to_sequence: null })
    .execute();
}

/** Where a message is, deleted or not, and whether the two can read it now. */
export const findMessagePlace = (db: Db, id: string) =>
  db
    .selectFrom("messages")
    .innerJoin("relationship_sides as side", "side.relationship_id", "messages.relationship_id")
    .whereRef("side.member_id", "=", "messages.sender_id")
    .where("messages.id", "=", id)
    .select(["messages.sender_id", "side.other_id as receiver_id", "side.relationship_id"])
    .select(
      sql<boolean>`side.is_readable and not exists (
        select from members where id in (side.member_id, side.other_id) and status = 'suspended')`.as("is_readable"),
    )
    .executeTakeFirst();

/**
 * Undoes `eraseMessage` for an attachment that is still retained. Needs its relationship's lock.
 * @returns whether there was one
 */
export async function restoreAttachmentRow(
  tx: Tx,
  { id, relationshipId }: MessagePlace,
  { state, revision }: { state: CheckState | null; revision: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update messages set attachment_key = kept.attachment_key, width = kept.width, height = kept.height,
      thumbhash = kept.thumbhash, deleted_at = null, check_state = ${state}, revision = ${revision}
    from retained_messages as kept
    where messages.id = ${id} and messages.relationship_id = ${relationshipId} and message_id = messages.id
      and deleted_at is not null
      and kept.attachment_key is not null`.execute(tx);
  return numAffectedRows === 1n;
}

interface ConversationRow {
  readonly relationship_id: string;
  readonly other_id: string;
  readonly other_gone: boolean;
  readonly revision: number;
  readonly unread: number;
  readonly is_muted: boolean;
  readonly is_archived: boolean;
  readonly last_sender_id: string | null;
  readonly last_kind: MessageKind | null;
  readonly last_content: string | null;
  readonly last_at: Date | null;
  /** The side that has to answer a workout date. */
  readonly last_turn: MessageSide | null;
}

/** Conversations of a member, the latest first. @param after the relationship that the previous page ended with */
export async function findConversations(db: Db, me: string, limit: number, after: string | undefined) {
  const { rows } = await sql<ConversationRow>`
    with mine as (
      select relationship_id, other_id, orphaned_at is not null as other_gone, revision, matched_at,
        coalesce(is_muted, false) as is_muted, coalesce(archived_sequence >= last_sequence, false) as is_archived
      from relationship_sides left join conversation_settings as settings using (member_id, relationship_id)
      where member_id = ${me} and is_readable and last_sequence > 0
    ), conversations as (
      select mine.*, last.sender_id as last_sender_id, last.kind as last_kind, last.content as last_content,
        last.created_at as last_at, last.turn as last_turn, coalesce(last.created_at, mine.matched_at) as at
      from mine
      join members on members.id = mine.other_id and (${isInGoodStandingSql("members")} or mine.other_gone)
      left join lateral (
        select sender_id, kind, content, created_at,
          case when kind = 'date' then (select turn from workout_dates where message_id = messages.id) end as turn
        from messages
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

interface FoundRow {
  readonly id: string;
  readonly sender_id: string;
  readonly other_id: string;
  readonly other_gone: boolean;
  readonly content: string;
  readonly created_at: Date;
  /** The code points before the found text. */
  readonly found_at: number;
}

/**
 * Texts of a member's conversations that contain another text, in any case; the latest first. Reads a bounded number of
 * messages, from the latest conversations on.
 */
export async function findTexts(db: Db, me: string, text: string, limit: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with mine as (
      select relationship_id, other_id, orphaned_at is not null as other_gone, run_last_at from relationship_sides
      where member_id = ${me} and is_readable and last_sequence > 0
    ), searched as (
      select newest.*, mine.other_id, mine.other_gone
      from (
        select mine.* from mine
        join members on members.id = mine.other_id and (${isInGoodStandingSql("members")} or mine.other_gone)
        order by run_last_at desc nulls last
      ) as mine
      cross join lateral (
        select id, sender_id, content, created_at from messages
        where messages.relationship_id = mine.relationship_id and deleted_at is null
        order by sequence desc limit ${SEARCHED_MESSAGES_MAX}
      ) as newest
      limit ${SEARCHED_IN_ALL_MAX}
    )
    select searched.*, found.at - 1 as found_at
    from searched, strpos(lower(content), lower(${text})) as found (at)
    where found.at > 0
    order by created_at desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** A text to insert. */
export interface NewMessageRow {
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly clientId: string | null;
  readonly content: string;
  /** The sequence of the message that it replies to. */
  readonly replyToSequence: number | null;
}

/** An inserted text, with its sequence and revision. */
export interface InsertedMessage {
  readonly id: string;
  readonly sequence: number;
  readonly revision: number;
  readonly relationship_id: string;
  readonly created_at: Date;
  /** Messages that the sender has sent in a row without an answer, including this one. */
  readonly in_a_row: number;
  readonly refused: null;
}

/** A text that was not inserted because its sender reached a limit. */
export interface RejectedMessage {
  readonly id: string;
  readonly refused: "message_rate_limit" | "unanswered_limit";
  /** When it may be tried again. */
  readonly until: Date;
}

/** Applies the limit of messages per minute: `rated` holds the texts within it. Rejected texts count towards it as well. */
const rateLimitedTexts = sql`
    ${countingMessages()}, numbered as (
      select open.*, sent - count(*) over (partition by sender_id)
        + row_number() over (partition by sender_id order by nth) as nth_in_minute
      from open join message_usage using (sender_id)
    ), rated as (select * from numbered where nth_in_minute <= ${MESSAGES_A_MINUTE}::int)`;

const rejectedTexts = sql`
    select open.id, null, null, null, null, null,
      case when runs.id is null then 'message_rate_limit' else 'unanswered_limit' end,
      case when runs.id is null then message_usage.ends_at
        else case when runs.before >= ${UNANSWERED_MAX}::int then runs.run_last_at else now() end
          + make_interval(hours => ${UNANSWERED_HOURS}) end
    from open join message_usage using (sender_id) left join runs using (id) left join placed using (id)
    where placed.id is null`;

interface BatchOptions {
  readonly wait: LockWait;
  readonly config: SendingRules;
  readonly delays: Delays;
}

/**
 * Inserts texts and allocates their sequences in one statement. Conversations are locked in the order of their ids, so that
 * two processes never deadlock. Skips texts whose `clientId` was used in the conversation before, and texts of members who
 * have no match or are unavailable; the sender may have been suspended in the meantime.
 */
export async function insertMessagesBatch(
  tx: Tx,
  texts: readonly NewMessageRow[],
  { wait, config, delays }: BatchOptions,
): Promise<(InsertedMessage | RejectedMessage)[]> {
  const limited = config.rateLimits;
  // `(select …)` hides the number of texts from the planner, which else plans the statement anew for each batch. The
  // `limit` makes the lookup of a `clientId` one in the conversation's partition; as a join it would search in all.
  const { rows } = await sql<InsertedMessage | RejectedMessage>`
    with all_sent as (
      select * from unnest(
        (select ${texts.map(({ id }) => id)}::uuid[]),
        ${texts.map(({ senderId }) => senderId)}::uuid[],
        ${texts.map(({ receiverId }) => receiverId)}::uuid[],
        ${texts.map(({ clientId }) => clientId)}::uuid[],
        ${texts.map(({ content }) => content)}::text[],
        ${texts.map(({ replyToSequence }) => replyToSequence)}::bigint[]
      ) with ordinality as sent (id, sender_id, receiver_id, client_id, content, reply_to_sequence, nth)
    ), sent as (
      select * from all_sent where (
        select earlier.id from relationship_sides as side cross join lateral (
          select messages.id from messages
          where messages.relationship_id = side.relationship_id and messages.sender_id = all_sent.sender_id
            and messages.client_id = all_sent.client_id
          limit 1
        ) as earlier
        where side.member_id = all_sent.sender_id and side.other_id = all_sent.receiver_id) is null
        and ${maySendSql(config, sql`all_sent.sender_id`)}
    ), ${lockForSendSql(wait)}, ${limited ? rateLimitedTexts : sql`rated as (select * from open)`},
    ${allocateSequencesSql(limited ? UNANSWERED_MAX : null)}, stored as (
      insert into messages (
        id, relationship_id, sequence, revision, sender_id, client_id, content, reply_to_sequence, created_at)
      select id, relationship_id, new_sequence, new_revision, sender_id, client_id, content, reply_to_sequence,
        clock_timestamp()
      from placed order by new_sequence
      returning id, created_at
    ), ${upsertPendingSql(sql`select receiver_id, 'message', sender_id from placed`, delays)}
    select placed.id, new_sequence as sequence, new_revision as revision, relationship_id, created_at, in_a_row,
      null::text as refused, null::timestamptz as until
    from placed join stored using (id)
    ${limited ? sql`union all ${rejectedTexts}` : sql``}
    order by sequence`.execute(tx);
  return rows;
}

type Key = { readonly key: string | null };
const keysOf = (rows: readonly Key[]): string[] => rows.flatMap(({ key }) => key ?? []);

/** SQL condition: messages of the given relationships, or of a member outside of the kept ones. */
const isUnreachable = (
  memberId: string,
  relationshipIds: readonly string[],
  keptIds: readonly string[],
) => sql<boolean>`(
  messages.relationship_id = any(${sql.val([...relationshipIds])}::uuid[])
  or messages.sender_id = ${memberId} and messages.relationship_id <> all(${sql.val([...keptIds])}::uuid[]))`;

/**
 * Deletes all messages of the given relationships, and those that a member sent outside of the kept ones, together with
 * their retained copies.
 * @returns storage keys of attachments that can be deleted
 */
export async function deleteUnreachableMessages(
  tx: Tx,
  memberId: string,
  relationshipIds: readonly string[],
  keptIds: readonly string[],
): Promise<string[]> {
  return deleteMessagesWhere(tx, isUnreachable(memberId, relationshipIds, keptIds));
}

/** Deletes all messages of a conversation, with their retained copies and its settings. @returns as above */
export async function deleteMessagesIn(tx: Tx, relationshipId: string): Promise<string[]> {
  await tx.deleteFrom("conversation_settings").where("relationship_id", "=", relationshipId).execute();
  return deleteMessagesWhere(tx, sql<boolean>`messages.relationship_id = ${relationshipId}`);
}

async function deleteMessagesWhere(tx: Tx, which: RawBuilder<boolean>): Promise<string[]> {
  const released = await releaseMessages(tx, which);
  const { rows } = await sql<Key>`delete from messages where ${which} returning attachment_key as key`.execute(tx);
  return [...released, ...keysOf(rows)];
}

/** Relationships of a member that one of the two left by deleting their account; the other can still read them. */
export async function findOrphanedRelationshipIds(tx: Tx, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select relationship_id as id from relationship_sides where member_id = ${memberId} and orphaned_at is not null`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** SQL condition: a message that goes with a member's account. A workout date is of both members. */
const goesWith = (memberId: string) => sql<boolean>`(
  messages.relationship_id in (select relationship_id from relationship_sides where member_id = ${memberId})
  and (messages.sender_id = ${memberId} or messages.kind = 'date') and messages.deleted_at is null)`;

/** The messages that go with a member's account, per relationship. */
export const countErasable = (tx: Tx, memberId: string) =>
  tx
    .selectFrom("messages")
    .select("relationship_id as relationshipId")
    .select((select) => select.fn.countAll<number>().as("by"))
    .where(goesWith(memberId))
    .groupBy("relationship_id")
    .execute();

/**
 * Deletes all messages that go with a member's account as if one by one: content goes, sequences stay, revisions are raised.
 * @param revs the revision of each conversation before
 * @returns storage keys of attachments that are not retained
 */
export async function eraseMessagesOf(
  tx: Tx,
  memberId: string,
  revs: readonly { readonly relationshipId: string; readonly revision: number }[],
): Promise<string[]> {
  const { rows } = await sql<Key>`
    with before as (
      select * from unnest(${revs.map(({ relationshipId }) => relationshipId)}::uuid[], ${revs.map(({ revision }) => revision)}::bigint[])
        as before (relationship_id, revision)
    ), sent as (
      select messages.id, relationship_id, attachment_key as key, before.revision + row_number() over (partition by relationship_id order by sequence) as revision
      from messages join before using (relationship_id)
      where ${goesWith(memberId)}
    ), dates as (
      ${deleteDatesSql}
    ), erased as (
      update messages set content = '', attachment_key = null, width = null, height = null, thumbhash = null, check_state = null, client_id = null,
        sender_reaction = null, receiver_reaction = null, reply_to_sequence = null,
        deleted_at = clock_timestamp(), revision = sent.revision
      from sent where messages.id = sent.id and messages.relationship_id = sent.relationship_id
    )
    select key from sent
    where key is not null and not exists (select 1 from retained_messages where message_id = sent.id)`.execute(tx);
  return keysOf(rows);
}

/** Deletes what is retained of a message. */
export const releaseMessage = (tx: Tx, id: string) => releaseMessages(tx, sql<boolean>`messages.id = ${id}`);

/**
 * Lets PostgreSQL know how the messages of all partitions are distributed, by which it plans joins, unless that was done
 * within a day.
 */
export async function analyzeMessages(tx: Tx): Promise<void> {
  await sql`select analyze_messages()`.execute(tx);
}
