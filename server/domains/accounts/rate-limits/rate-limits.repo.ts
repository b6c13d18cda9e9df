import { sql } from "kysely";
import { SWEPT_AT_ONCE } from "#server/domains/members/member-data/member-data.ts";
import { type Db, mayBeLostSql, type Tx } from "#server/platform/db/client.ts";

/** How often something has been counted in its current window, and how many seconds are left of it. */
export interface Count {
  readonly count: number;
  readonly resetSeconds: number;
}

/** A key that is counted, by a rule. */
export interface CountedKey {
  readonly key: Buffer;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** "may be lost": the transaction does not wait for the disk, so the rows are locked for that much less time. */
export type Durability = "durable" | "may be lost";

const conditionOf = (durability: Durability) => (durability === "durable" ? sql`true` : mayBeLostSql);

type CountRow = Count & { readonly key: Buffer };

/** The counts of some keys in their order, zero where there is none. */
function inOrder(keys: readonly Buffer[], rows: readonly CountRow[]): Count[] {
  const counts = new Map(rows.map(({ key, ...count }) => [key.toString("hex"), count]));
  return keys.map((key) => counts.get(key.toString("hex")) ?? { count: 0, resetSeconds: 0 });
}

const resetSeconds = sql<number>`extract(epoch from ends_at - now())::float8`;

/**
 * Counts each of some keys once more, at most to one above its limit. Calls for the same key that come at the same time
 * wait for each other, in the order of the keys.
 */
export async function increment(tx: Tx, uses: readonly CountedKey[], durability: Durability): Promise<Count[]> {
  const keys = uses.map(({ key }) => key);
  const { rows } = await sql<CountRow>`
    with used as (
      select * from unnest(${keys}::bytea[], ${uses.map(({ limit }) => limit)}::int[],
        ${uses.map(({ windowSeconds }) => windowSeconds)}::float8[]) as used (key, max, seconds)
      order by key)
    insert into rate_limits as known (key, count, ends_at)
    select key, 1, now() + make_interval(secs => seconds) from used where ${conditionOf(durability)}
    on conflict (key) do update set
      count = case when known.ends_at <= now() then 1
        else least(known.count, (select max from used where used.key = excluded.key)) + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning key, count, ${resetSeconds} as "resetSeconds"`.execute(tx);
  return inOrder(keys, rows);
}

/** The counts of some keys, zero where a window has ended. */
export async function findCounts(db: Db, keys: readonly Buffer[]): Promise<Count[]> {
  const { rows } = await sql<CountRow>`
    select key, count, ${resetSeconds} as "resetSeconds" from rate_limits
    where key = any(${keys}::bytea[]) and ends_at > now()`.execute(db);
  return inOrder(keys, rows);
}

/** Refunds one use of each of some keys, if its window has not ended. */
export async function decrement(tx: Tx, keys: readonly Buffer[], durability: Durability): Promise<void> {
  await sql`
    update rate_limits set count = count - 1 where ${conditionOf(durability)} and key in (
      select key from rate_limits where key = any(${keys}::bytea[]) and count > 0 and ends_at > now()
      order by key for no key update)`.execute(tx);
}

/** Deletes some counts whose window has ended, but for those that are being used at this moment. @returns how many */
export async function deleteEnded(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from rate_limits where key in (
      select key from rate_limits where ends_at < now() limit ${SWEPT_AT_ONCE} for update skip locked)`.execute(tx);
  return Number(numAffectedRows);
}
