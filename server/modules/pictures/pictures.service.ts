import type { Picture } from "#server/adapters/images.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { newPhotoKey } from "#server/ids.ts";
import {
  areFilesHeld,
  deleteDoomed,
  deleteWaiting,
  doomForgotten,
  doomWaiting,
  findDoomed,
  findShowing,
  insertUnclaimed,
} from "#server/modules/pictures/pictures.repo.ts";

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
