import { sql } from "kysely";
import { ADVISORY_LOCKS } from "#server/db/advisory-locks.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { IMAGE_KEY_COLUMNS } from "#server/db/image-keys.ts";

/** Records files that are about to be stored, or that no row refers to any more (expired). */
export async function insertPendingUploads(tx: Tx, keys: readonly string[], isExpired: boolean): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into pending_uploads (key, is_expired) select unnest(${sql.val([...keys])}::text[]), ${isExpired}`.execute(
    tx,
  );
}

/** Records files to which no row refers, also those that were recorded before. */
export async function insertExpiredUploads(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into pending_uploads (key, is_expired) select unnest(${sql.val([...keys])}::text[]), true
    on conflict (key) do update set is_expired = true`.execute(tx);
}

/** Marks uploads that are still pending as expired. @returns their keys */
export const expirePendingUploads = async (tx: Tx, keys: readonly string[]): Promise<string[]> =>
  (
    await tx
      .updateTable("pending_uploads")
      .set({ is_expired: true })
      .where("key", "in", [...keys])
      .where("is_expired", "=", false)
      .returning("key")
      .execute()
  ).map(({ key }) => key);

/** Deletes the entries of uploads that a row refers to now. @returns how many had not expired */
export async function deletePendingUploads(tx: Tx, keys: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("pending_uploads")
    .where("key", "in", [...keys])
    .where("is_expired", "=", false)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Marks uploads as expired that have been pending for an hour. */
export async function expireAbandonedUploads(tx: Tx): Promise<void> {
  await sql`update pending_uploads set is_expired = true where created_at < now() - interval '1 hour' and not is_expired`.execute(
    tx,
  );
}

/** A page of keys of expired uploads, in ascending order. @param after the last key of the previous page */
export const findExpiredUploads = async (db: Db, limit: number, after = ""): Promise<string[]> =>
  (
    await db
      .selectFrom("pending_uploads")
      .select("key")
      .where("is_expired", "=", true)
      .where("key", ">", after)
      .orderBy("key")
      .limit(limit)
      .execute()
  ).map(({ key }) => key);

/** Whether a backup is copying files: its snapshot may hold rows that still refer to expired ones. */
export async function isBackupRunning(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${ADVISORY_LOCKS.photoFiles}) as free`.execute(tx);
  return rows[0]?.free !== true;
}

export async function deleteExpiredUploads(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("pending_uploads")
    .where("key", "in", [...keys])
    .where("is_expired", "=", true)
    .execute();
}

/** Those of the keys that neither a row nor an upload refers to. */
export async function findUnreferencedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const places = [...IMAGE_KEY_COLUMNS, ["pending_uploads", "key"] as const].map(
    ([table, column]) =>
      sql`not exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = wanted.key)`,
  );
  const { rows } = await sql<{ key: string }>`select key from unnest(${sql.val([...keys])}::text[]) as wanted (key)
    where ${sql.join(places, sql` and `)}`.execute(db);
  return rows.map(({ key }) => key);
}
