import { sql } from "kysely";
import { MESSAGES_A_MINUTE, UNANSWERED_MAX } from "#contract/limits.ts";
import { countingMessages } from "#server/domains/members/member-limits/member-limits.statements.ts";
import { maySendSql, type SendingRules } from "#server/domains/members/member-limits/sending.queries.ts";
import { UNANSWERED_HOURS } from "#server/domains/members/relationships/relationships.policy.ts";
import {
  allocateSequencesSql,
  type LockWait,
  lockForSendSql,
} from "#server/domains/members/relationships/relationships.statements.ts";
import { type Delays, upsertPendingSql } from "#server/domains/notifications/notifications.statements.ts";
import { type Tx, violatedConstraint } from "#server/platform/db/client.ts";
import { compileOnce } from "#server/platform/db/compiled-statement.ts";

/** Whether a statement failed because the sender has sent a message with the same `clientId` at the same moment. */
export const violatesClientId = (error: unknown): boolean =>
  // The index of a partition has the partition's number behind it.
  violatedConstraint(error)?.startsWith("messages_sender_id_client_id_key") === true;

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

/** Columns of as many texts as there are. */
interface BatchValues {
  readonly ids: readonly string[];
  readonly senderIds: readonly string[];
  readonly receiverIds: readonly string[];
  readonly clientIds: readonly (string | null)[];
  readonly contents: readonly string[];
  readonly replyToSequences: readonly (number | null)[];
}

type BatchVariant = Pick<BatchOptions, "wait" | "delays"> & { readonly rules: SendingRules };

const batchStatement = compileOnce<InsertedMessage | RejectedMessage, BatchValues, BatchVariant>(
  (texts, { wait, rules, delays }) => {
    const limited = rules.rateLimits;
    // `(select …)` hides the number of texts from the planner, which else plans the statement anew for each batch. The
    // `limit` makes the lookup of a `clientId` one in the conversation's partition; as a join it would search in all.
    return sql<InsertedMessage | RejectedMessage>`
    with all_sent as (
      select * from unnest(
        (select ${texts.ids}::uuid[]),
        ${texts.senderIds}::uuid[],
        ${texts.receiverIds}::uuid[],
        ${texts.clientIds}::uuid[],
        ${texts.contents}::text[],
        ${texts.replyToSequences}::bigint[]
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
        and ${maySendSql(rules, sql`all_sent.sender_id`)}
    ), ${lockForSendSql(wait)}, ${limited ? rateLimitedTexts : sql`rated as (select * from open)`},
    ${allocateSequencesSql(limited ? UNANSWERED_MAX : null)}, stored as (
      insert into messages (
        id, relationship_id, sequence, revision, sender_id, client_id, content, reply_to_sequence, created_at,
        last_read_at, last_receipt_at)
      select id, relationship_id, new_sequence, new_revision, sender_id, client_id, content, reply_to_sequence,
        clock_timestamp(), last_read_at, last_receipt_at
      from placed order by new_sequence
      returning id, created_at
    ), ${upsertPendingSql(sql`select receiver_id, 'message', sender_id from placed`, delays)}
    select placed.id, new_sequence as sequence, new_revision as revision, relationship_id, created_at, in_a_row,
      null::text as refused, null::timestamptz as until
    from placed join stored using (id)
    ${limited ? sql`union all ${rejectedTexts}` : sql``}
    order by sequence`;
  },
);

/**
 * Inserts texts and allocates their sequences in one statement. Conversations are locked in the order of their ids, so that
 * two processes never deadlock. Skips texts whose `clientId` was used in the conversation before, and texts of members who
 * have no match or are unavailable; the sender may have been suspended in the meantime.
 */
export function insertMessagesBatch(
  tx: Tx,
  texts: readonly NewMessageRow[],
  { wait, config, delays }: BatchOptions,
): Promise<(InsertedMessage | RejectedMessage)[]> {
  const columns = {
    ids: texts.map(({ id }) => id),
    senderIds: texts.map(({ senderId }) => senderId),
    receiverIds: texts.map(({ receiverId }) => receiverId),
    clientIds: texts.map(({ clientId }) => clientId),
    contents: texts.map(({ content }) => content),
    replyToSequences: texts.map(({ replyToSequence }) => replyToSequence),
  };
  const rules = { rateLimits: config.rateLimits, smtpUrl: config.smtpUrl };
  return batchStatement(tx, columns, { wait, rules, delays });
}
