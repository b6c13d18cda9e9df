import type { Context } from "#server/context.ts";
import { type Tx, transactLong } from "#server/db/client.ts";
import { tryEach } from "#server/lib/try-each.ts";
import { purgeTombstonesOf } from "#server/modules/messages/messages-purge.service.ts";
import { deleteEmptyRelationships, lockRelationshipsOf } from "#server/modules/relationships/relationships.service.ts";
import { findExpiredProfiles } from "#server/modules/retention/retention.queries.ts";
import { purgeExpired, releaseProfile } from "#server/modules/retention/retention.service.ts";

/** Deletes the rest of a deleted account: its profile and photos, and what contact nobody else reads. */
async function purgeMember(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await lockRelationshipsOf(tx, memberId);
  await purgeTombstonesOf(ctx, tx, memberId);
  await deleteEmptyRelationships(tx, memberId, []);
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
  const expired = await transactLong(ctx, findExpiredProfiles);
  await tryEach(expired, (memberId) => transactLong(ctx, (tx) => purgeMember(ctx, tx, memberId)));
}
