import { type RawBuilder, sql } from "kysely";
import type { Context } from "#server/context.ts";
import type { ImageScores } from "#server/platform/adapters/image-checker.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { CheckState, ImageCheck } from "#server/platform/db/schema/image-checks.ts";
import type { PdqHash } from "#server/platform/lib/pdq.ts";

/** SQL: 64 hexadecimal digits as 256 bits. */
export const bitsSql = (hash: string): RawBuilder<string> => sql`${`x${hash}`}::text::bit(256)`;

/** Counts a check that begins. @returns undefined if the image is gone or was checked already */
export const updateAttempts = (tx: Tx, key: string): Promise<Pick<ImageCheck, "attempts" | "state"> | undefined> =>
  tx
    .updateTable("image_checks")
    .set({ attempts: sql`attempts + 1` })
    .where("key", "=", key)
    .where("checked_at", "is", null)
    .returning(["attempts", "state"])
    .executeTakeFirst();

export const lockCheck = (tx: Tx, key: string): Promise<ImageCheck | undefined> =>
  tx.selectFrom("image_checks").selectAll().where("key", "=", key).forUpdate().executeTakeFirst();

export interface CheckResult {
  readonly state: ImageCheck["state"];
  readonly pdq: PdqHash | undefined;
  readonly scores: ImageScores | undefined;
  readonly match: string | undefined;
}

export async function updateResult(tx: Tx, key: string, { state, pdq, scores, match }: CheckResult): Promise<void> {
  await sql`
    update image_checks set state = ${state}, checked_at = now(), pdq = ${pdq ? bitsSql(pdq.hash) : null},
      quality = ${pdq?.quality ?? null}, scores = ${scores ? JSON.stringify(scores) : null}::jsonb,
      match = ${match ?? null}
    where key = ${key}`.execute(tx);
}

/** Clears an image that nothing looked at, so that it can be checked later. */
export async function updateUnchecked(tx: Tx, key: string): Promise<void> {
  await sql`update image_checks set state = 'clear', attempts = 0 where key = ${key}`.execute(tx);
}

export async function deleteChecks(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`delete from image_checks where key = any(${sql.val([...keys])}::text[])`.execute(tx);
}

/** An unwanted image of which another one is a copy. */
export interface Match {
  /** Its list. */
  readonly source: string;
  /** Whether it holds the copy: one that was stored before a removed image is most likely not taken from it. */
  readonly isHeld: boolean;
}

/** Records images that wait for their check; or images that others see meanwhile. */
export async function insertChecks(tx: Tx, keys: readonly string[], state: "pending" | "clear"): Promise<void> {
  await sql`
    insert into image_checks (key, state) select unnest(${sql.val([...keys])}::text[]), ${state}
    on conflict (key) do nothing`.execute(tx);
}

/**
 * Requests the checks of new images, in the transaction that refers to them.
 * @returns the state that their rows get; null if checks are off, and everyone sees them at once
 */
export async function beginImageChecks(ctx: Context, tx: Tx, keys: readonly string[]): Promise<CheckState | null> {
  if (ctx.config.imageChecks === "off" || keys.length === 0) return null;
  await insertChecks(tx, keys, "pending");
  await sendChecks(ctx, tx, keys);
  return "pending";
}

export const sendChecks = (ctx: Context, tx: Tx, keys: readonly string[]): Promise<void> =>
  ctx.jobs.sendAll(
    tx,
    "check-image",
    keys.map((key) => ({ key })),
  );
