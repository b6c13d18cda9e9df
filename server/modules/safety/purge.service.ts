import type { Context } from "#server/context.ts";
import { type Tx, transactLong } from "#server/db/client.ts";
import { tryEach } from "#server/lib/try-each.ts";
import { forgetPlaces } from "#server/modules/messages/forgetting.service.ts";
import { forgetSilentPairs, holdPairsOf } from "#server/modules/relationships/relationships.service.ts";
import { expiredProfiles, purgeExpired, releaseProfile } from "#server/modules/retention/retention.service.ts";

/** Deletes the rest of a deleted account: its profile and photos, and what contact nobody else reads. */
async function purgeMember(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await holdPairsOf(tx, memberId);
  await forgetPlaces(ctx, tx, memberId);
  await forgetSilentPairs(tx, memberId, []);
  await releaseProfile(ctx, tx, memberId);
}

/**
 * Purges what was kept for reports and cannot be reported any more, each deleted account in a transaction of its own. A
 * repeat finds nothing, and a report that is being written keeps what it has read. Where one account cannot be purged, the
 * others are.
 * @throws as `tryEach`
 */
export async function purgeRetained(ctx: Context): Promise<void> {
  await transactLong(ctx, (tx) => purgeExpired(ctx, tx));
  const expired = await transactLong(ctx, expiredProfiles);
  await tryEach(expired, (memberId) => transactLong(ctx, (tx) => purgeMember(ctx, tx, memberId)));
}
