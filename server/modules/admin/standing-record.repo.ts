import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";

export interface StandingRow {
  readonly at: Date;
  readonly id: string;
  readonly event: "gone" | "suspended" | "lifted";
  /** Of a suspension, when it ends by itself, as a time; null where it does not. */
  readonly until: string | null;
}

/** Who has gone, was suspended or was let back since a time, the oldest first. */
export async function findStandingChanges(db: Db, since: Date): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    select gone_at as at, id, 'gone' as event, null as until from members where gone_at >= ${since}
    union all
    select at, target, case act when 'lift' then 'lifted' else 'suspended' end, details ->> 'until'
    from audit_log where act in ('lift', 'suspend') and at >= ${since}
    order by at, event, id`.execute(db);
  return rows;
}
