import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";

/** How much of something there may be under a key: so often in so many seconds, from the first time on. */
export interface Allowance {
  /** What is counted, and for whom. Only a hash of it is kept. */
  readonly key: readonly string[];
  readonly most: number;
  readonly seconds: number;
}

/**
 * Counts once more. Those that come at the same time wait for each other.
 * @returns 0 where there is room for it, else the seconds until there is
 */
export async function take(tx: Tx, { key, most, seconds }: Allowance): Promise<number> {
  const hash = createHash("sha256").update(key.join("\n")).digest();
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into support_counts as known (key, count, ends_at)
    values (${hash}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when known.ends_at <= now() then 1 else least(known.count, ${most}) + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning count, extract(epoch from ends_at - now())::float8 as wait`.execute(tx);
  const [row] = rows;
  return row && row.count > most ? Math.max(1, Math.ceil(row.wait)) : 0;
}

/** Forgets counts whose time is over. */
export async function deleteEndedCounts(tx: Tx): Promise<void> {
  await tx.deleteFrom("support_counts").where("ends_at", "<", sql<Date>`now()`).execute();
}
