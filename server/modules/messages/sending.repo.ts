import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import { sidesOf } from "#server/modules/pairs/pairs.policy.ts";
import { placing } from "#server/modules/pairs/pairs.service.ts";

/** A text on its way to a match. */
export interface Outgoing {
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly clientId: string | null;
  readonly content: string;
}

export interface Placed {
  readonly id: string;
  readonly seq: number;
  readonly rev: number;
  readonly pair_id: string;
  readonly created_at: Date;
  /** A real member wrote to a demo one. */
  readonly to_demo: boolean;
}

/**
 * Stores texts, each in its place in its conversation, in one statement. The conversations are locked in the order of
 * their ids, so that two processes never wait for each other. Left out are texts whose sender has used their name before, and
 * those to whom is no match, or where either is not there: the sender, too, may have been suspended meanwhile.
 */
export async function insertBatch(tx: Tx, texts: readonly Outgoing[], waits: boolean): Promise<Placed[]> {
  const sides = texts.map(({ senderId, receiverId }) => sidesOf(senderId, receiverId));
  const { rows } = await sql<Placed>`
    with all_sent as (
      select * from unnest(
        ${texts.map(({ id }) => id)}::uuid[],
        ${sides.map(({ low }) => low)}::uuid[],
        ${sides.map(({ high }) => high)}::uuid[],
        ${texts.map(({ senderId }) => senderId)}::uuid[],
        ${texts.map(({ clientId }) => clientId)}::uuid[],
        ${texts.map(({ content }) => content)}::text[]
      ) with ordinality as sent (id, low_id, high_id, sender_id, client_id, content, nth)
    ), sent as (
      select * from all_sent where not exists (
        select 1 from messages where messages.sender_id = all_sent.sender_id and messages.client_id = all_sent.client_id)
    ), ${placing(waits)}, stored as (
      insert into messages (id, pair_id, seq, rev, sender_id, client_id, content, created_at)
      select id, pair_id, seq, rev, sender_id, client_id, content, clock_timestamp() from placed order by seq
      returning id, created_at
    )
    select placed.id, placed.seq, placed.rev, placed.pair_id, stored.created_at, placed.to_demo
    from placed join stored using (id)
    order by placed.seq`.execute(tx);
  return rows;
}
