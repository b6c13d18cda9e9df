import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import { releaseMessages } from "#server/modules/retention/retention.service.ts";

type Key = { readonly key: string | null };
const keysOf = (rows: readonly Key[]): string[] => rows.flatMap(({ key }) => key ?? []);

/** A condition on `messages`: those of a pair that is named, or of a member in a pair that is not kept. */
const isForgotten = (memberId: string, pairIds: readonly string[], keptIds: readonly string[]) => sql<boolean>`(
  messages.pair_id = any(${sql.val([...pairIds])}::uuid[])
  or messages.sender_id = ${memberId} and messages.pair_id <> all(${sql.val([...keptIds])}::uuid[]))`;

/**
 * Deletes all messages of some conversations, and those that a member sent elsewhere than in conversations that are kept.
 * What is retained of them goes, too.
 * @returns pictures' keys
 */
export async function deleteForgotten(
  tx: Tx,
  memberId: string,
  pairIds: readonly string[],
  keptIds: readonly string[],
): Promise<string[]> {
  const which = isForgotten(memberId, pairIds, keptIds);
  const released = await releaseMessages(tx, which);
  const { rows } = await sql<Key>`delete from messages where ${which} returning picture_key as key`.execute(tx);
  return [...released, ...keysOf(rows)];
}

/** Conversations of a member that stood until one of the two went, which the one who stays can read. */
export async function findLeftBehind(tx: Tx, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pairs where (low_id = ${memberId} or high_id = ${memberId}) and gone_at is not null`.execute(tx);
  return rows.map(({ id }) => id);
}

/** How many messages of a member are there in each conversation. */
export const countSent = (tx: Tx, memberId: string) =>
  tx
    .selectFrom("messages")
    .select("pair_id as pairId")
    .select((select) => select.fn.countAll<number>().as("by"))
    .where("sender_id", "=", memberId)
    .where("deleted_at", "is", null)
    .groupBy("pair_id")
    .execute();

/**
 * Deletes all that a member has sent, as if one by one: texts and pictures go, their places stay.
 * @param revs of each conversation before
 * @returns the keys of pictures that are not retained
 */
export async function eraseSent(
  tx: Tx,
  memberId: string,
  revs: readonly { readonly pairId: string; readonly rev: number }[],
): Promise<string[]> {
  const { rows } = await sql<Key>`
    with before as (
      select * from unnest(${revs.map(({ pairId }) => pairId)}::uuid[], ${revs.map(({ rev }) => rev)}::bigint[])
        as before (pair_id, rev)
    ), sent as (
      select messages.id, picture_key as key, before.rev + row_number() over (partition by pair_id order by seq) as rev
      from messages join before using (pair_id)
      where sender_id = ${memberId} and deleted_at is null
    ), erased as (
      update messages set content = '', picture_key = null, width = null, height = null, blur = null, client_id = null,
        deleted_at = clock_timestamp(), rev = sent.rev
      from sent where messages.id = sent.id
    )
    select key from sent
    where key is not null and not exists (select 1 from retained_messages where message_id = sent.id)`.execute(tx);
  return keysOf(rows);
}
