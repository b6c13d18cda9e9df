import { DAY_MS, HOUR_S } from "#contract/durations.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { consumeRateLimit, type RateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { isNewMember } from "#server/domains/members/members.service.ts";
import {
  deleteEvidence,
  deleteExpiredUploads,
  deletePendingUploads,
  expireAbandonedUploads,
  expirePendingUploads,
  findExpiredUploads,
  findUnreferencedKeys,
  insertEvidence,
  insertExpiredUploads,
  insertPendingUploads,
  isBackupRunning,
} from "#server/domains/members/photos/photos.repo.ts";
import { deleteChecks } from "#server/domains/moderation/image-checks/image-checks.statements.ts";
import { AppError } from "#server/errors.ts";
import {
  ImageError,
  type ImageSource,
  type ProcessedImage,
  type Uploader,
} from "#server/platform/adapters/image-processing.ts";
import { PhotoStoreError } from "#server/platform/adapters/photo-store.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { tryEach, tryHalves, tryPages } from "#server/platform/lib/batcher.ts";
import { newImageKey } from "#server/platform/lib/ids.ts";

/** Seconds after which the image processor may have capacity again. */
const TIMED_OUT_RETRY_S = 30;

const TOO_LARGE = "That picture has too many pixels. Please choose a smaller copy, such as a screenshot of it.";

/**
 * All or none.
 * @param codes the errors for a file that is not a JPEG, PNG or WebP, and for one that is too large to decode
 * @param withAvif for profile photos, which many load; the sender of an attachment waits for it
 * @throws AppError with these codes; server_busy
 */
export const processImages = (
  ctx: Context,
  uploader: Uploader,
  files: readonly ImageSource[],
  codes: { readonly unreadable: ErrorCode; readonly tooLarge: ErrorCode },
  withAvif = false,
): Promise<ProcessedImage[]> =>
  ctx.images.render(uploader, files, withAvif).catch((error: unknown) => {
    if (!(error instanceof ImageError)) throw error;
    if (error.reason === "timed_out") throw AppError.busy(TIMED_OUT_RETRY_S);
    throw error.reason === "too_large" ? new AppError(codes.tooLarge, TOO_LARGE) : new AppError(codes.unreadable);
  });

/** Counts attempts. A busy chat sends an image a minute; filling in a profile sends two dozen in an hour. */
const UPLOADS: RateLimit = { name: "uploads", limit: 100, windowSeconds: HOUR_S };
const UPLOADS_NEW: RateLimit = { name: "uploads", limit: 30, windowSeconds: HOUR_S };
const NEW_MS = DAY_MS;

/**
 * Pass it to `ctx.uploads.receive` as `admit`, so that it runs before the body is read.
 * @throws AppError rate_limited, with the seconds to wait
 */
export async function consumeUploadLimit(ctx: Context, memberId: string): Promise<void> {
  if (!ctx.config.rateLimits) return;
  const rule = (await isNewMember(ctx, memberId, NEW_MS)) ? UPLOADS_NEW : UPLOADS;
  const { allowed, retryAfter } = await ctx.transact((tx) => consumeRateLimit(ctx, tx, rule, memberId));
  if (!allowed) throw AppError.wait(retryAfter, "You have sent many pictures. Please try again later.");
}

export interface StoredImage extends ProcessedImage {
  readonly key: string;
}

/** The transaction that would have referred to the images is rolled back: nothing ever refers to them. */
class ExpiredUploadsError extends Error {}

/**
 * The keys are recorded as pending uploads first, and `claim` removes them in the transaction that refers to the
 * images. So a row's files always exist, and files without a row are deleted: at once, or after a crash by the cleanup
 * job.
 */
export async function storeWithClaim<T>(
  ctx: Context,
  images: readonly ProcessedImage[],
  claim: (tx: Tx, stored: readonly StoredImage[]) => Promise<T>,
): Promise<T> {
  if (images.length === 0) return ctx.transact((tx) => claim(tx, []));
  const stored = images.map((image) => ({ ...image, key: newImageKey() }));
  const keys = stored.map(({ key }) => key);
  await ctx.transact((tx) => insertPendingUploads(tx, keys, false));
  try {
    await writeFiles(ctx, stored);
    return await ctx.transact(async (tx) => {
      const result = await claim(tx, stored);
      if ((await deletePendingUploads(tx, keys)) < keys.length)
        throw new ExpiredUploadsError("Pending uploads expired before they were claimed");
      return result;
    });
  } catch (error) {
    await cleanUp(ctx, keys, error).catch((failure: unknown) => logLeftover(ctx, failure));
    throw error;
  }
}

