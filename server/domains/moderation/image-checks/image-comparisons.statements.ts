import { sql } from "kysely";
import { isHeldSql } from "#server/domains/moderation/image-checks/image-checks.repo.ts";
import type { Match } from "#server/domains/moderation/image-checks/image-checks.statements.ts";
import { lockName } from "#server/platform/db/advisory-locks.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { PDQ_DISTANCE_MAX, PDQ_QUALITY_MIN } from "#server/platform/lib/pdq.ts";

/** Records a comparison of hashes that have its id. */
export async function insertComparison(tx: Tx, id: string, source: string, hashes: number): Promise<void> {
  await tx.insertInto("image_comparisons").values({ id, source, hashes }).execute();
}

/** Makes all hashes of a source part of a new comparison, which replaces those that have not finished. */
export async function renewComparison(tx: Tx, source: string): Promise<void> {
  await deleteUnfinishedComparisons(tx, source);
  const id = newId();
  const { numUpdatedRows } = await tx
    .updateTable("unwanted_images")
    .set({ comparison_id: id })
    .where("source", "=", source)
    .executeTakeFirstOrThrow();
  await insertComparison(tx, id, source, Number(numUpdatedRows));
}

export async function deleteUnfinishedComparisons(tx: Tx, source: string): Promise<void> {
  await tx.deleteFrom("image_comparisons").where("source", "=", source).where("finished_at", "is", null).execute();
}

export interface ClaimedComparison {
  readonly id: string;
  readonly source: string;
  readonly hashes: number;
  readonly cursor: string;
}

/**
 * The unfinished comparison with the fewest hashes, so that a removed image does not wait for a long list.
 * @param except ids of those that have failed
 */
export const findUnfinishedComparison = (db: Db, except: readonly string[]): Promise<{ id: string } | undefined> =>
  db
    .selectFrom("image_comparisons")
    .select("id")
    .where("finished_at", "is", null)
    .where(sql<boolean>`id <> all(${sql.val([...except])}::uuid[])`)
    .orderBy("hashes")
    .orderBy("requested_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/** @returns undefined if it has finished, or another run works on one */
export async function claimComparison(
  tx: Tx,
  runId: string,
  id: string,
  seconds: number,
): Promise<ClaimedComparison | undefined> {
  await lockName(tx, "image comparisons");
  const { rows } = await sql<ClaimedComparison>`
    update image_comparisons set claimed_by = ${runId}, claimed_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and finished_at is null
      and not exists (select from image_comparisons where claimed_by <> ${runId} and claimed_until > now())
    returning id, source, hashes, cursor`.execute(tx);
  return rows[0];
}

/** @param except ids of those that have failed, whose claims expire */
export async function releaseComparisons(tx: Tx, runId: string, except: readonly string[]): Promise<void> {
  await tx
    .updateTable("image_comparisons")
    .set({ claimed_by: null, claimed_until: null })
    .where("claimed_by", "=", runId)
    .where(sql<boolean>`id <> all(${sql.val([...except])}::uuid[])`)
    .execute();
}

export interface ComparedBatch {
  /** The key of its last image; null if there are no more. */
  readonly last: string | null;
  readonly images: number;
  /** Keys of copies of unwanted images, in ascending order. */
  readonly copies: readonly string[];
}

/**
 * Compares the next images with the hashes of a comparison. Left out are images that decisions removed, or that wait for
 * their check; those that are in review as a copy; and those that a person has decided to show in spite of the list.
 * @param copiesMax the batch ends with the last of so many copies
 */
export async function compareBatch(
  db: Db,
  { id, cursor }: Pick<ClaimedComparison, "id" | "cursor">,
  { imagesMax, copiesMax }: { readonly imagesMax: number; readonly copiesMax: number },
): Promise<ComparedBatch> {
  const { rows } = await sql<ComparedBatch>`
    with hashes as materialized (select pdq, source from unwanted_images where comparison_id = ${id}),
      batch as materialized (
        select key, pdq, quality, state, match, shown_matches from image_checks
        where key > ${cursor} order by key limit ${imagesMax}),
      copies as materialized (
        select key from batch
        where quality >= ${PDQ_QUALITY_MIN} and (state = 'clear' or (state = 'held' and match is null))
          and exists (select from hashes where bit_count(batch.pdq # hashes.pdq) <= ${PDQ_DISTANCE_MAX}
            and source <> all(shown_matches))
        order by key limit ${copiesMax}),
      ending as materialized (
        select max(key) as key from batch
        where (select count(*) from copies) < ${copiesMax} or key <= (select max(key) from copies))
    select key as last, array(select key from copies order by key) as copies,
      (select count(*)::int from batch where batch.key <= ending.key) as images
    from ending`.execute(db);
  return rows[0] as ComparedBatch;
}

/** The unwanted image of the comparison of which an image is a copy. Undefined if it was deleted meanwhile. */
export async function findComparedMatch(
  tx: Tx,
  { key, storedAt, comparisonId }: { readonly key: string; readonly storedAt: Date; readonly comparisonId: string },
): Promise<Match | undefined> {
  const { rows } = await sql<Match>`
    select source, ${isHeldSql(storedAt)} as "isHeld" from image_checks, unwanted_images
    where key = ${key} and comparison_id = ${comparisonId} and source <> all(shown_matches)
      and bit_count(unwanted_images.pdq # image_checks.pdq) <= ${PDQ_DISTANCE_MAX}
    order by "isHeld" desc, bit_count(unwanted_images.pdq # image_checks.pdq), added_at limit 1`.execute(tx);
  return rows[0];
}

/** Records that a checked image is a copy. @param state as it is then */
export async function updateMatch(tx: Tx, key: string, match: string, state: "held" | "clear"): Promise<void> {
  await tx.updateTable("image_checks").set({ state, match }).where("key", "=", key).execute();
}

/** Records a batch, unless the run has lost its claim. Without a last image the comparison has finished. */
export async function updateProgress(
  tx: Tx,
  runId: string,
  id: string,
  { last, images, held }: { readonly last: string | null; readonly images: number; readonly held: number },
): Promise<void> {
  await sql`
    update image_comparisons set cursor = coalesce(${last}, cursor), images = images + ${images},
      held = held + ${held}, finished_at = case when ${last}::text is null then now() end
    where id = ${id} and claimed_by = ${runId}`.execute(tx);
}
