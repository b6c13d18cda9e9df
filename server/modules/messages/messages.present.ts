import { conversationIdOf, type Message } from "#contract/messages.ts";
import type { Viewing } from "#server/modules/members/members.present.ts";
import type { ShownRow } from "#server/modules/messages/messages.repo.ts";

/** When a message was read: as its reader knows it, or as its sender was told. */
const readAtFor = ({ sender_id, read_at, receipt_at }: ShownRow, viewerId: string): string | null =>
  (sender_id === viewerId ? receipt_at : read_at)?.toISOString() ?? null;

/** A message as one of the two sees it. What the sender called it is for the sender only. */
export const presentMessage = (row: ShownRow, { viewerId, addresses }: Viewing): Message => ({
  _id: row.id,
  conversationId: conversationIdOf(row.low_id, row.high_id),
  sender: { _id: row.sender_id, username: row.username },
  content: row.content,
  messageType: row.kind,
  imageUrl: row.picture_key && addresses.of(row.picture_key, "full", viewerId),
  image:
    row.picture_key === null
      ? null
      : {
          thumbnailUrl: addresses.of(row.picture_key, "thumb", viewerId),
          width: row.width ?? 0,
          height: row.height ?? 0,
          blur: row.blur ?? "",
        },
  createdAt: row.created_at.toISOString(),
  read: readAtFor(row, viewerId) !== null,
  readAt: readAtFor(row, viewerId),
  seq: row.seq,
  clientId: row.sender_id === viewerId ? row.client_id : null,
});
