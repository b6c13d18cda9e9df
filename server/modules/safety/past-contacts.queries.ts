import { sql } from "kysely";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Db } from "#server/db/client.ts";

/**
 * Members whose contact with a member ended within the retention time: by an unmatch or a block on either side, a deleted
 * account or a suspension. An inherited block does not count as the member's, since they do not know of it. The name of a
 * deleted member comes from the retained profile.
 */
const pastContacts = (me: string) => sql`(
  select relationship_id, other_id, i_blocked_at is not null and not is_my_block_inherited as is_blocked,
    coalesce(matched_at, i_crushed_at, they_crushed_at) as crushed_at,
    coalesce(profiles.username, retained_profiles.username) as username
  from relationship_sides
  left join suspensions on suspensions.member_id = other_id
  left join profiles on profiles.member_id = other_id
  left join retained_profiles on retained_profiles.member_id = other_id
  where relationship_sides.member_id = ${me} and has_crush
    and coalesce(ended_at, suspensions.starts_at) > now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})
    and coalesce(profiles.username, retained_profiles.username) is not null
) as past`;

interface PastContactRow {
  readonly relationship_id: string;
  readonly other_id: string;
  readonly username: string;
  readonly is_blocked: boolean;
  readonly last_contact_at: Date;
}

/** Past contacts, the latest first. @param after the relationship that the previous page ended with */
export async function findPastContacts(db: Db, me: string, limit: number, after: string | undefined) {
  const { rows } = await sql<PastContactRow>`
    with listed as (
      select past.*, coalesce(last.created_at, crushed_at) as last_contact_at from ${pastContacts(me)}
      left join lateral (
        select created_at from messages where messages.relationship_id = past.relationship_id
        order by sequence desc limit 1
      ) as last on true
    )
    select relationship_id, other_id, username, is_blocked, last_contact_at from listed
    where ${after ?? null}::uuid is null or (last_contact_at, relationship_id) < (
      select before.last_contact_at, before.relationship_id from listed as before
      where before.relationship_id = ${after ?? null}::uuid)
    order by last_contact_at desc, relationship_id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function isPastContact(db: Db, me: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${pastContacts(me)} where other_id = ${otherId}`.execute(db);
  return rows.length > 0;
}
