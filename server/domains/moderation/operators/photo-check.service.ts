import type { Context } from "#server/context.ts";
import { deleteUnreferenced, findUnreferenced } from "#server/domains/members/photos/photos.service.ts";
import { type OperatorAction, recordActionNow } from "#server/domains/moderation/audit/audit.service.ts";
import { groupByDigits, listImages } from "#server/domains/moderation/operators/photo-migration.service.ts";
import { CommandError } from "#server/errors.ts";
import { isComplete, isRequired, PHOTO_FILES } from "#server/platform/adapters/photo-store.ts";
import { findImageKeys, openCopyConnection } from "#server/platform/db/backup-tables.ts";

const ALL_DIGITS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));

export interface PhotoCheck {
  readonly images: number;
  readonly missing: readonly string[];
  readonly unreferenced: readonly string[];
}

/** A listing may be older than the image, and does not have the images of an earlier store. */
async function isMissing({ photos }: Context, key: string): Promise<boolean> {
  const found = await Promise.all(PHOTO_FILES.filter(isRequired).map((file) => photos.find(key, file)));
  return found.includes(undefined);
}

/** Differences from the listing are checked again, because images come and go meanwhile. */
export async function checkPhotos(ctx: Context, signal: AbortSignal): Promise<PhotoCheck> {
  const client = await openCopyConnection(ctx.database.direct, signal);
  try {
    const keys = await findImageKeys(client);
    const groups = groupByDigits(keys);
    const [missing, unreferenced]: [string[], string[]] = [[], []];
    for (const digits of ALL_DIGITS) {
      signal.throwIfAborted();
      const group = groups.get(digits) ?? [];
      const known = new Set(group);
      const listed = await listImages(ctx.photos, digits);
      for (const key of group) if (!isComplete(listed.get(key) ?? {}) && (await isMissing(ctx, key))) missing.push(key);
      unreferenced.push(
        ...(await findUnreferenced(
          ctx,
          [...listed.keys()].filter((key) => !known.has(key)),
        )),
      );
    }
    const deleted = new Set(await findUnreferenced(ctx, missing));
    return { images: keys.length, missing: missing.filter((key) => !deleted.has(key)), unreferenced };
  } finally {
    await client.end();
  }
}

/**
 * @param isMost allows more of them than there are others, which usually means another database
 * @throws CommandError
 */
export async function cleanPhotos(
  ctx: Context,
  by: OperatorAction,
  { isMost, signal }: { readonly isMost: boolean; readonly signal: AbortSignal },
): Promise<{ deleted: number }> {
  const { images, unreferenced } = await checkPhotos(ctx, signal);
  if (unreferenced.length > images && !isMost)
    throw new CommandError(
      `The store has ${unreferenced.length} images that this database does not know, and ${images} that it knows. If the store belongs to this database alone, use \`--most\`.`,
    );
  await recordActionNow(ctx, by, { action: "clean photos", details: { images: unreferenced.length } });
  return { deleted: await deleteUnreferenced(ctx, unreferenced) };
}
