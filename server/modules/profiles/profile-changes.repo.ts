import type { Insertable } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { Profile, Tables } from "#server/db/schema/tables.ts";
import { RARE, type RareField } from "#server/modules/profiles/profile-changes.policy.ts";

const changes = (db: Db, memberId: string, limit: number) =>
  db
    .selectFrom("profile_changes")
    .select(["id", "field", "old_value", "new_value", "changed_at", "effective_at", "is_first"])
    .where("member_id", "=", memberId)
    .orderBy("changed_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);

/** The history of a member's age and gender, newest first. */
export const findChanges = (db: Db, memberId: string, limit: number) => changes(db, memberId, limit).execute();

/** The latest changes of one field, newest first: as many as matter for its limit. */
export const findLatest = (db: Db, memberId: string, field: RareField): Promise<ChangeRow[]> =>
  changes(db, memberId, RARE[field].limit).where("field", "=", field).execute();

export type ChangeRow = Awaited<ReturnType<typeof findChanges>>[number];

export async function insertChange(tx: Tx, change: Insertable<Tables["profile_changes"]>): Promise<void> {
  await tx.insertInto("profile_changes").values(change).execute();
}

export async function updateChange(
  tx: Tx,
  id: string,
  values: Pick<ChangeRow, "new_value" | "changed_at" | "effective_at">,
): Promise<void> {
  await tx.updateTable("profile_changes").set(values).where("id", "=", id).execute();
}

export async function deleteChange(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("profile_changes").where("id", "=", id).execute();
}

export async function deleteChanges(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("profile_changes").where("member_id", "=", memberId).execute();
}

/** `YYYY-MM-DD`; undefined for whoever has gone. */
export const findBorn = async (db: Db, memberId: string): Promise<string | undefined> =>
  (await db.selectFrom("accounts").select("date_of_birth").where("member_id", "=", memberId).executeTakeFirst())
    ?.date_of_birth;

/** Members of whom a change has come to count, or a birthday has come. @param today a day in UTC */
export async function findDue(db: Db, now: Date, today: string, limit: number): Promise<string[]> {
  const due = db
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.member_id", "profiles.member_id")
    .select("profiles.member_id")
    .where((where) =>
      where.or([
        where("gender_effective_at", "<=", now),
        where("age_effective_at", "<=", now),
        where("next_birthday", "<=", today),
      ]),
    );
  return (await due.limit(limit).execute()).map((row) => row.member_id);
}

/** A profile, held until the end of the transaction; undefined for whoever has gone. */
export const lockProfileOf = (tx: Tx, memberId: string): Promise<Profile | undefined> =>
  tx.selectFrom("profiles").selectAll().where("member_id", "=", memberId).forNoKeyUpdate().executeTakeFirst();

/** The field's value as the history keeps it. */
export const asText = (value: Profile[RareField]): string | null => (value === null ? null : String(value));
