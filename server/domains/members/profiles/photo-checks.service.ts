import type { Context } from "#server/context.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { emitProfileChanged } from "#server/domains/members/profiles/profiles.service.ts";
import { setPhotoCheck } from "#server/domains/members/profiles/profiles.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { CheckState } from "#server/platform/db/schema/image-checks.ts";

/**
 * Shows a photo to others (null), or to its owner only. Needs the lock of `lockProfileOf`. A member none of whose photos
 * is shown leaves Browse until one is.
 */
export async function changePhotoCheck(
  ctx: Context,
  tx: Tx,
  memberId: string,
  key: string,
  state: CheckState | null,
): Promise<void> {
  const photoId = await setPhotoCheck(tx, memberId, key, state);
  if (photoId === undefined) return;
  await reindexMember(tx, memberId);
  emitProfileChanged(ctx, tx, memberId);
  tx.emit(memberId, "photo_checked", { photoId, check: state });
}
