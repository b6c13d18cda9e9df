import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { countSent, deleteForgotten, eraseSent, findLeftBehind } from "#server/modules/messages/forgetting.repo.ts";
import { discard } from "#server/modules/photos/photos.service.ts";
import { type LeftPairs, raise } from "#server/modules/relationships/relationships.service.ts";
import { retainSent } from "#server/modules/retention/retention.service.ts";

/**
 * Takes away the texts and pictures of a member who goes. Where the other one still reads or may still report, each counts as
 * deleted, so that their devices hear of it however late they ask; what was sent lately is kept for reports. Elsewhere nothing
 * is left. Needs the locks of all the member's pairs, ended.
 */
export async function forgetMessages(
  ctx: Context,
  tx: Tx,
  memberId: string,
  { reportable, abandoned }: Pick<LeftPairs, "reportable" | "abandoned">,
): Promise<void> {
  await retainSent(tx, memberId, reportable);
  const forgotten = await deleteForgotten(tx, memberId, abandoned, reportable);
  const revs = await raise(tx, await countSent(tx, memberId));
  await discard(ctx, tx, [...forgotten, ...(await eraseSent(tx, memberId, revs))]);
}

/**
 * Deletes the places of a gone member's messages where nobody reads them, once the time for reports is over. Needs the locks of
 * the member's pairs.
 */
export async function forgetPlaces(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await discard(ctx, tx, await deleteForgotten(tx, memberId, [], await findLeftBehind(tx, memberId)));
}
