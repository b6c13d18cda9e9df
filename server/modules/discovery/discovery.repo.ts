import { sql } from "kysely";
import { COMPLETION_MIN } from "#contract/limits.ts";
import type { Db } from "#server/db/client.ts";

/** What is compared with others of the viewer. */
export const findViewer = (db: Db, id: string) =>
  db
    .selectFrom("profiles")
    .select(["cell", "interests", "looking_for"])
    .where("member_id", "=", id)
    .executeTakeFirstOrThrow();

/**
 * A page of those whom a viewer may discover: everyone active whose profile is complete, the latest active first, real
 * members before demo ones.
 * @param after the last member of the page before
 */
export const findBrowsable = (db: Db, viewerId: string, limit: number, after: string | undefined) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("pairs", (join) =>
      join
        .on("pairs.low_id", "=", sql<string>`least(members.id, ${viewerId}::uuid)`)
        .on("pairs.high_id", "=", sql<string>`greatest(members.id, ${viewerId}::uuid)`),
    )
    .select(["members.id", "profiles.cell", "profiles.interests", "profiles.looking_for"])
    .select(
      sql<boolean>`coalesce(case when pairs.low_id = ${viewerId}::uuid then low_crushed_at else high_crushed_at end is not null, false)`.as(
        "crush_sent",
      ),
    )
    .where("members.standing", "=", "active")
    .where("members.id", "!=", viewerId)
    .where("profiles.completion", ">=", COMPLETION_MIN)
    .where("pairs.ended_at", "is", null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(members.is_demo, -extract(epoch from members.last_active_at), members.id) >
          (select m.is_demo, -extract(epoch from m.last_active_at), m.id from members m where m.id = ${after}::uuid)`,
      ),
    )
    .orderBy("members.is_demo")
    .orderBy("members.last_active_at", "desc")
    .orderBy("members.id")
    .limit(limit)
    .execute();

export type BrowsableRow = Awaited<ReturnType<typeof findBrowsable>>[number];
