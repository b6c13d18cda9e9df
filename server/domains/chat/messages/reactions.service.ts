import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { MessageReaction } from "#contract/chat/messages.ts";
import type { Reaction } from "#contract/chat/reactions.ts";
import type { Context } from "#server/context.ts";
import { presentReactions } from "#server/domains/chat/messages/messages.present.ts";
import { findMessage, findMessageById } from "#server/domains/chat/messages/messages.queries.ts";
import { updateReaction } from "#server/domains/chat/messages/messages.statements.ts";
import { assertMaySend } from "#server/domains/members/member-limits/sending.service.ts";
import { assertCanAct } from "#server/domains/members/members.service.ts";
import { lockMatch } from "#server/domains/members/relationships/relationships.service.ts";
import { nextRevision } from "#server/domains/members/relationships/relationships.statements.ts";
import { AppError } from "#server/errors.ts";

/**
 * Null removes it. Each side has at most one reaction to a message; the latest request wins. Idempotent: without a
 * change there is no event. A reaction notifies nobody outside of the app.
 * @throws AppError not_found for a deleted message and one of another conversation; messaging_restricted,
 * email_unconfirmed; and as `matchOf`
 */
export async function setReaction(
  ctx: Context,
  me: string,
  messageId: string,
  emoji: Reaction | null,
): Promise<{ reactions: MessageReaction[] }> {
  return ctx.transact(async (tx) => {
    const found = await findMessageById(tx, messageId);
    if (!found || (found.sender_id !== me && found.receiver_id !== me)) throw new AppError("not_found");
    const otherId = found.sender_id === me ? found.receiver_id : found.sender_id;
    const { relationship_id } = await lockMatch(tx, me, otherId, "not_found");
    await assertCanAct(tx, me);
    // A member who may not write must not react either. Taking a reaction back is always possible.
    if (emoji !== null) await assertMaySend(ctx, tx, me);
    // It may have been deleted, or another device may have reacted, while this one waited for the lock.
    const place = { id: messageId, relationshipId: relationship_id };
    const message = await findMessage(tx, place);
    if (!message) throw new AppError("not_found");
    const side = message.sender_id === me ? "sender" : "receiver";
    const reacted = { ...message, [`${side}_reaction`]: emoji };
    if (message[`${side}_reaction`] !== emoji) {
      const revision = await nextRevision(tx, relationship_id);
      await updateReaction(tx, place, { side, reaction: emoji, revision });
      const payload = { conversationId: conversationIdOf(me, otherId), messageId, by: me, emoji, rev: revision };
      for (const memberId of [me, otherId]) tx.emit(memberId, "message_reacted", payload);
    }
    return { reactions: presentReactions(reacted) };
  });
}
