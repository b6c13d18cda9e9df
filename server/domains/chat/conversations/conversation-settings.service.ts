import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Context } from "#server/context.ts";
import {
  deleteFromArchive,
  type SettingsChange,
  upsertSettings,
} from "#server/domains/chat/conversations/conversation-settings.repo.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { lockReadable } from "#server/domains/members/relationships/relationships.service.ts";
import type { Tx } from "#server/platform/db/client.ts";

/**
 * An archived conversation returns with the next message or change of a workout date. The revision stays, so the other
 * member cannot notice.
 * @throws AppError unauthorized, and as `readableOf`
 */
export async function setConversationSettings(ctx: Context, me: string, otherId: string, change: SettingsChange) {
  return ctx.transact(async (tx) => {
    await lockMembersShared(tx, me);
    const { relationship_id: relationshipId, last_sequence: lastSequence } = await lockReadable(tx, me, otherId);
    const settings = await upsertSettings(tx, { memberId: me, relationshipId, lastSequence }, change);
    tx.emit(me, "conversation_settings_changed", { conversationId: conversationIdOf(me, otherId), ...settings });
    return settings;
  });
}

/** Needs the relationship's lock. */
export async function leaveArchive(tx: Tx, me: string, otherId: string, relationshipId: string): Promise<void> {
  const settings = await deleteFromArchive(tx, me, relationshipId);
  if (!settings) return;
  const conversationId = conversationIdOf(me, otherId);
  tx.emit(me, "conversation_settings_changed", { conversationId, isMuted: settings.is_muted, isArchived: false });
}
