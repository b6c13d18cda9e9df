import { sql } from "kysely";
import { isOpenSql } from "#server/domains/member-data/export/export-links.queries.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import { lockName } from "#server/platform/db/advisory-locks.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

/** Serializes a member's data exports. */
export async function lockExports(tx: Tx, memberId: string): Promise<void> {
  await lockName(tx, `download ${memberId}`);
}

/** An export that never finished counts as running for an hour at most: the process may have been killed. */
const isRunning = sql<boolean>`(started_at > now() - interval '1 hour' and finished_at is null)`;

/**
 * The number of exports in the last 24 hours, the seconds until the first of them expires, and whether one is running.
 */
export async function countExports(db: Db, memberId: string) {
  const { rows } = await sql<{ many: number; seconds: number; is_running: boolean }>`
    select count(*)::int as many, coalesce(bool_or(${isRunning}), false) as is_running,
      coalesce(ceil(extract(epoch from min(created_at) + interval '24 hours' - now())), 0)::int as seconds
    from data_exports where member_id = ${memberId} and created_at > now() - interval '24 hours'`.execute(db);
  return rows[0] ?? { many: 0, seconds: 0, is_running: false };
}

/**
 * @param linkId the emailed link by which it is asked for; null for a member who is logged in
 * @param copyId the prepared copy that it leads to; null for one that is written while it is read
 */
export async function insertExport(
  tx: Tx,
  tokenHash: Buffer,
  memberId: string,
  { linkId = null, copyId = null }: { readonly linkId?: string | null; readonly copyId?: string | null },
): Promise<void> {
  const row = { token_hash: tokenHash, member_id: memberId, link_id: linkId, copy_id: copyId };
  await tx.insertInto("data_exports").values(row).execute();
}

/** The member of an unused link that was created within the last minute. */
export const findUnusedExport = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("data_exports")
    .innerJoin("members", "members.id", "data_exports.member_id")
    .leftJoin("export_links", "export_links.id", "data_exports.link_id")
    .select(["data_exports.member_id", "data_exports.link_id", "data_exports.copy_id"])
    .where("data_exports.token_hash", "=", tokenHash)
    .where("started_at", "is", null)
    .where("data_exports.created_at", ">", sql<Date>`now() - interval '1 minute'`)
    .where(
      sql<boolean>`case when data_exports.link_id is null then ${isInGoodStandingSql("members")} else ${isOpenSql} end`,
    )
    .executeTakeFirst();

export async function markStarted(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.updateTable("data_exports").set({ started_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();
}

export async function markFinished(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.updateTable("data_exports").set({ finished_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();
}

/** Whether a member still has an account. */
export async function hasAccount(db: Db, memberId: string): Promise<boolean> {
  const found = await db
    .selectFrom("accounts")
    .select("member_id")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Conversations of a member that a download has a file of. */
export async function countConversations(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from relationship_sides where member_id = ${memberId} and last_sequence > 0`.execute(
    db,
  );
  return rows[0]?.many ?? 0;
}
