import { type RawBuilder, sql } from "kysely";
import { COMPARISON_CONSENT_VERSION } from "#contract/training-consent.ts";
import { coarseTexts, leveledSportText, partText } from "#contract/training-texts.ts";
import type { Db, ReadDb } from "#server/db/client.ts";
import type { TrainingRow } from "#server/db/schema/training.ts";
import { type CountedTraining, partsOf } from "#server/modules/training/training.policy.ts";

/** A member's latest week and what counts of it. For the member only. */
export const findTraining = (db: Db, memberId: string): Promise<TrainingRow | undefined> =>
  db.selectFrom("training").selectAll().where("member_id", "=", memberId).executeTakeFirst();

/** What is used for matching of members' weeks, by id. Members of whom nothing counts are absent. */
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

/**
 * The latest weeks that members share, as parts, by id. For comparisons that both have asked for: only with consent to a
 * text that says so.
 */
export async function findSharedWeeks(db: Db, memberIds: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom("training")
    .select(["member_id", "week"])
    .where("member_id", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("is_shared", "=", true)
    .where("week", ">", "0")
    .where("consent_version", ">=", COMPARISON_CONSENT_VERSION)
    .execute();
  return new Map(rows.map(({ member_id, week }) => [member_id, partsOf(week)]));
}

/** Members whose latest values count from today or an earlier day, in UTC. */
export async function findDueTraining(db: Db, today: string, limit: number): Promise<string[]> {
  const due = db.selectFrom("training").select("member_id").where("counts_on", "<=", today).limit(limit);
  return (await due.execute()).map((row) => row.member_id);
}

/** A member's week in words, for the data export; null without one. */
export async function findExportedTraining(db: Db, memberId: string) {
  const row = await findTraining(db, memberId);
  if (!row) return null;
  return {
    times: partsOf(row.week).map(partText),
    sports: row.sports.map(leveledSportText),
    isShared: row.is_shared,
    consentVersion: row.consent_version,
    consentedAt: row.consented_at,
    changedAt: row.changed_at,
    usedForMatching: {
      times: coarseTexts(row.counted_coarse),
      sports: row.counted_sports.map(leveledSportText),
    },
    countsFrom: row.counts_on,
  };
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
