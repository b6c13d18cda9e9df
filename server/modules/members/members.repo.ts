import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db, Tx } from "#server/db/client.ts";

const known = (db: Db) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .select(["members.id", "members.is_demo", "members.standing"])
    .select(["profiles.username", "profiles.age", "profiles.location"])
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom("photos")
          .select(["photos.id", "photos.key", "photos.width", "photos.height", "photos.blur"])
          .select(["photos.display_mode", "photos.alt"])
          .whereRef("photos.member_id", "=", "members.id")
          .orderBy("photos.position"),
      ).as("photos"),
    );

/** Those of the given members who are known, in no order. */
export const findCards = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : known(db)
        .where("members.id", "in", [...ids])
        .execute();

export type CardRow = Awaited<ReturnType<typeof findCards>>[number];
export type CardPhoto = CardRow["photos"][number];

/** All that a member's page shows, and the cell that it does not. */
export const findPage = (db: Db, id: string) =>
  known(db)
    .select(["profiles.gender", "profiles.height_inches", "profiles.body_type", "profiles.cell", "profiles.bio"])
    .select(["profiles.interests", "profiles.looking_for", "profiles.prompts"])
    .where("members.id", "=", id)
    .executeTakeFirst();

export type PageRow = NonNullable<Awaited<ReturnType<typeof findPage>>>;

export async function insertMember(tx: Tx, id: string, isDemo: boolean): Promise<void> {
  await tx.insertInto("members").values({ id, is_demo: isDemo }).execute();
}

/** Sets the time of last activity, which ages at most a minute behind. */
export async function touchMember(db: Db, id: string): Promise<void> {
  await db.updateTable("members").set({ last_active_at: sql`now()` }).where("id", "=", id).execute();
}

export const findStanding = (db: Db, id: string) =>
  db.selectFrom("members").select(["standing", "is_demo"]).where("id", "=", id).executeTakeFirst();
