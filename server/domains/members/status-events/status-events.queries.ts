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
