import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { countSent, deleteUnread, eraseSent } from "#server/modules/messages/forgetting.repo.ts";
import { raise } from "#server/modules/pairs/pairs.service.ts";
import { discard } from "#server/modules/pictures/pictures.service.ts";

/**
 * Takes away the texts and pictures of a member who goes. Where the other one still reads, each counts as deleted, so that
 * their devices hear of it however late they ask. Needs the locks of all the member's pairs, ended.
 * @param abandoned conversations that nobody is left to read
 */
export async function forgetMessages(
  ctx: Context,
  tx: Tx,
  memberId: string,
  abandoned: readonly string[],
): Promise<void> {
  const unread = await deleteUnread(tx, memberId, abandoned);
  const revs = await raise(tx, await countSent(tx, memberId));
  await discard(ctx, tx, [...unread, ...(await eraseSent(tx, memberId, revs))]);
}
