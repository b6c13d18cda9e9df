import type { Message } from "#contract/messages.ts";
import { conversationOf } from "#contract/messages.ts";
import type { Context } from "#server/context.ts";
import { brokenConstraint, type Tx } from "#server/db/client.ts";
import type { Pair } from "#server/db/tables.ts";
import { AppError } from "#server/errors.ts";
import { newTimeId } from "#server/ids.ts";
import { isDemo, requireThere } from "#server/modules/members/members.service.ts";
import { presentMessage } from "#server/modules/messages/messages.present.ts";
import {
  eraseMessage,
  findByClientId,
  findMessage,
  hasUnread,
  insertMessage,
  markMessagesRead,
} from "#server/modules/messages/messages.repo.ts";
import { sideOf } from "#server/modules/pairs/pairs.policy.ts";
import { lockMatch, markPairRead, nextPlace, nextRev } from "#server/modules/pairs/pairs.service.ts";
import type { Caller } from "#server/serve.ts";

/** Seconds that a demo member takes to answer. */
const DEMO_PAUSE_S = 4;

/** The locked match of two members. @throws AppError profile_not_found, not_matched */
async function lockConversation(tx: Tx, me: string, otherId: string): Promise<Pair> {
  await requireThere(tx, otherId);
  return lockMatch(tx, me, otherId);
}

interface Sending {
  readonly receiverId: string;
  /** Checked: not empty, not too long. */
  readonly content: string;
  readonly clientId?: string | undefined;
}

/**
 * Sends a message to a match; when it returns, the message is durable and has its place. Under a `clientId` it is sent
 * once, however often it is asked for.
 * @throws AppError profile_not_found, not_matched
 */
export async function sendMessage(ctx: Context, me: Caller, sending: Sending): Promise<{ message: Message }> {
  const { receiverId, content, clientId } = sending;
  const work = ctx.transact(async (tx) => {
    const pair = await lockConversation(tx, me.id, receiverId);
    const earlier = clientId === undefined ? undefined : await findByClientId(tx, me.id, clientId);
    if (earlier) {
      if (earlier.pair_id !== pair.id) throw foreignClientId();
      return { message: presentMessage(earlier, me.id) };
    }
    const { last_seq: seq, rev } = await nextPlace(tx, pair.id);
    const id = newTimeId();
    await insertMessage(tx, { id, pair_id: pair.id, seq, rev, sender_id: me.id, client_id: clientId ?? null, content });
    const row = await findMessage(tx, id);
    if (!row) throw new Error("a message that was just stored is gone");
    const conversationId = conversationOf(me.id, receiverId);
    for (const memberId of [me.id, receiverId]) {
      tx.emit(memberId, "new_message", { conversationId, message: presentMessage(row, memberId), rev });
    }
    if (seq === 1 && (await isDemo(tx, receiverId)) && !(await isDemo(tx, me.id))) {
      await ctx.jobs.send(tx, "demo-message", { demoId: receiverId, memberId: me.id }, { afterSeconds: DEMO_PAUSE_S });
    }
    return { message: presentMessage(row, me.id) };
  });
  return work.catch((error: unknown) => {
    // Sent to another match in the same moment, under another lock.
    throw brokenConstraint(error) === "messages_sender_id_client_id_key" ? foreignClientId() : error;
  });
}

const foreignClientId = () => AppError.field("invalid", "clientId", "clientId names another message");

/** The other one of a conversation's two members. @throws AppError forbidden where the reader is neither */
function otherOf(conversationId: string, me: string): string {
  const [low = "", high = ""] = conversationId.split("_");
  if (me !== low && me !== high) throw new AppError("forbidden");
  return me === low ? high : low;
}

/**
 * Marks what the other has sent as read. With nothing new it changes nothing and tells nobody.
 * @throws AppError forbidden, profile_not_found, not_matched
 */
export async function markRead(ctx: Context, me: string, conversationId: string): Promise<{ readAt: string }> {
  const otherId = otherOf(conversationId, me);
  return ctx.transact(async (tx) => {
    const pair = await lockConversation(tx, me, otherId);
    if (!(await hasUnread(tx, pair.id, otherId))) {
      return { readAt: (sideOf(pair, me).myReadAt ?? ctx.now()).toISOString() };
    }
    const { rev, readAt } = await markPairRead(tx, pair, me);
    await markMessagesRead(tx, pair.id, otherId, readAt);
    const payload = { conversationId, readerId: me, readAt: readAt.toISOString(), rev };
    for (const memberId of [me, otherId]) tx.emit(memberId, "messages_read", payload);
    return { readAt: payload.readAt };
  });
}

/**
 * Deletes one's own message, for both sides.
 * @throws AppError not_found where it is not there or not of a conversation of one's own; forbidden where it is the
 * other one's
 */
export async function deleteMessage(ctx: Context, me: string, messageId: string): Promise<{ message: string }> {
  return ctx.transact(async (tx) => {
    const found = await findMessage(tx, messageId);
    if (!found || (found.low_id !== me && found.high_id !== me)) throw new AppError("not_found");
    if (found.sender_id !== me) throw new AppError("forbidden");
    const pair = await lockMatch(tx, found.low_id, found.high_id);
    // Another device may have deleted it while we waited for the lock.
    if (!(await findMessage(tx, messageId))) throw new AppError("not_found");
    const rev = await nextRev(tx, pair.id);
    await eraseMessage(tx, messageId, rev);
    const payload = { conversationId: conversationOf(found.low_id, found.high_id), messageId, rev };
    for (const memberId of [found.low_id, found.high_id]) tx.emit(memberId, "message_deleted", payload);
    return { message: "Message deleted" };
  });
}
