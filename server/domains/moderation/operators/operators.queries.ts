import { sql } from "kysely";
import type { StatusEventName } from "#server/domains/members/status-events/status-events.policy.ts";
import type { Db } from "#server/platform/db/client.ts";

/** Changes of accounts and of the staff that other tables record. */
export const ACCOUNT_EVENTS = ["deleted", "suspended", "lifted", "staff_role", "staff_removed"] as const;

export interface StatusRow {
  readonly at: Date;
  readonly id: string;
  readonly event: (typeof ACCOUNT_EVENTS)[number] | StatusEventName;
  /** ISO 8601; null for no end. */
  readonly until: string | null;
  readonly other: string | null;
  /** The new role of a person of the staff. */
  readonly detail: string | null;
}

/** A restore has to repeat them. Oldest first. */
export async function findStatusChanges(db: Db, since: Date, limit: number): Promise<StatusRow[]> {
  const { rows } = await sql<StatusRow>`
    select deleted_at as at, id, 'deleted' as event, null as until, null::uuid as other, null as detail
    from members where deleted_at >= ${since}
    union all
    select occurred_at, target,
      case action when 'lift' then 'lifted' when 'suspend' then 'suspended' when 'remove staff' then 'staff_removed'
        else 'staff_role' end,
      details ->> 'until', null, details ->> 'role'
    from audit_log
    where action in ('lift', 'suspend', 'set staff role', 'remove staff') and occurred_at >= ${since}
    union all
    select occurred_at, member_id, event, to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), other_id,
      detail
    from status_events where occurred_at >= ${since}
    order by at, event, id
    limit ${limit}`.execute(db);
  return rows;
}

/** @param name normalized, if it is an email address or a username */
export const findMember = (db: Db, by: "members.id" | "email_normalized" | "username_normalized", name: string) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("accounts", "accounts.member_id", "members.id")
    .select(["members.id", "members.status", "profiles.username"])
    .where(by, "=", name)
    .executeTakeFirst();

export const findMemberDetails = (db: Db, id: string) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("accounts", "accounts.member_id", "members.id")
    .leftJoin("wallets", "wallets.member_id", "members.id")
    .select(["members.id", "members.status", "members.is_demo", "members.joined_at", "members.last_active_at"])
    .select(["profiles.username", "profiles.age", "profiles.location", "profiles.completion"])
    .select(["accounts.email", "accounts.email_verified_at", "wallets.id as wallet_id", "wallets.balance"])
    .select("accounts.date_of_birth")
    .where("members.id", "=", id)
    .executeTakeFirstOrThrow();

export async function countActivity(db: Db, id: string) {
  const { rows } = await sql<Record<"photos" | "logins" | "crushes" | "matches" | "messages", number>>`
    select
      (select count(*)::int from photos where member_id = ${id}) as photos,
      (select count(*)::int from sessions where member_id = ${id}) as logins,
      (select count(*)::int from relationship_sides where member_id = ${id} and i_crushed_at is not null) as crushes,
      (select count(*)::int from relationship_sides where member_id = ${id} and matched_at is not null) as matches,
      (select count(*)::int from messages where sender_id = ${id}) as messages`.execute(db);
  return rows[0];
}

/** Newest first, without evidence. */
export const findReportsByOrAbout = (db: Db, id: string) =>
  db
    .selectFrom("reports")
    .select(["id", "reporter_id", "reported_id", "reason", "created_at", "resolution"])
    .where((where) => where.or([where("reported_id", "=", id), where("reporter_id", "=", id)]))
    .orderBy("created_at", "desc")
    .limit(50)
    .execute();
