import { type RawBuilder, sql } from "kysely";
import { type CountedTraining, partsOf } from "#server/domains/training/weeks/training.policy.ts";
import type { Db, ReadDb } from "#server/platform/db/client.ts";
import type { TrainingRow } from "#server/platform/db/schema/training.ts";

/** A member's latest week and what counts of it. For the member only. */
export const findTraining = (db: Db, memberId: string): Promise<TrainingRow | undefined> =>
  db.selectFrom("training").selectAll().where("member_id", "=", memberId).executeTakeFirst();

/** For matching, by member id. Members of whom nothing counts are absent. */
export async function findCounted(db: Db, memberIds: readonly string[]): Promise<Map<string, CountedTraining>> {
  const rows = await db
    .selectFrom("training")
    .select(["member_id", "counted_coarse", "counted_sports"])
    .where("member_id", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where(sql<boolean>`(counted_coarse > 0 or counted_sports <> '[]')`)
    .execute();
  return new Map(
    rows.map(({ member_id, counted_coarse: coarse, counted_sports: sports }) => [member_id, { coarse, sports }]),
  );
}

/** SQL expression: what is used for matching of a member's week, as JSON; null without a week. */
export const countedTrainingSql = (memberId: RawBuilder<unknown>) => sql<CountedTraining | null>`(
  select json_build_object('coarse', training.counted_coarse, 'sports', training.counted_sports)
  from training where training.member_id = ${memberId})`;

/** The latest weeks that members share, as parts, by id. For comparisons that both have asked for. */
export async function findSharedWeeks(db: Db, memberIds: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom("training")
    .select(["member_id", "week"])
    .where("member_id", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("is_shared", "=", true)
    .where("week", ">", "0")
    .execute();
  return new Map(rows.map(({ member_id, week }) => [member_id, partsOf(week)]));
}

/** Members whose latest values count from today or an earlier day, in UTC, in the order of their ids. */
export async function findDueTraining(
  db: Db,
  today: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const due = db
    .selectFrom("training")
    .select("member_id")
    .where("counts_on", "<=", today)
    .$if(after !== undefined, (query) => query.where("member_id", ">", after as string));
  return (await due.orderBy("member_id").limit(limit).execute()).map((row) => row.member_id);
}

/** Whether a member has said when they train, and lets it be used for matching. */
export type TrainingState = "shared" | "private" | "none";

/** The numbers of members that can be discovered, by their training week. Without demo members. */
export async function countListedByTraining(db: ReadDb): Promise<Record<TrainingState, number>> {
  const { rows } = await sql<Record<TrainingState, number>>`
    select count(*) filter (where is_shared)::int as shared, count(*) filter (where not is_shared)::int as private,
      count(*) filter (where is_shared is null)::int as none
    from search_index left join training using (member_id)
    where is_listed and not is_demo`.execute(db);
  return rows[0] ?? { shared: 0, private: 0, none: 0 };
}
