import type { Updateable } from "kysely";
import type { Tx } from "#server/db/client.ts";
import type { Tables } from "#server/db/schema/tables.ts";

type Preferences = Tables["notification_preferences"];

/** Stores the defaults, which the database knows. */
export async function insertPreferences(tx: Tx, memberId: string): Promise<void> {
  await tx.insertInto("notification_preferences").values({ member_id: memberId }).execute();
}

export async function updatePreferences(
  tx: Tx,
  memberId: string,
  changes: Omit<Updateable<Preferences>, "member_id">,
): Promise<void> {
  await tx.updateTable("notification_preferences").set(changes).where("member_id", "=", memberId).execute();
}

export async function deletePreferences(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("notification_preferences").where("member_id", "=", memberId).execute();
}
