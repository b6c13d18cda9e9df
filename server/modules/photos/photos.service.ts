import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import { ImageError, type ImageSource, type Picture, type Sender } from "#server/adapters/image-processing.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import type { Upload, UploadForm } from "#server/http/multipart-upload.ts";
import { newPhotoKey } from "#server/lib/ids.ts";
import { isNewMember } from "#server/modules/members/members.service.ts";
import {
  areFilesHeld,
  deleteDoomed,
  deleteWaiting,
  doomForgotten,
  doomWaiting,
  findDoomed,
  findShowing,
  insertUnclaimed,
} from "#server/modules/photos/photos.repo.ts";
import { consumeRateLimit, type RateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";

/** Seconds after which a decoder may have time again. */
const TIMED_OUT_RETRY_S = 30;

/** What a phone can always make of a picture that is too large for us. */
const TOO_LARGE = "That picture has too many pixels. Please choose a smaller copy, such as a screenshot of it.";

/**
 * Makes the pictures that are kept of files that came in, all or none.
 * @param refusals the codes for what is no JPEG, PNG or WebP, and for what is too large to be decoded
 * @throws AppError with these codes; server_busy
 */
export const makePictures = (
  ctx: Context,
  sender: Sender,
  files: readonly ImageSource[],
  refusals: { readonly unreadable: ErrorCode; readonly tooLarge: ErrorCode },
): Promise<Picture[]> =>
  ctx.images.render(sender, files).catch((error: unknown) => {
    if (!(error instanceof ImageError)) throw error;
    if (error.reason === "timed_out") throw AppError.busy(TIMED_OUT_RETRY_S);
    throw error.reason === "too_large" ? new AppError(refusals.tooLarge, TOO_LARGE) : new AppError(refusals.unreadable);
  });

/** Tries, whatever becomes of them. A lively chat has a picture a minute, and an hour in which a profile is made has two dozen. */
const AN_HOUR = 3600;
const UPLOADS: RateLimit = { name: "uploads", limit: 100, windowSeconds: AN_HOUR };
const UPLOADS_NEW: RateLimit = { name: "uploads", limit: 30, windowSeconds: AN_HOUR };
const NEW_MS = 24 * AN_HOUR * 1000;

/** @throws AppError rate_limited, with the seconds to wait */
async function countUpload(ctx: Context, memberId: string): Promise<void> {
  if (!ctx.config.rateLimits) return;
  const rule = (await isNewMember(ctx, memberId, NEW_MS)) ? UPLOADS_NEW : UPLOADS;
  const { allowed, retryAfter } = await ctx.transact((tx) => consumeRateLimit(ctx, tx, rule, memberId));
  if (!allowed) throw AppError.wait(retryAfter, "You have sent many pictures. Please try again later.");
}

/**
 * Receives the files of a form, as `Uploads.take` does, and counts how many forms a member sends.
 * @throws AppError rate_limited, and what `Uploads.take` throws
 */
export const takeUpload = <T>(
  ctx: Context,
  request: FastifyRequest,
  memberId: string,
  form: Omit<UploadForm, "admit">,
  work: (upload: Upload) => Promise<T>,
): Promise<T> => ctx.uploads.take(request, memberId, { ...form, admit: () => countUpload(ctx, memberId) }, work);

/** Where a picture is shown to a viewer, or undefined where it is not, or no longer. */
export const showingOf = (ctx: Context, key: string, viewerId: string) => findShowing(ctx.db, key, viewerId);

/** A picture whose files are stored. */
export interface StoredPicture extends Picture {
  readonly key: string;
}

/**
 * Stores pictures, notes those that nothing refers to yet, and lets `claim` say where they belong: a row's files are
 * always there, and files whose row never came are taken away, at once or, after a crash, by the sweep.
 * @param claim the transaction that refers to them
 */
export async function storePictures<T>(
  ctx: Context,
  pictures: readonly Picture[],
  claim: (tx: Tx, stored: readonly StoredPicture[]) => Promise<T>,
): Promise<T> {
  if (pictures.length === 0) return ctx.transact((tx) => claim(tx, []));
  const stored = pictures.map((picture) => ({ ...picture, key: newPhotoKey() }));
  const keys = stored.map(({ key }) => key);
  await ctx.transact((tx) => insertUnclaimed(tx, keys, false));
  try {
    await putAll(ctx, stored);
    return await ctx.transact(async (tx) => {
      const result = await claim(tx, stored);
      if ((await deleteWaiting(tx, keys)) < keys.length)
        throw new Error("Pictures were given up before they were claimed");
      return result;
    });
  } catch (error) {
    await giveUp(ctx, keys).catch((late: unknown) => ctx.log.error({ err: late }, LEFT));
    throw error;
  }
}

/** Writes all of them, and is done only when none is being written any more: what comes later would be taken away by nobody. */
async function putAll(ctx: Context, stored: readonly StoredPicture[]): Promise<void> {
  const written = await Promise.allSettled(stored.map((picture) => ctx.photos.put(picture.key, picture)));
  const failed = written.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

/** Pictures that are removed at the same time. */
const SWEEP = 200;
const LEFT = "a picture's files stay until the sweep";

/** Takes away what was not claimed; a claim that did come through, unheard, stands. */
async function giveUp(ctx: Context, keys: readonly string[]): Promise<void> {
  const doomed = await ctx.transact((tx) => doomWaiting(tx, keys));
  if (doomed.length > 0) await drop(ctx, doomed);
}

/** Takes pictures away that nothing refers to once this transaction is in. */
export async function discard(ctx: Context, tx: Tx, keys: readonly string[]): Promise<void> {
  await insertUnclaimed(tx, keys, true);
  tx.afterCommit(() => {
    dropAll(ctx, keys).catch((error: unknown) => ctx.log.error({ err: error }, LEFT));
  });
}

/** Removes what can be removed, some at a time. @throws the first failure; what is left then is the sweep's */
async function dropAll(ctx: Context, keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += SWEEP) await drop(ctx, keys.slice(i, i + SWEEP));
}

/**
 * Removes what can be removed; what cannot stays on the list, and so does all while a backup is made: one that begins
 * after this look sees that these are given up.
 * @throws the first failure, after all have been tried
 */
async function drop(ctx: Context, keys: readonly string[]): Promise<void> {
  if (await ctx.transact(areFilesHeld)) return;
  const tried = await Promise.allSettled(keys.map((key) => ctx.photos.remove(key)));
  const gone = keys.filter((_, i) => tried[i]?.status === "fulfilled");
  if (gone.length > 0) await ctx.transact((tx) => deleteDoomed(tx, gone));
  const failed = tried.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

/** Takes away what was left behind. */
export async function sweepPictures(ctx: Context): Promise<void> {
  await ctx.transact(doomForgotten);
  for (let keys = await findDoomed(ctx.db, SWEEP); keys.length > 0; keys = await findDoomed(ctx.db, SWEEP, keys.at(-1)))
    await drop(ctx, keys).catch((error: unknown) => ctx.log.error({ err: error }, LEFT));
}
