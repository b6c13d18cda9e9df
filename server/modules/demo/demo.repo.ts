import type { Db } from "#server/db/client.ts";

/** Whether anybody is here yet. */
export const hasMembers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("members").select("id").limit(1).executeTakeFirst()) !== undefined;

/** The demo members by name, with how many photos each has and whether anything stands between them and others. */
export const findDemoMembers = (db: Db) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .select(["members.id", "profiles.username"])
    .select((select) => [
      select
        .selectFrom("photos")
        .whereRef("photos.member_id", "=", "members.id")
        .select((e) => e.fn.countAll<number>().as("n"))
        .as("photos"),
      select
        .exists(
          select
            .selectFrom("pairs")
            .select("pairs.id")
            .where((e) => e.or([e("low_id", "=", e.ref("members.id")), e("high_id", "=", e.ref("members.id"))])),
        )
        .as("has_pairs"),
    ])
    .where("members.is_demo", "=", true)
    .execute();
