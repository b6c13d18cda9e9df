import type { Tx } from "#server/platform/db/client.ts";

const sentBy = (tx: Tx, relationshipId: string, senderId: string) =>
  tx
    .updateTable("messages")
    .where("relationship_id", "=", relationshipId)
    .where("sender_id", "=", senderId)
    .where("deleted_at", "is", null);

/** Marks one side's messages as read, and as acknowledged if that side gets read receipts. */
export async function markMessagesRead(
  tx: Tx,
  { relationshipId, senderId }: { relationshipId: string; senderId: string },
  readAt: Date,
  sharesReceipts: boolean,
): Promise<void> {
  await sentBy(tx, relationshipId, senderId)
    .set({ read_at: readAt, ...(sharesReceipts && { receipt_at: readAt }) })
    .where("read_at", "is", null)
    .execute();
}

/** Sends read receipts for messages that were read without one, with the time of now. */
export async function markEarlierReceipts(
  tx: Tx,
  { relationshipId, senderId }: { relationshipId: string; senderId: string },
  readAt: Date,
): Promise<void> {
  await sentBy(tx, relationshipId, senderId)
    .set({ receipt_at: readAt })
    .where("read_at", "is not", null)
    .where("receipt_at", "is", null)
    .execute();
}

export async function hasUnread(tx: Tx, relationshipId: string, senderId: string): Promise<boolean> {
  const query = tx
    .selectFrom("messages")
    .select("id")
    .where("relationship_id", "=", relationshipId)
    .where("sender_id", "=", senderId);
  return (
    (await query.where("read_at", "is", null).where("deleted_at", "is", null).limit(1).executeTakeFirst()) !== undefined
  );
}
