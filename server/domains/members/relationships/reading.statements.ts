import { sql } from "kysely";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import {
  type LockWait,
  lockWaitSql,
  type Side,
} from "#server/domains/members/relationships/relationships.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";

export interface Reader {
  readonly me: string;
  readonly otherId: string;
}

export interface Reading extends Reader {
  /** When the reader last read; null if they never did. */
  readonly readAt: Date | null;
  readonly revision: number;
  /** Something was unread until now. Otherwise nothing has changed. */
  readonly isNew: boolean;
  /** The other member is told. */
  readonly isShared: boolean;
}

/**
 * Stores that some members have read their conversations up to the end. A reading is shared if both members share read
 * receipts; it then covers everything that was read before as well. One that is not shared keeps the revision, because
 * the other member must not notice.
 * @param mine the side that the readers have in their relationships
 * @param wait what to do about conversations that another transaction has locked, see `LockWait`
 * @returns one for each conversation that can be read and was locked, in no order
 */
export async function updateReadings(
  tx: Tx,
  mine: Side,
  readers: readonly Reader[],
  wait: LockWait,
): Promise<readonly Reading[]> {
  const theirs = mine === "a" ? "b" : "a";
  const column = (name: string) => sql.ref(`${mine}_${name}`);
  // The lock finds the latest row, but this statement sees no message that was committed while it waited for it: if the
  // last one is not to be seen, something has come that is unread.
  const { rows } = await sql<Reading>`
    with held as (
      select id, ${sql.ref(`member_${mine}_id`)} as me, ${sql.ref(`member_${theirs}_id`)} as other, last_sequence, revision,
        ${column("read_sequence")} as read_sequence, ${column("read_at")} as read_at
      from relationships
      where (${sql.ref(`member_${mine}_id`)}, ${sql.ref(`member_${theirs}_id`)}) in (
          select * from unnest((select ${readers.map(({ me }) => me)}::uuid[]), ${readers.map(({ otherId }) => otherId)}::uuid[]))
        and matched_at is not null and (orphaned_at is not null or ended_at is null
          and (select ${isInGoodStandingSql("a")} from members a where a.id = member_a_id)
          and (select ${isInGoodStandingSql("b")} from members b where b.id = member_b_id))
        ${lockWaitSql(wait, "no key update")}
    ), unread as (
      select id, last_sequence,
        (select bool_and(read_receipts) from members where members.id in (me, other)) as is_shared
      from held
      where last_sequence > read_sequence and (
        exists (
          select from messages
          where relationship_id = held.id and sequence > read_sequence and sender_id = other and deleted_at is null)
        or not exists (select from messages where relationship_id = held.id and sequence = last_sequence))
    ), moved as (
      update relationships set ${column("read_sequence")} = unread.last_sequence, ${column("read_at")} = clock_timestamp(),
        ${column("receipt_sequence")} = case when is_shared then unread.last_sequence else ${column("receipt_sequence")} end,
        ${column("receipt_at")} = case when is_shared then clock_timestamp() else ${column("receipt_at")} end,
        revision = revision + is_shared::int
      from unread where relationships.id = unread.id
      returning relationships.id, ${column("read_at")} as read_at, revision, is_shared
    )
    select me, other as "otherId", coalesce(moved.read_at, held.read_at) as "readAt",
      coalesce(moved.revision, held.revision) as revision, moved.id is not null as "isNew",
      coalesce(is_shared, false) as "isShared"
    from held left join moved using (id)`.execute(tx);
  return rows;
}
