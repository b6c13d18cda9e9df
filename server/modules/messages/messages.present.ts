import { conversationIdOf } from "#contract/conversations.ts";
import type { Message } from "#contract/messages.ts";
import type { ViewerContext } from "#server/modules/members/members.present.ts";
import type { MessageRow } from "#server/modules/messages/messages.repo.ts";

/** The sender sees the time of the read receipt, the reader that of reading. */
const readAtFor = ({ sender_id, read_at, receipt_at }: MessageRow, viewerId: string): string | null =>
  (sender_id === viewerId ? receipt_at : read_at)?.toISOString() ?? null;

/** Presents a message to one of the two members. Only its sender sees the `clientId`. */
export const presentMessage = (row: MessageRow, { viewerId, photoUrls }: ViewerContext): Message => ({
  _id: row.id,
  conversationId: conversationIdOf(row.sender_id, row.receiver_id),
  sender: { _id: row.sender_id, username: row.username },
  content: row.content,
  messageType: row.kind,
  imageUrl: row.attachment_key && photoUrls.of(row.attachment_key, "full", viewerId),
  image:
    row.attachment_key === null
      ? null
      : {
          mediumUrl: photoUrls.of(row.attachment_key, "medium", viewerId),
          thumbnailUrl: photoUrls.of(row.attachment_key, "thumb", viewerId),
          width: row.width ?? 0,
          height: row.height ?? 0,
          blur: row.thumbhash ?? "",
        },
  createdAt: row.created_at.toISOString(),
  read: readAtFor(row, viewerId) !== null,
  readAt: readAtFor(row, viewerId),
  seq: row.sequence,
  clientId: row.sender_id === viewerId ? row.client_id : null,
});
