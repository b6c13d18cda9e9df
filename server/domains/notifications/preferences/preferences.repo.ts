import { sql, type Updateable } from "kysely";
import type { NotificationFlag } from "#contract/notifications/notification-causes.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Tables } from "#server/platform/db/schema/tables.ts";

/**
 * Claims an email that has a minimum interval, and stores `now` as the time of the last one.
 * @param last the latest time of a previous email with which a member may get another one
 * @returns the members who may get it
 */
export async function claimEmailInterval(
  tx: Tx,
  column: "low_balance_emailed_at",
  memberIds: readonly string[],
  now: Date,
  last: Date,
): Promise<Set<string>> {
  const rows = await tx
    .updateTable("notification_preferences")
    .set({ [column]: now })
    .where("member_id", "in", [...memberIds])
    .where((where) => where.or([where(column, "is", null), where(column, "<=", last)]))
    .returning("member_id")
    .execute();
  return new Set(rows.map(({ member_id: id }) => id));
}

type Preferences = Tables["notification_preferences"];

export async function updatePreferences(
  tx: Tx,
  memberId: string,
  changes: Omit<Updateable<Preferences>, "member_id">,
): Promise<void> {
  await tx.updateTable("notification_preferences").set(changes).where("member_id", "=", memberId).execute();
}

/** Turns alerts about new members on, from now on, or off. The time of the last look stays while they are on. */
export async function updateAlerts(tx: Tx, memberId: string, isOn: boolean): Promise<void> {
  await tx
    .updateTable("notification_preferences")
    .set({ someone_new_looked_at: isOn ? sql`coalesce(someone_new_looked_at, now())` : null })
    .where("member_id", "=", memberId)
    .execute();
}

/** Turns one flag off. The others may change concurrently. */
export async function disableFlag(tx: Tx, memberId: string, flag: NotificationFlag): Promise<void> {
  await tx
    .updateTable("notification_preferences")
    .set(
      flag === "someoneNew"
        ? { someone_new_looked_at: null }
        : { disabled_flags: sql`array_append(array_remove(disabled_flags, ${flag}), ${flag})` },
    )
    .where("member_id", "=", memberId)
    .execute();
}
