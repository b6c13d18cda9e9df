import { type RawBuilder, type Selectable, sql } from "kysely";
import type { HoldReason } from "#contract/moderation/cases.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { ImageChecksTable } from "#server/platform/db/schema/image-checks.ts";

/**
 * SQL condition: whoever may see the photo or message also sees its image. Otherwise only its owner does.
 * @param table `photos` or `messages`, or an alias
 */
export const isImageSharedSql = (table: string): RawBuilder<boolean> => sql`${sql.ref(`${table}.check_state`)} is null`;

/** SQL, for the download: a time as in JSON. */
export const isoSql = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL, for the download: the check of an image; null if none was requested. */
export const checkSql = sql`case when image_checks.key is not null then json_build_object('state', state,
  'requestedAt', ${isoSql("requested_at")}, 'checkedAt', ${isoSql("checked_at")}, 'scores', scores) end`;

/** SQL condition on `image_checks`: the image is held, or is a copy that others see. */
export const isReviewedCheckSql = sql<boolean>`(
  image_checks.state = 'held'
  or image_checks.state = 'clear' and match is not null and match <> all(shown_matches))`;

export type ReviewedCheck = Pick<Selectable<ImageChecksTable>, "state" | "match" | "scores">;

export const findReviewedCheck = (db: Db, key: string): Promise<ReviewedCheck | undefined> =>
  db
    .selectFrom("image_checks")
    .select(["state", "match", "scores"])
    .where("key", "=", key)
    .where(isReviewedCheckSql)
    .executeTakeFirst();

/** What a check has found in an image, whatever was decided since. */
export const findCheck = (db: Db, key: string) =>
  db.selectFrom("image_checks").select(["state", "match", "scores"]).where("key", "=", key).executeTakeFirst();

/** The bits in which an image differs from the nearest one of a list. Null if the list does not have any more images. */
export async function findDistance(db: Db, key: string, source: string): Promise<number | null> {
  const { rows } = await sql<{ distance: number | null }>`
    select min(bit_count(image_checks.pdq # unwanted_images.pdq))::int as distance
    from image_checks cross join unwanted_images where key = ${key} and source = ${source}`.execute(db);
  return rows[0]?.distance ?? null;
}

/** The source of unwanted images that decisions removed. */
export const REMOVED_SOURCE = "removed";

export function holdReasonOf({ state, match, scores }: ReviewedCheck): HoldReason {
  if (state === "clear") return "older_copy";
  if (match !== null) return match === REMOVED_SOURCE ? "removed_copy" : "listed_copy";
  return scores === null ? "unchecked" : "explicit";
}

/** A list of hashes, or the images that decisions removed. */
export interface UnwantedSource {
  readonly source: string;
  readonly images: number;
  readonly since: Date;
}

export async function findUnwantedSources(db: Db): Promise<UnwantedSource[]> {
  const { rows } = await sql<UnwantedSource>`
    select source, count(*)::int as images, min(added_at) as since from unwanted_images
    group by source order by source`.execute(db);
  return rows;
}

/** The comparison of hashes that were added together with the images that were stored before. */
export interface Comparison {
  readonly source: string;
  readonly hashes: number;
  readonly requestedAt: Date;
  /** Images that were compared, and that are left. */
  readonly images: number;
  readonly left: number;
  readonly held: number;
  readonly isRunning: boolean;
  readonly finishedAt: Date | null;
}

/** Unfinished comparisons first, in their order; then the others, latest first. */
export async function findComparisons(db: Db): Promise<Comparison[]> {
  const { rows } = await sql<Comparison>`
    select source, hashes, requested_at as "requestedAt", images, held, finished_at as "finishedAt",
      finished_at is null and coalesce(claimed_until > now(), false) as "isRunning",
      case when finished_at is null
        then (select count(*)::int from image_checks where key > cursor) else 0 end as left
    from image_comparisons
    order by finished_at desc nulls first, hashes, requested_at limit 100`.execute(db);
  return rows;
}

export interface CheckCounts {
  readonly pending: number;
  readonly held: number;
  /** Images that others see although they were never checked. */
  readonly unchecked: number;
  /** When the image was stored that has waited longest for its check. */
  readonly waitingSince: Date | null;
}

/** Images that one statement reads to count the unchecked ones. */
const COUNTED_AT_ONCE = 5_000;

interface CountedImages {
  readonly images: number;
  readonly unchecked: number;
  readonly last: string | null;
}

/** Of the images after a key, in the order of keys, up to `COUNTED_AT_ONCE`. */
export async function countUncheckedPage(db: Db, kind: "photos" | "attachments", after: string) {
  const key = sql.ref(kind === "photos" ? "key" : "attachment_key");
  const { rows } = await sql<CountedImages>`
    select count(*)::int as images, max(page.key) as last,
      (count(*) filter (where page.check_state is null
        and (select checked_at from image_checks where image_checks.key = page.key) is null))::int as unchecked
    from (
      select ${key} as key, check_state from ${sql.table(kind === "photos" ? "photos" : "messages")}
      where ${key} > ${after} order by ${key} limit ${sql.lit(COUNTED_AT_ONCE)}
    ) as page`.execute(db);
  return rows[0] as CountedImages;
}

async function countUnchecked(db: Db, kind: "photos" | "attachments"): Promise<number> {
  let unchecked = 0;
  for (let after: string | null = ""; after !== null; ) {
    const page = await countUncheckedPage(db, kind, after);
    unchecked += page.unchecked;
    after = page.images === COUNTED_AT_ONCE ? page.last : null;
  }
  return unchecked;
}

export async function countChecks(db: Db): Promise<CheckCounts> {
  const { rows } = await sql<Omit<CheckCounts, "unchecked">>`
    select (select count(*)::int from image_checks where state = 'pending') as pending,
      (select count(*)::int from image_checks where state = 'held') as held,
      (select min(requested_at) from image_checks where state = 'pending') as "waitingSince"`.execute(db);
  const unchecked = (await countUnchecked(db, "photos")) + (await countUnchecked(db, "attachments"));
  return { ...(rows[0] as Omit<CheckCounts, "unchecked">), unchecked };
}

/** Keys of images that others see although they were never checked, in ascending order. */
export async function findUncheckedKeys(db: Db, limit: number, after: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    (select photos.key from photos left join image_checks using (key)
      where photos.key > ${after} and checked_at is null and photos.check_state is null order by photos.key limit ${limit})
    union all
    (select attachment_key from messages left join image_checks on key = attachment_key
      where attachment_key > ${after} and checked_at is null and messages.check_state is null
      order by attachment_key limit ${limit})
    order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}
