import { type RawBuilder, sql } from "kysely";
import { bitsSql, type Match } from "#server/domains/moderation/image-checks/image-checks.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { PDQ_DISTANCE_MAX } from "#server/platform/lib/pdq.ts";

/**
 * Sets the state that a decision gives an image. It counts as checked, except that a removed one needs a hash.
 * @param storedAt when the image was stored, if its check was requested later
 */
export async function upsertDecided(
  tx: Tx,
  key: string,
  state: "clear" | "held" | "removed",
  decisionId: string | null,
  storedAt?: Date,
): Promise<void> {
  const checkedAt = state === "removed" ? sql`null` : sql`now()`;
  await sql`
    insert into image_checks (key, state, decision_id, checked_at, requested_at)
    values (${key}, ${state}, ${decisionId}, ${checkedAt}, coalesce(${storedAt ?? null}::timestamptz, now()))
    on conflict (key) do update set state = excluded.state, decision_id = excluded.decision_id,
      requested_at = least(image_checks.requested_at, excluded.requested_at), checked_at = coalesce(image_checks.checked_at, excluded.checked_at)`.execute(
    tx,
  );
}

/** Records that a person has decided to show an image although it is a copy. It is not held again for that. */
export async function updateShownMatch(tx: Tx, key: string): Promise<void> {
  await sql`
    update image_checks set shown_matches = shown_matches || match
    where key = ${key} and match <> all(shown_matches)`.execute(tx);
}

/** Undoes `updateShownMatch`. */
export async function deleteShownMatch(tx: Tx, key: string): Promise<void> {
  await sql`
    update image_checks set shown_matches = array_remove(shown_matches, match)
    where key = ${key} and match is not null`.execute(tx);
}

/** SQL: whether an unwanted image holds copies that were stored at a time. */
export const isHeldSql = (storedAt: Date): RawBuilder<boolean> => sql`coalesce(holds_from <= ${storedAt}, true)`;

/** The unwanted image that is most like one. Reads all of them: about 0.1 s for 100,000. */
export async function findMatch(tx: Tx, hash: string, storedAt: Date): Promise<Match | undefined> {
  const { rows } = await sql<Match>`
    select source, ${isHeldSql(storedAt)} as "isHeld" from unwanted_images
    where bit_count(pdq # ${bitsSql(hash)}) <= ${PDQ_DISTANCE_MAX}
    order by "isHeld" desc, bit_count(pdq # ${bitsSql(hash)}), added_at limit 1`.execute(tx);
  return rows[0];
}

interface NewUnwanted {
  readonly source: string;
  /** From the comparison with stored images. */
  readonly comparisonId: string;
}

/**
 * Adds the hash of a checked image. An image without one, or with too little to recognize, adds nothing.
 * @returns how many were added
 */
export async function insertUnwantedImage(
  tx: Tx,
  key: string,
  {
    source,
    comparisonId,
    decisionId,
    qualityMin,
    copies,
  }: NewUnwanted & {
    readonly decisionId: string | null;
    readonly qualityMin: number;
    readonly copies: "all" | "newer";
  },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into unwanted_images (id, pdq, source, decision_id, comparison_id, holds_from)
    select ${newId()}::uuid, pdq, ${source}, ${decisionId}::uuid, ${comparisonId}::uuid,
      case when ${copies === "newer"} then requested_at end
    from image_checks
    where key = ${key} and quality >= ${qualityMin}
    on conflict (source, pdq, decision_id) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function deleteUnwantedImagesOf(tx: Tx, decisionId: string): Promise<void> {
  await tx.deleteFrom("unwanted_images").where("decision_id", "=", decisionId).execute();
}

/** Adds hashes to a list. @returns how many were new */
export async function insertUnwantedHashes(
  tx: Tx,
  { source, comparisonId, reason }: NewUnwanted & { readonly reason: string },
  hashes: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into unwanted_images (id, pdq, source, reason, comparison_id)
    select gen_random_uuid(), ('x' || hash)::bit(256), ${source}, ${reason}, ${comparisonId}::uuid
    from unnest(${sql.val([...hashes])}::text[]) as given (hash)
    on conflict (source, pdq, decision_id) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** @returns how many the list had */
export async function deleteUnwantedSource(tx: Tx, source: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("unwanted_images")
    .where("source", "=", source)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