/** Only if the files cannot appear later. */
async function cleanUp(ctx: Context, keys: readonly string[], error: unknown): Promise<void> {
  // A store over a network may still be writing what it did not confirm, and would do so after a deletion. The uploads
  // stay pending, so that the cleanup job deletes the files in an hour.
  if (error instanceof PhotoStoreError) return;
  // The files may have been written after the cleanup job had deleted them, by a process that was suspended for an hour.
  if (error instanceof ExpiredUploadsError) {
    await ctx.transact((tx) => insertExpiredUploads(tx, keys));
    await deleteFiles(ctx, keys);
  } else await deleteUnclaimed(ctx, keys);
}

/** Waits for every write, even after a failure: a file written later would never be deleted. */
async function writeFiles(ctx: Context, stored: readonly StoredImage[]): Promise<void> {
  const written = await Promise.allSettled(stored.map((image) => ctx.photos.put(image.key, image.files)));
  const failed = written.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

const DELETE_BATCH = 200;

const logLeftover = (ctx: Context, error: unknown): void =>
  ctx.log.error({ err: error }, "photos: files not deleted, left for the cleanup job");

/** A claim that was committed, but whose confirmation was lost, keeps its files. */
async function deleteUnclaimed(ctx: Context, keys: readonly string[]): Promise<void> {
  const expired = await ctx.transact((tx) => expirePendingUploads(tx, keys));
  if (expired.length > 0) await deleteFiles(ctx, expired);
}

/** Nothing may refer to the keys any more. Files that a case or a decision needs stay until it does not. */
export async function deleteFilesAfterCommit(ctx: Context, tx: Tx, given: readonly string[]): Promise<void> {
  const kept = new Set(await insertEvidence(tx, given));
  const keys = given.filter((key) => !kept.has(key));
  await insertPendingUploads(tx, keys, true);
  await deleteChecks(tx, keys);
  tx.afterCommit(() => {
    deleteInBatches(ctx, keys).catch((error: unknown) => logLeftover(ctx, error));
  });
}

/** Images that were kept for a case or a decision. */
export async function purgeEvidence(ctx: Context, tx: Tx): Promise<void> {
  await deleteFilesAfterCommit(ctx, tx, await deleteEvidence(tx));
}

async function deleteInBatches(ctx: Context, keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += DELETE_BATCH) await deleteFiles(ctx, keys.slice(i, i + DELETE_BATCH));
}

/**
 * Files that cannot be deleted stay pending. So do all files during a backup, which may still copy them. A backup that
 * begins after this check sees that they have expired.
 * @throws as `tryEach`, after all deletions were tried
 */
async function deleteFiles(ctx: Context, keys: readonly string[]): Promise<void> {
  if (await ctx.transact(isBackupRunning)) return;
  const tried = await Promise.allSettled(keys.map((key) => ctx.photos.delete(key)));
  const deleted = keys.filter((_, i) => tried[i]?.status === "fulfilled");
  const forget = () => tryHalves(deleted, (some) => ctx.transact((tx) => deleteExpiredUploads(tx, some)));
  const failed = tried.find((one) => one.status === "rejected");
  await tryEach([forget, () => (failed ? Promise.reject(failed.reason) : Promise.resolve())], (step) => step());
}

/** @throws as `tryEach` */
export async function purgePendingUploads(ctx: Context): Promise<void> {
  const deleteExpired = () =>
    tryPages<string>(
      (after) => findExpiredUploads(ctx.db, DELETE_BATCH, after),
      (keys) => deleteFiles(ctx, keys),
    );
  await tryEach([() => ctx.transact(expireAbandonedUploads), deleteExpired], (step) => step());
}

/** Keys that neither a row nor an upload refers to. */
export async function findUnreferenced(ctx: Context, keys: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let i = 0; i < keys.length; i += DELETE_BATCH)
    found.push(...(await findUnreferencedKeys(ctx.db, keys.slice(i, i + DELETE_BATCH))));
  return found;
}

/** A backup in progress delays the deletion. @returns the number of files */
export async function deleteUnreferenced(ctx: Context, keys: readonly string[]): Promise<number> {
  let deleted = 0;
  for (let i = 0; i < keys.length; i += DELETE_BATCH) {
    const batch = await ctx.transact(async (tx) => {
      const still = await findUnreferencedKeys(tx, keys.slice(i, i + DELETE_BATCH));
      await insertExpiredUploads(tx, still);
      return still;
    });
    await deleteFiles(ctx, batch);
    deleted += batch.length;
  }
  return deleted;
}
