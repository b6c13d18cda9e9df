import { sql } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";

export interface SettingsChange {
  readonly isMuted?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
}

/** Stores a change of a member's settings for a conversation. Needs the relationship's lock. */
export async function upsertSettings(
  tx: Tx,
  { memberId, relationshipId, lastSequence }: { memberId: string; relationshipId: string; lastSequence: number },
  { isMuted, isArchived }: SettingsChange,
): Promise<{ isMuted: boolean; isArchived: boolean }> {
  const values = {
    ...(isMuted !== undefined && { is_muted: isMuted }),
    ...(isArchived !== undefined && { archived_sequence: isArchived ? lastSequence : null }),
  };
  const keys = { member_id: memberId, relationship_id: relationshipId };
  const row = await tx
    .insertInto("conversation_settings")
    .values({ ...keys, archived_sequence: null, ...values })
    .onConflict((conflict) =>
      // Without a change, this returns the row all the same.
      conflict.columns(["member_id", "relationship_id"]).doUpdateSet({ ...keys, ...values }),
    )
    .returning(["is_muted", sql<boolean>`coalesce(archived_sequence >= ${lastSequence}, false)`.as("is_archived")])
    .executeTakeFirstOrThrow();
  return { isMuted: row.is_muted, isArchived: row.is_archived };
}

/** Takes a conversation out of a member's archive. @returns the member's settings if it was there */
export const deleteFromArchive = (
  tx: Tx,
  memberId: string,
  relationshipId: string,
): Promise<{ is_muted: boolean } | undefined> =>
  tx
    .updateTable("conversation_settings")
    .set({ archived_sequence: null })
    .where("member_id", "=", memberId)
    .where("relationship_id", "=", relationshipId)
    .where("archived_sequence", "is not", null)
    .returning("is_muted")
    .executeTakeFirst();

export async function deleteSettingsOf(tx: Tx, memberId: string, relationshipIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("conversation_settings")
    .where("member_id", "=", memberId)
    .where("relationship_id", "=", sql<string>`any(${sql.val([...relationshipIds])}::uuid[])`)
    .execute();
}
