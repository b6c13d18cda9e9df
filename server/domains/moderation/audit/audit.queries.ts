import { sql } from "kysely";
import { DAY_MS } from "#contract/durations.ts";
import { COMMAND_LINE } from "#contract/moderation/past-decisions.ts";
import type { Db } from "#server/platform/db/client.ts";
import { firstTimeId } from "#server/platform/lib/ids.ts";
import { cutLooked, LOOKED_AT_MAX, type Looked, type LookedRow, lookedAtSql } from "#server/platform/lib/page.ts";

const entries = (db: Db) =>
  db
    .selectFrom("audit_log")
    .select(["id", "occurred_at", "actor", "acting_as", "action", "target", "reason", "staff_id"])
    .select(sql<Readonly<Record<string, unknown>>>`details`.as("details"))
    // Null once the account is deleted: the log stores ids only.
    .select(sql<string | null>`(select username from profiles where member_id = audit_log.target)`.as("username"));

export type AuditEntry = Awaited<ReturnType<typeof readAuditLog>>[number];

export const findByIdempotencyKey = (db: Db, key: string) =>
  entries(db).where("idempotency_key", "=", key).executeTakeFirst();

/** Newest first; ids are time-ordered. All entries if no target is given. */
export const readAuditLog = (db: Db, target: string | undefined, limit: number) =>
  entries(db)
    .$if(target !== undefined, (query) => query.where("target", "=", target as string))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Conditions are combined with AND. */
export interface LogFilter {
  /** A person of the staff, or `COMMAND_LINE`. */
  readonly by?: string | undefined;
  readonly action?: string | undefined;
  /** A member, with the cases about them, or another target. */
  readonly about?: string | undefined;
  readonly limit: number;
  /** The entry that the previous page ended with. */
  readonly after?: string | undefined;
}

export interface LogRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly actingAs: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly targetKind: "member" | "case" | "staff" | "other";
  /** Null if it is not known any more: the log stores ids only. */
  readonly targetName: string | null;
}

/** A page of the log, newest first, with the names of its targets. */
export async function findLogPage(db: Db, filter: LogFilter): Promise<Looked<LogRow>> {
  const { by, action, about, limit, after } = filter;
  const isAfter = after === undefined ? sql`true` : sql`id < ${after}`;
  const conditions = [
    ...(by === undefined ? [] : [by === COMMAND_LINE ? sql`staff_id is null` : sql`staff_id = ${by}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
  ];
  // One condition has its index, the others look at each entry.
  const [first, ...rest] = about === undefined ? conditions : [undefined, ...conditions];
  // The index by person has the entries without one at its end.
  const order = about === undefined && by === COMMAND_LINE ? sql`staff_id desc, id desc` : sql`id desc`;
  const most = sql.lit(rest.length === 0 ? limit + 1 : LOOKED_AT_MAX);
  const candidates =
    about === undefined
      ? sql`audit_log where ${first ?? sql`true`} and ${isAfter} order by ${order}`
      : sql`(
          select of_target.* from (select ${about}::uuid union all select id from cases where member_id = ${about}) as of (id)
          cross join lateral (
            select * from audit_log where target = of.id and ${isAfter} order by id desc limit ${most}
          ) as of_target
        ) as audit_log order by id desc`;
  const { rows } = await sql<LogRow & LookedRow>`
    ${lookedAtSql({ candidates, table: "audit_log", others: rest.flatMap((one) => one ?? []), limit })}
    select page."isFound", page.id, occurred_at as at, actor, acting_as as "actingAs", action, target, reason, details,
      case when cases.id is not null then 'case' when members.id is not null then 'member'
        when staff_members.id is not null then 'staff' else 'other' end as "targetKind",
      coalesce(profiles.username, staff_members.name) as "targetName"
    from page
    join audit_log on audit_log.id = page.id
    left join cases on cases.id = target
    left join members on members.id = coalesce(cases.member_id, target)
    left join profiles on profiles.member_id = members.id
    left join staff_members on staff_members.id = target
    order by page.id desc`.execute(db);
  return cutLooked(rows, limit);
}

/** The actions that the log has, in their order: one step in the index for each. */
export async function findLoggedActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known as (
      (select action from audit_log order by action limit 1)
      union all
      select (select audit_log.action from audit_log where audit_log.action > known.action order by action limit 1)
      from known where known.action is not null
    )
    select action from known where action is not null`.execute(db);
  return rows.map(({ action }) => action);
}

/**
 * What a person has looked up by an action in the last 24 hours, the oldest first, and for how long each still counts.
 * A target counts once; an entry without one for itself.
 */
export async function findRecentLookups(db: Db, staffId: string, action: string, now: Date) {
  const { rows } = await sql<{ key: string; seconds: number }>`
    select coalesce(target, id) as key,
      extract(epoch from max(occurred_at) + interval '24 hours' - now())::float8 as seconds
    from audit_log
    where staff_id = ${staffId} and action = ${action}
      and id >= ${firstTimeId(new Date(now.getTime() - 2 * DAY_MS))} and occurred_at > now() - interval '24 hours'
    group by 1 order by 2`.execute(db);
  return rows;
}
