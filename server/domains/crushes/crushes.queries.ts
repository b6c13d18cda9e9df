import { sql } from "kysely";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { CrushAbout } from "#contract/schemas.ts";
import { hasDeclinedSql } from "#server/domains/discovery/passes/passes.queries.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

/** A member's open relationships with members in good standing. */
const openRelationships = (me: string) => sql`
    relationship_sides as side
    join members on members.id = side.other_id and ${isInGoodStandingSql("members")}
    where side.member_id = ${me} and side.is_open`;

/** Whether a member has sent me a crush that I have not declined. Once I crush back, it is no longer declined. */
const isReceived = sql`they_crushed_at is not null
      and (i_crushed_at is not null or not ${hasDeclinedSql(sql`side.member_id`, sql`side.other_id`)})`;

/** The lists of My Crushes, with the time that they are ordered by. */
const LISTS = {
  received: { isIn: isReceived, newest: sql`they_crushed_at` },
  sent: { isIn: sql`i_crushed_at is not null and matched_at is null`, newest: sql`i_crushed_at` },
  matches: { isIn: sql`matched_at is not null`, newest: sql`matched_at` },
  active: {
    isIn: sql`matched_at is not null and last_sequence > 0`,
    newest: sql`(
      select max(created_at) from messages
      where messages.relationship_id = side.relationship_id and sequence = side.last_sequence)`,
  },
} as const;

interface ListedRow {
  readonly id: string;
  readonly about: CrushAbout | null;
}

/** The members in a list of My Crushes, the newest crush, match or message first. */
export async function findListed(db: Db, me: string, list: keyof typeof LISTS, limit: number): Promise<ListedRow[]> {
  const { isIn, newest } = LISTS[list];
  const { rows } = await sql<ListedRow>`
    select side.other_id as id, side.their_crush_about as about
    from ${openRelationships(me)} and ${isIn}
    order by ${newest} desc, side.other_id
    limit ${limit}`.execute(db);
  return rows;
}

/**
 * The members who have answered a crush of mine since my last celebration, in the last 30 days and without a message yet,
 * the newest match first.
 */
export async function findNewMatchIds(db: Db, me: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select side.other_id as id
    from ${openRelationships(me)} and they_crushed_at > i_crushed_at and last_sequence = 0
      and matched_at > greatest(now() - make_interval(days => ${sql.lit(RETENTION_DAYS)}),
        (select matches_seen_at from crushes_last_seen where member_id = ${me}))
    order by matched_at desc, side.other_id`.execute(db);
  return rows.map((row) => row.id);
}

/** The number of crushes received since the member last opened My Crushes, without those whose match was celebrated. */
export async function countUnseen(db: Db, me: string): Promise<number> {
  const { rows } = await sql<{ unseen: number }>`
    select count(*)::int as unseen
    from ${openRelationships(me)}
      and ${isReceived} and they_crushed_at > coalesce((select seen_at from crushes_last_seen where member_id = ${me}), '-infinity')
      and (matched_at is null
        or matched_at > coalesce((select matches_seen_at from crushes_last_seen where member_id = ${me}), '-infinity'))`.execute(
    db,
  );
  return rows[0]?.unseen ?? 0;
}
