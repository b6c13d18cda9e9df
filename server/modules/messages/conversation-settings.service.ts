import { conversationIdOf } from "#contract/conversations.ts";
import type { Context } from "#server/context.ts";
import { type SettingsChange, upsertSettings } from "#server/modules/messages/conversation-settings.repo.ts";
import { lockReadable } from "#server/modules/relationships/relationships.service.ts";

/**
 * Mutes or archives a conversation for one of its members, or undoes it. An archived conversation is back in the list
 * with the next message. The revision stays, so the other member cannot notice.
 * @throws AppError not_matched, blocked, profile_not_found
 */
export async function setConversationSettings(ctx: Context, me: string, otherId: string, change: SettingsChange) {
  return ctx.transact(async (tx) => {
    const { relationship_id: relationshipId, last_sequence: lastSequence } = await lockReadable(tx, me, otherId);
    const settings = await upsertSettings(tx, { memberId: me, relationshipId, lastSequence }, change);
    tx.emit(me, "conversation_settings_changed", { conversationId: conversationIdOf(me, otherId), ...settings });
    return settings;
  });
}
