import { type RawBuilder, sql } from "kysely";
import { PASS_DAYS } from "#contract/limits.ts";
import type { Tx } from "#server/db/client.ts";

/** Stores a pass, or begins its time anew. It declines a crush that has arrived. */
export async function upsertPass(tx: Tx, me: string, otherId: string): Promise<void> {
  await sql`
    insert into passes (member_id, passed_id, passed_at, declines_crush)
    select ${me}, ${otherId}, clock_timestamp(), exists (
      select from relationship_sides
      where member_id = ${me} and other_id = ${otherId} and they_crushed_at is not null)
    on conflict (member_id, passed_id) do update set
      passed_at = excluded.passed_at, declines_crush = excluded.declines_crush`.execute(tx);
}

export async function deletePass(tx: Tx, me: string, otherId: string): Promise<void> {
  await tx.deleteFrom("passes").where("member_id", "=", me).where("passed_id", "=", otherId).execute();
}

/** Part of a statement: deletes a pass if `from` has a row. @param from a FROM item */
export const deletePassSql = (me: string, otherId: string, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    unpassed as (delete from passes using ${from} where passes.member_id = ${me} and passed_id = ${otherId})`;

/** Deletes the passes of and on a member who deletes their account. */
export async function deletePassesOf(tx: Tx, memberId: string): Promise<void> {
  await sql`delete from passes where member_id = ${memberId} or passed_id = ${memberId}`.execute(tx);
}

export async function deleteExpiredPasses(tx: Tx): Promise<void> {
  await sql`delete from passes where passed_at <= now() - make_interval(days => ${sql.lit(PASS_DAYS)})`.execute(tx);
}
