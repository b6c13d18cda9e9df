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
  /** Of `performance.now()`. What has come since then, but for the way to the database, is not read. */
  readonly askedAt: number;
}

export interface Reading extends Pick<Reader, "me" | "otherId"> {
  /** When the reader last read; null if they never did. */
  readonly readAt: Date | null;
  readonly revision: number;
  /** Something was unread until now. Otherwise nothing has changed. */
  readonly isNew: boolean;
  /** The other member is told. */
  readonly isShared: boolean;
  /** Messages that came after those. */
  readonly unread: number;
}

/**
 * Stores that some members have read their conversations up to what was there when they asked. A reading is shared if both members share read
 * receipts; it then covers everything that was read before as well. One that is not shared keeps the revision, because
 * the other member must not notice.
 * @param mine the side that the readers have in their relationships
 * @param wait what to do about conversations that another transaction has locked, see `LockWait`; with "block" the caller
 * has locked them in an earlier statement
 * @returns one for each conversation that can be read, was locked, and got no message at that moment, in no order
 */
export async function updateReadings(
  tx: Tx,
  mine: Side,
  readers: readonly Reader[],
  wait: LockWait,
): Promise<readonly Reading[]> {
  const theirs = mine === "a" ? "b" : "a";
  const column = (name: string) => sql.ref(`${mine}_${name}`);
  const now = performance.now();
  // The lock finds the latest row, but this statement sees no message that was committed while it waited for it. Whether
  // that came before the member asked, and how much is left unread, only another statement can tell.
  const isOvertaken =
    wait === "block"
      ? sql`false`
      : sql`not exists (select from messages where relationship_id = held.id and sequence = last_sequence)`;
  const { rows } = await sql<Reading>`
    with asked as (
      select me, other, clock_timestamp() - min(age) * interval '1 millisecond' as at
      from unnest(
        (select ${readers.map(({ me }) => me)}::uuid[]), ${readers.map(({ otherId }) => otherId)}::uuid[],
        ${readers.map(({ askedAt }) => now - askedAt)}::float8[]) as asked (me, other, age)
      group by me, other
    ), held as (
      select id, me, other, at, last_sequence, revision, ${column("read_sequence")} as read_sequence,
        ${column("read_at")} as read_at
      from relationships
      join asked on me = ${sql.ref(`member_${mine}_id`)} and other = ${sql.ref(`member_${theirs}_id`)}
      where matched_at is not null and (select ${isInGoodStandingSql("reader")} from members reader where reader.id = me)
        and (orphaned_at is not null or ended_at is null
          and (select ${isInGoodStandingSql("sender")} from members sender where sender.id = other))
        ${lockWaitSql(wait, "no key update")}
    ), reached as (
      select held.*, ${isOvertaken} as is_overtaken, (
        select sequence from messages
        where relationship_id = held.id and sequence > read_sequence and created_at <= at
        order by sequence desc limit 1) as seen_sequence
      from held where last_sequence > read_sequence
    ), unread as (
      select id, seen_sequence as sequence, greatest(at, read_at) as at,
        (select bool_and(read_receipts) from members where members.id in (me, other)) as is_shared
      from reached
      where not is_overtaken and exists (
        select from messages
        where relationship_id = reached.id and sequence > read_sequence and sequence <= seen_sequence
          and sender_id = other and deleted_at is null)
    ), moved as (
      update relationships set ${column("read_sequence")} = unread.sequence, ${column("read_at")} = at,
        ${column("receipt_sequence")} = case when is_shared then unread.sequence else ${column("receipt_sequence")} end,
        ${column("receipt_at")} = case when is_shared then at else ${column("receipt_at")} end,
        revision = revision + is_shared::int
      from unread where relationships.id = unread.id
      returning relationships.id, ${column("read_at")} as read_at, revision, is_shared, sequence as reached
    )
    select me, other as "otherId", coalesce(moved.read_at, held.read_at) as "readAt",
      coalesce(moved.revision, held.revision) as revision, moved.id is not null as "isNew",
      coalesce(is_shared, false) as "isShared", case when reached < last_sequence then (
        select count(*) from messages
        where relationship_id = held.id and sequence > reached and sender_id = other and deleted_at is null)
        else 0 end as unread
    from held left join moved using (id)
    where not exists (select from reached where reached.id = held.id and is_overtaken)`.execute(tx);
  return rows;
}
