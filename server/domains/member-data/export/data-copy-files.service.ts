import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import {
  type DataCopyRow,
  deleteCopyOf,
  findCopyOf,
  findCurrentAttempts,
} from "#server/domains/member-data/export/data-copies.repo.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { tryEach } from "#server/platform/lib/batcher.ts";

export const nameOf = (attempt: string, nth: number): string => `${attempt}-${nth}`;

/** The parts that an attempt has written. */
export async function deleteFiles(ctx: Context, attempt: string): Promise<void> {
  for await (const name of ctx.exports.list()) if (name.startsWith(attempt)) await ctx.exports.delete(name);
}

export function deleteFilesAfterCommit(ctx: Context, tx: Tx, { attempt }: DataCopyRow): void {
  if (attempt === null) return;
  tx.afterCommit(() => {
    deleteFiles(ctx, attempt).catch((err: unknown) => ctx.log.error({ err }, "data copy: files not deleted"));
  });
}

/** For an account that is being deleted. */
export async function deleteDataCopy(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  const copy = await findCopyOf(tx, memberId);
  await deleteCopyOf(tx, memberId);
  if (copy) deleteFilesAfterCommit(ctx, tx, copy);
}

/** Deletes the files of copies that are gone, and of attempts that were killed. @throws as `tryEach` */
export async function purgeDataCopyFiles(ctx: Context): Promise<void> {
  // Files first: an attempt is stored before its first file.
  const names = await Array.fromAsync(ctx.exports.list());
  const attemptOf = (name: string) => name.slice(0, 36);
  const attempts = new Set(names.map(attemptOf).filter(validate));
  const current = await findCurrentAttempts(ctx.db, [...attempts]);
  await tryEach(
    names.filter((name) => !current.has(attemptOf(name))),
    (name) => ctx.exports.delete(name),
  );
}
