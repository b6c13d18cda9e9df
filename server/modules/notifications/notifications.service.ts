import type { Db, Tx } from "#server/db/client.ts";
import { findPreferences, insertPreferences } from "#server/modules/notifications/notifications.repo.ts";

/** What a member wants to be told of, as the six flags of the profile. */
export async function preferences(db: Db, memberId: string) {
  const row = await findPreferences(db, memberId);
  return {
    emailEnabled: row.email_enabled,
    crushReceived: row.crush_received,
    newMessage: row.new_message,
    newMatch: row.new_match,
    lowCrushBalance: row.low_crush_balance,
    marketing: row.marketing,
  };
}

/** Gives a new member the defaults: all but marketing. */
export const createPreferences = (tx: Tx, memberId: string): Promise<void> => insertPreferences(tx, memberId);
