import { sql } from "kysely";
import { earlierSetIdsSql } from "#server/domains/discovery/daily-sets/daily-sets.queries.ts";
import { passedIdsSql } from "#server/domains/discovery/passes/passes.queries.ts";
import { countedTrainingSql } from "#server/domains/training/weeks/training.queries.ts";
import { accountEndedError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { SearchPreferencesRow } from "#server/platform/db/schema/discovery.ts";

/** The viewer's data that is compared with others'. Gender and age are the effective ones, not always the shown ones. */
export const findViewer = (db: Db, id: string) =>
  db
    .selectFrom("profiles")
    .select(["h3_cell", "location", "effective_gender", "effective_age", "interests", "looking_for"])
    .select(countedTrainingSql(sql`profiles.member_id`).as("counted_week"))
    .where("member_id", "=", id)
    .executeTakeFirstOrThrow(accountEndedError);

export type Viewer = Awaited<ReturnType<typeof findViewer>>;

/**
 * Members to whom the viewer has sent a crush, who rank last; those with whom there is a crush and who are not listed,
 * but whom the viewer finds all the same, so that searches do not tell who hides; those who were shown in a daily set of
 * an earlier day, who rank after others of their kind; and those who are excluded, because contact with them has ended or
 * the viewer has passed on them.
 */
export interface KnownMembers {
  readonly crushed: readonly string[];
  readonly unlisted: readonly string[];
  readonly shown: readonly string[];
  readonly excluded: readonly string[];
}

/** A viewer's data that is compared with others', their preferences and the members they know. */
export interface Searcher {
  readonly viewer: Viewer;
  /** Null if none are stored. */
  readonly preferences: SearchPreferencesRow | null;
  readonly known: KnownMembers;
}

/** One statement, because each page of browse begins with it. @throws AppError unauthorized if the account has ended */
export async function findSearcher(db: Db, viewerId: string): Promise<Searcher> {
  interface Row extends Viewer, KnownMembers {
    readonly preferences: SearchPreferencesRow | null;
  }
  const { rows } = await sql<Row>`
    select profiles.h3_cell, profiles.location, profiles.effective_gender, profiles.effective_age, profiles.interests, profiles.looking_for,
      ${countedTrainingSql(sql`profiles.member_id`)} as counted_week,
      (select to_jsonb(stored) from search_preferences as stored where stored.member_id = profiles.member_id) as preferences,
      coalesce(known.crushed, '{}') as crushed,
      array(
        select other_id from relationship_sides as side
        join search_index as b on b.member_id = other_id and not b.is_listed
        where side.member_id = ${viewerId} and is_open and has_crush) as unlisted,
      array${earlierSetIdsSql(viewerId)} as shown,
      coalesce(known.ended, '{}') || array${passedIdsSql(viewerId)} as excluded
    from profiles, lateral (
      select array_agg(other_id) filter (where i_crushed_at is not null) as crushed,
        array_agg(other_id) filter (where not is_open) as ended
      from relationship_sides where member_id = ${viewerId} and (i_crushed_at is not null or not is_open)) as known
    where profiles.member_id = ${viewerId}`.execute(db);
  const [row] = rows;
  if (!row) throw accountEndedError();
  const { preferences, crushed, unlisted, shown, excluded, ...viewer } = row;
  return { viewer, preferences, known: { crushed, unlisted, shown, excluded } };
}
