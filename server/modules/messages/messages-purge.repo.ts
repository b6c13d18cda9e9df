import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import { releaseMessages } from "#server/modules/retention/retention.service.ts";

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
  const which = isUnreachable(memberId, relationshipIds, keptIds);
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

/** Undeleted messages of a member per relationship. */
export const countSentByRelationship = (tx: Tx, memberId: string) =>
  tx
    .selectFrom("messages")
    .select("relationship_id as relationshipId")
    .select((select) => select.fn.countAll<number>().as("by"))
    .where("sender_id", "=", memberId)
    .where("deleted_at", "is", null)
    .groupBy("relationship_id")
    .execute();

/**
 * Deletes all messages of a member as if one by one: content goes, sequences stay, revisions are raised.
 * @param revs the revision of each conversation before
 * @returns storage keys of attachments that are not retained
 */
export async function eraseSentMessages(
  tx: Tx,
  memberId: string,
  revs: readonly { readonly relationshipId: string; readonly revision: number }[],
): Promise<string[]> {
  const { rows } = await sql<Key>`
    with before as (
      select * from unnest(${revs.map(({ relationshipId }) => relationshipId)}::uuid[], ${revs.map(({ revision }) => revision)}::bigint[])
        as before (relationship_id, revision)
    ), sent as (
      select messages.id, attachment_key as key, before.revision + row_number() over (partition by relationship_id order by sequence) as revision
      from messages join before using (relationship_id)
      where sender_id = ${memberId} and deleted_at is null
    ), erased as (
      update messages set content = '', attachment_key = null, width = null, height = null, thumbhash = null, client_id = null,
        deleted_at = clock_timestamp(), revision = sent.revision
      from sent where messages.id = sent.id
    )
    select key from sent
    where key is not null and not exists (select 1 from retained_messages where message_id = sent.id)`.execute(tx);
  return keysOf(rows);
}
