import type { Updateable } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { Tables } from "#server/db/schema/tables.ts";
import { notThere } from "#server/errors.ts";

export const findPreferences = (db: Db, memberId: string) =>
  db
    .selectFrom("notification_preferences")
    .selectAll()
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow(notThere);

/** Stores the defaults, which the database knows. */
export async function insertPreferences(tx: Tx, memberId: string): Promise<void> {
  await tx.insertInto("notification_preferences").values({ member_id: memberId }).execute();
}

type Flags = Omit<Updateable<Tables["notification_preferences"]>, "member_id">;

export async function setPreferences(tx: Tx, memberId: string, flags: Flags): Promise<void> {
  await tx.updateTable("notification_preferences").set(flags).where("member_id", "=", memberId).execute();
}

export async function deletePreferences(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("notification_preferences").where("member_id", "=", memberId).execute();
}
