import type { Db, Tx } from "#server/db/client.ts";

export const findPreferences = (db: Db, memberId: string) =>
  db.selectFrom("notification_preferences").selectAll().where("member_id", "=", memberId).executeTakeFirstOrThrow();

/** Stores the defaults, which the database knows. */
export async function insertPreferences(tx: Tx, memberId: string): Promise<void> {
  await tx.insertInto("notification_preferences").values({ member_id: memberId }).execute();
}
