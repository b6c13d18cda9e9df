import { sql } from "kysely";
import { TRAIT_SHIFTS } from "#server/domains/discovery/memory-index/index-records.ts";
import type { Db } from "#server/platform/db/client.ts";

/** A state of the database: all transactions that a snapshot sees. */
export interface IndexPosition {
  /** A `pg_snapshot`. */
  readonly snapshot: string;
  /** The database's time, as text. */
  readonly at: string;
}

/** The current position, whether there are enough members for an index in memory, and a hash to check ours against. */
export async function findIndexState(db: Db, membersMin: number, hashed: { id: string; seedId: string }) {
  const { rows } = await sql<IndexPosition & { is_large: boolean; hash: string }>`
    select pg_current_snapshot()::text as snapshot, now()::text as at,
      (select count(*) from (select from search_index limit ${membersMin}) as counted) >= ${membersMin} as is_large,
      uuid_hash_extended(${hashed.id}::uuid, uuid_hash_extended(${hashed.seedId}::uuid, 0))::text as hash`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the query for the index state returned no row");
  return { position: { snapshot: row.snapshot, at: row.at }, isLarge: row.is_large, hash: row.hash };
}

/** SQL expression: the row `b` of the search index as a record; see `index-records.ts`. */
const record = sql<Buffer>`
  uuid_send(b.member_id)
  || int8send(coalesce(('x' || lpad(b.h3_cell, 16, '0'))::bit(64)::bigint, 0))
  || int4send(b.interests)
  || int2send((b.active_on - date '1970-01-01')::int2)
  || int8send(
    ((b.joined_on - date '1970-01-01')::bigint << 48)
    | ((b.gender | (b.want_gender << ${sql.lit(TRAIT_SHIFTS.wantGender)})
      | (b.looking_for << ${sql.lit(TRAIT_SHIFTS.lookingFor)}) | (b.is_demo::int << ${sql.lit(TRAIT_SHIFTS.demo)}))::bigint << 40)
    | (coalesce(b.age, 0)::bigint << 32)
    | (coalesce(b.height, 0)::bigint << 24)
    | (b.want_age_min::bigint << 16)
    | (b.want_age_max::bigint << 8)
    | b.is_verified::int | ((not b.is_listed)::int << 1))
  || int4send(b.counted_week)`;

export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * The records of the next members by id.
 * @returns undefined after the last one
 */
export async function readRecords(
  db: Db,
  afterId: string,
  limit: number,
): Promise<{ packed: Buffer; lastId: string } | undefined> {
  const { rows } = await sql<{ packed: Buffer | null; last_id: string }>`
    select string_agg(${record}, '') as packed, max(b.member_id::text) as last_id
    from (select * from search_index where member_id > ${afterId} order by member_id limit ${limit}) as b`.execute(db);
  const [row] = rows;
  return row?.packed ? { packed: row.packed, lastId: row.last_id } : undefined;
}

/** Minutes for which changes are kept. */
export const CHANGES_KEPT_MINUTES = 60;
/** A process that has not read the changes for this time may have missed some. */
const MISSED_MINUTES = 50;

export interface IndexChanges {
  readonly position: IndexPosition;
  /** Some changes may be deleted, or there are more than `limit`: the index must be built again. */
  readonly isGap: boolean;
  /** The records of members who were inserted or changed. */
  readonly packed: Uint8Array;
  readonly removedIds: readonly string[];
}

/** Reads what transactions changed that the snapshot of a position does not see. It reads current rows, so repeats are harmless. */
export async function readChanges(db: Db, since: IndexPosition, limit: number): Promise<IndexChanges> {
  const { rows } = await sql<IndexPosition & { is_gap: boolean; packed: Buffer | null; removed: string[] | null }>`
    select pg_current_snapshot()::text as snapshot, now()::text as at,
      now() - ${since.at}::timestamptz > make_interval(mins => ${MISSED_MINUTES}) or count(*) > ${limit} as is_gap,
      string_agg(${record}, '') filter (where b.member_id is not null) as packed,
      array_agg(changed.member_id) filter (where b.member_id is null) as removed
    from (
      select distinct member_id from search_index_changes
      where xid >= pg_snapshot_xmin(${since.snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${since.snapshot}::pg_snapshot)
      limit ${limit + 1}) as changed
    left join search_index as b on b.member_id = changed.member_id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the query for changes returned no row");
  return {
    position: { snapshot: row.snapshot, at: row.at },
    isGap: row.is_gap,
    packed: row.packed ?? new Uint8Array(0),
    removedIds: row.removed ?? [],
  };
}
