import { type RawBuilder, sql } from "kysely";
import { releaseMessages } from "#server/domains/member-data/retention/retention.statements.ts";
import { deleteDatesSql } from "#server/domains/training/workout-dates/workout-dates.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";

const anyOf = (ids: readonly string[]) => sql`any(${sql.val([...ids])}::uuid[])`;

/** Messages of some conversations, of which a transaction may have to take a part. */
export interface Portion {
  readonly ids: readonly string[];
  /** The first and the last sequence. Absent: all messages. */
  readonly sequences?: readonly [first: number, last: number];
}

/** SQL condition on `messages`. A portion by sequences leaves out workout dates, with which more than their message goes. */
export const isInPortion = ({ ids, sequences }: Portion) =>
  sequences === undefined
    ? sql<boolean>`messages.relationship_id = ${anyOf(ids)}`
    : sql<boolean>`(messages.relationship_id = ${anyOf(ids)} and messages.kind <> 'date'
        and messages.sequence between ${sequences[0]} and ${sequences[1]})`;

/** Deletes a member's reactions to the messages of others, and when they read these. What they told of it stays. */
export async function deleteResponsesOf(tx: Tx, memberId: string, portion: Portion): Promise<void> {
  await sql`
    update messages set receiver_reaction = null, last_read_at = null, read_at = null
    where ${isInPortion(portion)} and messages.sender_id <> ${memberId}
      and num_nonnulls(receiver_reaction, last_read_at, read_at) > 0`.execute(tx);
}

type Key = { readonly key: string | null };
const keysOf = (rows: readonly Key[]): string[] => rows.flatMap(({ key }) => key ?? []);

/**
 * Of a portion of messages, deletes those of the abandoned relationships, and those that a member sent outside of the
 * kept ones, together with their retained copies.
 * @returns storage keys of attachments that can be deleted
 */
export async function deleteUnreachableMessages(
  tx: Tx,
  memberId: string,
  portion: Portion,
  { abandonedIds, keptIds }: { readonly abandonedIds: readonly string[]; readonly keptIds: readonly string[] },
): Promise<string[]> {
  return deleteMessagesWhere(
    tx,
    sql<boolean>`(${isInPortion(portion)} and (messages.relationship_id = ${anyOf(abandonedIds)}
      or messages.sender_id = ${memberId} and not (messages.relationship_id = ${anyOf(keptIds)})))`,
  );
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

/** Of some relationships those that one of the two left by deleting their account; the other can still read them. */
export async function findOrphanedRelationshipIds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct relationship_id as id from relationship_sides
    where relationship_id = ${anyOf(ids)} and orphaned_at is not null`.execute(tx);
  return rows.map(({ id }) => id);
}

/** SQL condition: a message that goes with a member's account. A workout date is of both members. */
const goesWith = (memberId: string, portion: Portion) => sql<boolean>`(${isInPortion(portion)}
  and (messages.sender_id = ${memberId} or messages.kind = 'date') and messages.deleted_at is null)`;

/** The messages of a portion that go with a member's account, per relationship. */
export const countErasable = (tx: Tx, memberId: string, portion: Portion) =>
  tx
    .selectFrom("messages")
    .select("relationship_id as relationshipId")
    .select((select) => select.fn.countAll<number>().as("by"))
    .where(goesWith(memberId, portion))
    .groupBy("relationship_id")
    .execute();

/**
 * Deletes the messages of a portion that go with a member's account as if one by one: content goes, sequences stay,
 * revisions are raised.
 * @param revs the revision of each conversation before
 * @returns storage keys of attachments that are not retained
 */
export async function eraseMessagesOf(
  tx: Tx,
  memberId: string,
  portion: Portion,
  revs: readonly { readonly relationshipId: string; readonly revision: number }[],
): Promise<string[]> {
  const { rows } = await sql<Key>`
    with before as (
      select * from unnest(${revs.map(({ relationshipId }) => relationshipId)}::uuid[], ${revs.map(({ revision }) => revision)}::bigint[])
        as before (relationship_id, revision)
    ), sent as (
      select messages.id, relationship_id, attachment_key as key, before.revision + row_number() over (partition by relationship_id order by sequence) as revision
      from messages join before using (relationship_id)
      where ${goesWith(memberId, portion)}
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
