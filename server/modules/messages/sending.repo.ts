import { sql } from "kysely";
import { MESSAGES_A_MINUTE, UNANSWERED_MAX } from "#contract/limits.ts";
import type { Tx } from "#server/db/client.ts";
import { countingSenders } from "#server/modules/member-limits/member-limits.service.ts";
import { sidesOf, UNANSWERED_HOURS } from "#server/modules/relationships/relationships.policy.ts";
import { opening, placing } from "#server/modules/relationships/relationships.service.ts";

/** A text on its way to a match. */
export interface Outgoing {
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly clientId: string | null;
  readonly content: string;
}

/** A text that has its place. */
export interface Placed {
  readonly id: string;
  readonly seq: number;
  readonly rev: number;
  readonly pair_id: string;
  readonly created_at: Date;
  /** A real member wrote to a demo one. */
  readonly to_demo: boolean;
  /** How many the sender has sent in a row with it, to this match. */
  readonly in_a_row: number;
  readonly refused: null;
}

/** A text that is not stored, because its sender has met a limit. */
export interface Refused {
  readonly id: string;
  readonly refused: "message_rate_limit" | "unanswered_limit";
  /** When it may be tried again. */
  readonly until: Date;
}

/** The limit of messages a minute: `rated` are those that keep it. The others count, too, until the minute is over. */
const rating = sql`
    ${countingSenders()}, numbered as (
      select open.*, sent - count(*) over (partition by sender_id)
        + row_number() over (partition by sender_id order by nth) as nth_in_minute
      from open join message_usage using (sender_id)
    ), rated as (select * from numbered where nth_in_minute <= ${MESSAGES_A_MINUTE}::int)`;

const refusing = sql`
    select open.id, null, null, null, null, null, null,
      case when runs.id is null then 'message_rate_limit' else 'unanswered_limit' end,
      case when runs.id is null then message_usage.ends_at
        else case when runs.before >= ${UNANSWERED_MAX}::int then runs.run_last_at else now() end
          + make_interval(hours => ${UNANSWERED_HOURS}) end
    from open join message_usage using (sender_id) left join runs using (id) left join placed using (id)
    where placed.id is null`;

/**
 * Stores texts, each in its place in its conversation, in one statement. The conversations are locked in the order of
 * their ids, so that two processes never wait for each other. Left out are texts whose sender has used their name before, and
 * those to whom is no match, or where either is not there: the sender, too, may have been suspended meanwhile.
 * @param limited whether the limits of messages hold
 */
export async function insertBatch(
  tx: Tx,
  texts: readonly Outgoing[],
  { waits, limited }: { waits: boolean; limited: boolean },
): Promise<(Placed | Refused)[]> {
  const sides = texts.map(({ senderId, receiverId }) => sidesOf(senderId, receiverId));
  const { rows } = await sql<Placed | Refused>`
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
    ), ${opening(waits)}, ${limited ? rating : sql`rated as (select * from open)`},
    ${placing(limited ? UNANSWERED_MAX : null)}, stored as (
      insert into messages (id, pair_id, seq, rev, sender_id, client_id, content, created_at)
      select id, pair_id, new_seq, new_rev, sender_id, client_id, content, clock_timestamp() from placed order by new_seq
      returning id, created_at
    )
    select placed.id, new_seq as seq, new_rev as rev, pair_id, created_at, to_demo, in_a_row,
      null::text as refused, null::timestamptz as until
    from placed join stored using (id)
    ${limited ? sql`union all ${refusing}` : sql``}
    order by seq`.execute(tx);
  return rows;
}
