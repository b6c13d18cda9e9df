import { sql } from "kysely";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Db } from "#server/db/client.ts";

/**
 * Those with whom a member had contact that ended within the retention time, in whatever way: by an end or a block on either
 * side, the end of an account, or a suspension. A block that was inherited is no block of the member's, who does not know of it.
 * Once an account is deleted its name comes from what is retained of it.
 */
const pastContacts = (me: string) => sql`(
  select pair_id, other_id, is_blocked, crushed_at,
    coalesce(profiles.username, retained_profiles.username) as username
  from (
    select id as pair_id, high_id as other_id, low_blocked_at is not null and not low_block_inherited as is_blocked, ended_at,
      coalesce(matched_at, low_crushed_at, high_crushed_at) as crushed_at from pairs where low_id = ${me}
    union all
    select id, low_id, high_blocked_at is not null and not high_block_inherited, ended_at,
      coalesce(matched_at, low_crushed_at, high_crushed_at) from pairs where high_id = ${me}
  ) as mine
  left join suspensions on suspensions.member_id = other_id
  left join profiles on profiles.member_id = other_id
  left join retained_profiles on retained_profiles.member_id = other_id
  where crushed_at is not null
    and coalesce(ended_at, suspensions.since) > now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})
    and coalesce(profiles.username, retained_profiles.username) is not null
) as past`;

interface PastContactRow {
  readonly pair_id: string;
  readonly other_id: string;
  readonly username: string;
  readonly is_blocked: boolean;
  readonly last_contact_at: Date;
}

/** Past contacts, the latest first. @param after the pair that the page before ended with */
export async function findPastContacts(db: Db, me: string, limit: number, after: string | undefined) {
  const { rows } = await sql<PastContactRow>`
    with listed as (
      select past.*, coalesce(last.created_at, crushed_at) as last_contact_at from ${pastContacts(me)}
      left join lateral (
        select created_at from messages where messages.pair_id = past.pair_id order by seq desc limit 1
      ) as last on true
    )
    select pair_id, other_id, username, is_blocked, last_contact_at from listed
    where ${after ?? null}::uuid is null or (last_contact_at, pair_id) < (
      select before.last_contact_at, before.pair_id from listed as before where before.pair_id = ${after ?? null}::uuid)
    order by last_contact_at desc, pair_id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function isPastContact(db: Db, me: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${pastContacts(me)} where other_id = ${otherId}`.execute(db);
  return rows.length > 0;
}
