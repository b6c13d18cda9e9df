import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Unrestored } from "#contract/moderation/acts.ts";
import type { Context } from "#server/context.ts";
import {
  releaseMessage,
  restoreAttachmentRow,
  updateCheckState,
} from "#server/domains/chat/attachments/attachments.repo.ts";
import { presentMessage } from "#server/domains/chat/messages/messages.present.ts";
import { findMessage, findMessagePlace, type MessageRow } from "#server/domains/chat/messages/messages.queries.ts";
import { eraseMessage } from "#server/domains/chat/messages/messages.statements.ts";
import { retainMessage, TAKEN_DOWN_KEPT_DAYS } from "#server/domains/member-data/retention/retention.statements.ts";
import { viewerContext } from "#server/domains/members/members.service.ts";
import { lockRelationship, nextRevision } from "#server/domains/members/relationships/relationships.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { CheckState } from "#server/platform/db/schema/image-checks.ts";

export function emitMessageChanged(ctx: Context, tx: Tx, row: MessageRow, rev: number, by?: string): void {
  const conversationId = conversationIdOf(row.sender_id, row.receiver_id);
  for (const memberId of [row.sender_id, row.receiver_id]) {
    const message = presentMessage(row, viewerContext(ctx, memberId));
    tx.emit(memberId, "message_changed", { conversationId, message, rev, ...(by !== undefined && { by }) });
  }
}

/** The receiver gets it as a new message, so that clients which know no other event show it, too. */
function emitAttachmentShown(ctx: Context, tx: Tx, row: MessageRow, rev: number): void {
  const conversationId = conversationIdOf(row.sender_id, row.receiver_id);
  const present = (memberId: string) => presentMessage(row, viewerContext(ctx, memberId));
  tx.emit(row.sender_id, "message_changed", { conversationId, message: present(row.sender_id), rev });
  tx.emit(row.receiver_id, "new_message", { conversationId, message: present(row.receiver_id), rev, isRepeat: true });
}

/** Also for a deleted message. */
export async function lockConversationOf(tx: Tx, messageId: string): Promise<void> {
  const place = await findMessagePlace(tx, messageId);
  if (place) await lockRelationship(tx, place.sender_id, place.receiver_id);
}

/** Null shows the attachment to the other member. Needs the lock of `lockConversationOf`. */
export async function changeAttachmentCheck(
  ctx: Context,
  tx: Tx,
  messageId: string,
  state: CheckState | null,
): Promise<void> {
  const place = await findMessagePlace(tx, messageId);
  const stored = place && { id: messageId, relationshipId: place.relationship_id };
  const row = stored && (await findMessage(tx, stored));
  if (!row) return;
  const revision = await nextRevision(tx, place.relationship_id);
  await updateCheckState(tx, stored, { state, revision });
  if (!place.is_readable) return;
  if (state === null) emitAttachmentShown(ctx, tx, { ...row, check_state: state }, revision);
  else emitMessageChanged(ctx, tx, { ...row, check_state: state }, revision);
}

/** For both members. Needs the lock of `lockConversationOf`. @param keptDays for which it is retained */
export async function takeDownAttachment(
  tx: Tx,
  messageId: string,
  keptDays: number = TAKEN_DOWN_KEPT_DAYS,
): Promise<void> {
  const place = await findMessagePlace(tx, messageId);
  if (!place) return;
  const rev = await nextRevision(tx, place.relationship_id);
  const stored = { id: messageId, relationshipId: place.relationship_id };
  await retainMessage(tx, stored, keptDays);
  await eraseMessage(tx, stored, rev);
  if (!place.is_readable) return;
  const payload = { conversationId: conversationIdOf(place.sender_id, place.receiver_id), messageId, rev };
  for (const memberId of [place.sender_id, place.receiver_id]) tx.emit(memberId, "message_deleted", payload);
}

/** @param state the reason why only its sender sees it @returns the reason if it is not restored */
export async function restoreAttachment(
  ctx: Context,
  tx: Tx,
  messageId: string,
  state: CheckState | null,
): Promise<Unrestored | undefined> {
  await lockConversationOf(tx, messageId);
  const place = await findMessagePlace(tx, messageId);
  if (!place) return "not_kept";
  const revision = await nextRevision(tx, place.relationship_id);
  const stored = { id: messageId, relationshipId: place.relationship_id };
  if (!(await restoreAttachmentRow(tx, stored, { state, revision }))) return "not_kept";
  await releaseMessage(tx, messageId);
  const row = await findMessage(tx, stored);
  if (row && place.is_readable) emitMessageChanged(ctx, tx, row, revision);
  return undefined;
}
