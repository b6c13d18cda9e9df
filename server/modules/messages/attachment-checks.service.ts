import { conversationIdOf } from "#contract/conversations.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { CheckState } from "#server/db/schema/image-checks.ts";
import { viewerContext } from "#server/modules/members/members.service.ts";
import { presentMessage } from "#server/modules/messages/messages.present.ts";
import { findMessage, type MessageRow, updateCheckState } from "#server/modules/messages/messages.repo.ts";
import { findRelationship } from "#server/modules/relationships/relationships.queries.ts";
import { lockRelationship, nextRevision } from "#server/modules/relationships/relationships.service.ts";

/** Emits a message to both members, who can read the conversation. */
export function emitMessageChanged(ctx: Context, tx: Tx, row: MessageRow, rev: number): void {
  const conversationId = conversationIdOf(row.sender_id, row.receiver_id);
  for (const memberId of [row.sender_id, row.receiver_id]) {
    const message = presentMessage(row, viewerContext(ctx, memberId));
    tx.emit(memberId, "message_changed", { conversationId, message, rev });
  }
}

/** Locks the conversation of a message until the end of the transaction. */
export async function lockConversationOf(tx: Tx, messageId: string): Promise<void> {
  const found = await findMessage(tx, messageId);
  if (found) await lockRelationship(tx, found.sender_id, found.receiver_id);
}

/** Shows an attachment to the other member (null), or to its sender only. Needs the lock of `lockConversationOf`. */
export async function changeAttachmentCheck(
  ctx: Context,
  tx: Tx,
  messageId: string,
  state: CheckState | null,
): Promise<void> {
  const row = await findMessage(tx, messageId);
  const side = row && (await findRelationship(tx, row.sender_id, row.receiver_id));
  if (!side) return;
  const revision = await nextRevision(tx, side.relationship_id);
  await updateCheckState(tx, messageId, { state, revision });
  if (side.is_readable) emitMessageChanged(ctx, tx, { ...row, check_state: state }, revision);
}
