import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import {
  countSentByRelationship,
  deleteUnreachableMessages,
  eraseSentMessages,
  findOrphanedRelationshipIds,
} from "#server/modules/messages/messages-purge.repo.ts";
import { deleteFilesAfterCommit } from "#server/modules/photos/photos.service.ts";
import { bumpRevisions, type EndedRelationships } from "#server/modules/relationships/relationships.service.ts";
import { retainSent } from "#server/modules/retention/retention.service.ts";

/**
 * Deletes the texts and attachments of a member whose account is deleted. Where the other member can still read or report
 * the conversation, each message stays as a deleted one, so that their devices learn of it whenever they resync; recent
 * content is retained for reports. Requires the locks on all of the member's relationships, which have ended.
 */
export async function purgeMessagesOf(
  ctx: Context,
  tx: Tx,
  memberId: string,
  { reportableIds, abandonedIds }: Pick<EndedRelationships, "reportableIds" | "abandonedIds">,
): Promise<void> {
  await retainSent(tx, memberId, reportableIds);
  const forgotten = await deleteUnreachableMessages(tx, memberId, abandonedIds, reportableIds);
  const revs = await bumpRevisions(tx, await countSentByRelationship(tx, memberId));
  await deleteFilesAfterCommit(ctx, tx, [...forgotten, ...(await eraseSentMessages(tx, memberId, revs))]);
}

/**
 * Deletes the deleted messages of a former member that nobody can read, once reports are no longer possible. Requires the
 * locks on the member's relationships.
 */
export async function purgeTombstonesOf(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await deleteFilesAfterCommit(
    ctx,
    tx,
    await deleteUnreachableMessages(tx, memberId, [], await findOrphanedRelationshipIds(tx, memberId)),
  );
}
