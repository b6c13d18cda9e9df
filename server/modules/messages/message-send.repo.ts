import { sql } from "kysely";
import { MESSAGES_A_MINUTE, UNANSWERED_MAX } from "#contract/limits.ts";
import type { Tx } from "#server/db/client.ts";
import { countingSenders } from "#server/modules/member-limits/member-limits.service.ts";
import { UNANSWERED_HOURS } from "#server/modules/relationships/relationships.policy.ts";
import { allocateSequencesSql, lockForSendSql } from "#server/modules/relationships/relationships.service.ts";

/** A text to insert. */
export interface NewMessageRow {
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly clientId: string | null;
  readonly content: string;
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
    ${countingSenders()}, numbered as (
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

/**
 * Inserts texts and allocates their sequences in one statement. Conversations are locked in the order of their ids, so that
 * two processes never deadlock. Skips texts whose `clientId` was used before, and texts of members who have no match or are
 * unavailable; the sender may have been suspended meanwhile.
 * @param skipLocked whether to skip conversations that another transaction has locked
 * @param limited whether message limits apply
 */
export async function insertMessagesBatch(
  tx: Tx,
  texts: readonly NewMessageRow[],
  { skipLocked, limited }: { skipLocked: boolean; limited: boolean },
): Promise<(InsertedMessage | RejectedMessage)[]> {
  const { rows } = await sql<InsertedMessage | RejectedMessage>`
    with all_sent as (
      select * from unnest(
        ${texts.map(({ id }) => id)}::uuid[],
        ${texts.map(({ senderId }) => senderId)}::uuid[],
        ${texts.map(({ receiverId }) => receiverId)}::uuid[],
        ${texts.map(({ clientId }) => clientId)}::uuid[],
        ${texts.map(({ content }) => content)}::text[]
      ) with ordinality as sent (id, sender_id, receiver_id, client_id, content, nth)
    ), sent as (
      select * from all_sent where not exists (
        select 1 from messages where messages.sender_id = all_sent.sender_id and messages.client_id = all_sent.client_id)
    ), ${lockForSendSql(skipLocked)}, ${limited ? rateLimitedTexts : sql`rated as (select * from open)`},
    ${allocateSequencesSql(limited ? UNANSWERED_MAX : null)}, stored as (
      insert into messages (id, relationship_id, sequence, revision, sender_id, client_id, content, created_at)
      select id, relationship_id, new_sequence, new_revision, sender_id, client_id, content, clock_timestamp() from placed order by new_sequence
      returning id, created_at
    )
    select placed.id, new_sequence as sequence, new_revision as revision, relationship_id, created_at, in_a_row,
      null::text as refused, null::timestamptz as until
    from placed join stored using (id)
    ${limited ? sql`union all ${rejectedTexts}` : sql``}
    order by sequence`.execute(tx);
  return rows;
}
