import { conversationIdOf } from "#contract/messages.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { Pair } from "#server/db/schema/tables.ts";
import { AppError } from "#server/errors.ts";
import { requireThere, tellReads } from "#server/modules/members/members.service.ts";
import {
  eraseMessage,
  findMessage,
  hasUnread,
  markMessagesRead,
  tellEarlierReads,
} from "#server/modules/messages/messages.repo.ts";
import { isLeftBehind, sideOf } from "#server/modules/relationships/relationships.policy.ts";
import { lockReadable, markPairRead, nextRev } from "#server/modules/relationships/relationships.service.ts";
import { retainMessage } from "#server/modules/retention/retention.service.ts";

/** The locked conversation of two members. @throws AppError profile_not_found, not_matched, blocked */
async function lockConversation(tx: Tx, me: string, otherId: string): Promise<Pair> {
  const pair = await lockReadable(tx, me, otherId);
  if (!isLeftBehind(pair)) await requireThere(tx, otherId);
  return pair;
}

/** The other one of a conversation's two members. @throws AppError forbidden where the reader is neither */
function otherOf(conversationId: string, me: string): string {
  const [low = "", high = ""] = conversationId.split("_");
  if (me !== low && me !== high) throw new AppError("forbidden");
  return me === low ? high : low;
}

/** Whether a side has read anything of which the other was not told. */
const hasUntold = (pair: Pair, me: string): boolean => {
  const { myReadAt, myReceiptAt } = sideOf(pair, me);
  return myReadAt?.getTime() !== myReceiptAt?.getTime();
};

/**
 * Marks what the other has sent as read. With nothing new it changes nothing and tells nobody. The other is told only where
 * both let each other know what they read; it is then told of all that was sent until now.
 * @throws AppError forbidden, profile_not_found, not_matched
 */
export async function markRead(ctx: Context, me: string, conversationId: string): Promise<{ readAt: string }> {
  const otherId = otherOf(conversationId, me);
  return ctx.transact(async (tx) => {
    const pair = await lockConversation(tx, me, otherId);
    if (!(await hasUnread(tx, pair.id, otherId))) {
      return { readAt: (sideOf(pair, me).myReadAt ?? ctx.now()).toISOString() };
    }
    const told = await tellReads(tx, me, otherId);
    const { rev, readAt } = await markPairRead(tx, pair, me, told);
    const theirs = { pairId: pair.id, senderId: otherId };
    await markMessagesRead(tx, theirs, readAt, told);
    if (told && hasUntold(pair, me)) await tellEarlierReads(tx, theirs, readAt);
    const payload = { conversationId, readAt: readAt.toISOString(), rev };
    if (!told) tx.emit(me, "read_privately", payload);
    else for (const memberId of [me, otherId]) tx.emit(memberId, "messages_read", { ...payload, readerId: me });
    return { readAt: payload.readAt };
  });
}

/**
 * Deletes one's own message, for both sides. What it held is kept for reports for a while.
 * @throws AppError not_found where it is not there or not of a conversation of one's own; forbidden where it is the
 * other one's
 */
export async function deleteMessage(ctx: Context, me: string, messageId: string): Promise<{ message: string }> {
  return ctx.transact(async (tx) => {
    const found = await findMessage(tx, messageId);
    if (!found || (found.low_id !== me && found.high_id !== me)) throw new AppError("not_found");
    if (found.sender_id !== me) throw new AppError("forbidden");
    const pair = await lockReadable(tx, me, me === found.low_id ? found.high_id : found.low_id);
    // Another device may have deleted it while we waited for the lock.
    if (!(await findMessage(tx, messageId))) throw new AppError("not_found");
    const rev = await nextRev(tx, pair.id);
    await retainMessage(tx, messageId);
    await eraseMessage(tx, messageId, rev);
    const payload = { conversationId: conversationIdOf(found.low_id, found.high_id), messageId, rev };
    for (const memberId of [found.low_id, found.high_id]) tx.emit(memberId, "message_deleted", payload);
    return { message: "Message deleted" };
  });
}
