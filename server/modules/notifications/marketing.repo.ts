import type { Db } from "#server/db/client.ts";

/** Members who may be mailed, have confirmed their address, and want what we advertise. */
const wanting = (db: Db) =>
  db
    .selectFrom("notification_preferences as preferences")
    .innerJoin("members", "members.id", "preferences.member_id")
    .innerJoin("accounts", "accounts.member_id", "preferences.member_id")
    .where("preferences.marketing", "=", true)
    .where("preferences.email_enabled", "=", true)
    .where("members.standing", "=", "active")
    .where("members.is_demo", "=", false)
    .where("accounts.email_verified_at", "is not", null);

/** Ids of such members, in their order, after one. */
export async function findWanting(db: Db, after: string | null, limit: number): Promise<string[]> {
  const rows = await wanting(db)
    .select("preferences.member_id")
    .$if(after !== null, (query) => query.where("preferences.member_id", ">", after as string))
    .orderBy("preferences.member_id")
    .limit(limit)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

export async function countWanting(db: Db): Promise<number> {
  const { many } = await wanting(db)
    .select(({ fn }) => fn.countAll<number>().as("many"))
    .executeTakeFirstOrThrow();
  return many;
}
