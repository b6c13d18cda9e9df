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

/** A viewer's data that is compared with others', and their preferences. */
export interface Searcher {
  readonly viewer: Viewer;
  /** Null if none are stored. */
  readonly preferences: SearchPreferencesRow | null;
}

/** One statement, because each page of browse begins with it. @throws AppError unauthorized if the account has ended */
export async function findSearcher(db: Db, viewerId: string): Promise<Searcher> {
  const { rows } = await sql<Viewer & { readonly preferences: SearchPreferencesRow | null }>`
    select profiles.h3_cell, profiles.location, profiles.effective_gender, profiles.effective_age, profiles.interests, profiles.looking_for,
      ${countedTrainingSql(sql`profiles.member_id`)} as counted_week,
      (select to_jsonb(stored) from search_preferences as stored where stored.member_id = profiles.member_id) as preferences
    from profiles where profiles.member_id = ${viewerId}`.execute(db);
  const [row] = rows;
  if (!row) throw accountEndedError();
  const { preferences, ...viewer } = row;
  return { viewer, preferences };
}

/**
 * For a ranking or a count, which consider everybody. It reads all crushes of the viewer, so a page of a list that is
 * ranked already looks up its own members instead.
 */
export async function findKnown(db: Db, viewerId: string): Promise<KnownMembers> {
  const { rows } = await sql<KnownMembers>`
    with sent as (
      select other_id from relationship_sides
      where member_id = ${viewerId} and is_open and i_crushed_at is not null and matched_at is null
    ), received as (
      select other_id from received_crushes where member_id = ${viewerId} and is_listed
    )
    select
      -- JSON, because the driver takes 7 ms to read an array of 6,000 ids, and 0.2 ms to read these.
      to_json(array(
        select other_id from sent
        union all
        select other_id from relationship_sides where member_id = ${viewerId} and is_open and matched_at is not null
      )) as crushed,
      -- A declined crush makes nobody known: they are excluded.
      to_json(array(
        select b.member_id from search_index as b
        where not b.is_listed
          and b.member_id in (select other_id from sent union all select other_id from received))) as unlisted,
      to_json(array${earlierSetIdsSql(viewerId)}) as shown,
      to_json(array(select other_id from relationship_sides where member_id = ${viewerId} and not is_open)
        || array${passedIdsSql(viewerId)}) as excluded`.execute(db);
  const [known] = rows;
  if (!known) throw new Error("the known members have no row");
  return known;
}
