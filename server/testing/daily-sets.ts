import { DAILY_SET_FROM } from "#contract/limits.ts";
import type { ProfileChange } from "#contract/members/profiles.ts";
import { createBulkMembers } from "#server/testing/members.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** Adds members whom a search finds, but no set has: the viewer has sent them a crush. */
export async function addCrowd(
  app: TestApp,
  viewerId: string,
  profile: ProfileChange,
  count = DAILY_SET_FROM,
): Promise<void> {
  const crowd = await createBulkMembers(app, Array<ProfileChange>(count).fill(profile));
  await app.database.pool.query(
    `insert into relationships (id, member_a_id, member_b_id, a_crushed_at, b_crushed_at)
     select gen_random_uuid(), least($1, other), greatest($1, other), case when $1 < other then now() end,
       case when $1 > other then now() end
     from (select $1::uuid) as me, unnest($2::uuid[]) as other`,
    [viewerId, crowd.map(({ id }) => id)],
  );
}

/** Makes members a viewer's set of today, as a search among more of them would. */
export async function insertDailySet(app: TestApp, viewerId: string, memberIds: readonly string[]): Promise<void> {
  await app.database.pool.query(
    `insert into daily_sets (member_id, day, member_ids, size)
     values ($1, (now() at time zone 'UTC')::date, $2, cardinality($2::uuid[]))`,
    [viewerId, memberIds],
  );
}
