import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";

type Key = { readonly key: string | null };
const keysOf = (rows: readonly Key[]): string[] => rows.flatMap(({ key }) => key ?? []);

/** Takes away what a member has sent in conversations that nobody reads any more, and all of those named. @returns pictures' keys */
export async function deleteUnread(tx: Tx, memberId: string, pairIds: readonly string[]): Promise<string[]> {
  const named = await sql<Key>`
    delete from messages where pair_id = any(${sql.val([...pairIds])}::uuid[]) returning picture_key as key`.execute(
    tx,
  );
  const sent = await sql<Key>`
    delete from messages using pairs
    where pairs.id = messages.pair_id and sender_id = ${memberId} and pairs.gone_at is null
    returning picture_key as key`.execute(tx);
  return keysOf([...named.rows, ...sent.rows]);
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
 * @returns pictures' keys
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
    select key from sent where key is not null`.execute(tx);
  return keysOf(rows);
}
