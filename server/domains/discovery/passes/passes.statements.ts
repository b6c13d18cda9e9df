import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";

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

/** Part of a statement, behind a CTE `crushed (sender_id, recipient_id, …)`: whom a member crushes on is passed no longer. */
export const deletePassesSql: RawBuilder<unknown> = sql`
    unpassed as (
      delete from passes using crushed
      where passes.member_id = crushed.sender_id and passed_id = crushed.recipient_id)`;
