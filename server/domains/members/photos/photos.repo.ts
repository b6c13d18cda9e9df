import { type RawBuilder, sql } from "kysely";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { REMOVED_SOURCE } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { IMAGE_KEY_COLUMNS } from "#server/platform/db/image-keys.ts";

/** Records files that are about to be stored, or that no row refers to any more (expired). */
export async function insertPendingUploads(tx: Tx, keys: readonly string[], isExpired: boolean): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into pending_uploads (key, is_expired) select unnest(${sql.val([...keys])}::text[]), ${isExpired}`.execute(
    tx,
  );
}

/** Days for which a picture is kept after the decision about it, where nothing asks for more. */
const EVIDENCE_DAYS = sql.lit(30);
/** Months for which one is kept that authorities may ask for. */
const EVIDENCE_MONTHS = sql.lit(12);
const PRESERVED: readonly RuleKey[] = ["under_18", "illegal"];

/** SQL: whether an image is a copy of one on a list, and no person has decided to show it. */
const isListed = (key: RawBuilder<string>) => sql`exists (
  select from image_checks where image_checks.key = ${key} and match <> ${REMOVED_SOURCE} and match <> all(shown_matches))`;

/**
 * SQL: whether an image is kept although its owner has deleted it. It is in review, or a decision about it stands that was
 * made lately or is appealed: whoever put it up must not destroy it.
 */
const isEvidence = (key: RawBuilder<string>) => sql<boolean>`(
  exists (
    select from cases where cases.image_key = ${key} and (state = 'open'
      or closed_at > now() - make_interval(days => ${EVIDENCE_DAYS})
      or closed_at > now() - make_interval(months => ${EVIDENCE_MONTHS}) and ${isListed(key)}))
  or exists (
    select from image_checks join decisions on decisions.id = image_checks.decision_id
    where image_checks.key = ${key} and image_checks.state = 'removed' and undone_at is null and (
      decided_at > now() - make_interval(days => ${EVIDENCE_DAYS})
      or decided_at > now() - make_interval(months => ${EVIDENCE_MONTHS}) and rule = any(${[...PRESERVED]}::text[])
      or exists (select from appeals where appeals.decision_id = decisions.id and outcome is null))))`;

/** Keeps those of some images that are evidence. @returns their keys */
export async function insertEvidence(tx: Tx, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    with kept as (select key from unnest(${sql.val([...keys])}::text[]) as deleted (key) where ${isEvidence(sql`deleted.key`)}),
      inserted as (insert into evidence_images (key) select key from kept on conflict (key) do nothing)
    select key from kept`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Ends the keeping of images that are evidence no longer. @returns their keys */
export async function deleteEvidence(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from evidence_images where not ${isEvidence(sql`evidence_images.key`)} returning key`.execute(tx);
  return rows.map(({ key }) => key);
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

/** The keys that neither a row nor an upload refers to. */
export async function findUnreferencedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const places = [...IMAGE_KEY_COLUMNS, ["pending_uploads", "key"] as const].map(
    ([table, column]) =>
      sql`not exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = wanted.key)`,
  );
  const { rows } = await sql<{ key: string }>`select key from unnest(${sql.val([...keys])}::text[]) as wanted (key)
    where ${sql.join(places, sql` and `)}`.execute(db);
  return rows.map(({ key }) => key);
}
