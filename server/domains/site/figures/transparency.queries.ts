import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

/** How many came in, and how they were decided. */
interface Handled {
  readonly received: number;
  readonly decided: number;
  /** The decided ones that led to an act. */
  readonly actedOn: number;
  /** From receipt to decision, of the decided ones; null if there are none. */
  readonly medianHours: number | null;
}

/** Figures of one calendar year (UTC), without personal data. */
export interface TransparencyReport {
  readonly year: number;
  /** By kind. */
  readonly notices: Readonly<Record<string, Handled>>;
  /** By reason. */
  readonly reports: Readonly<Record<string, Handled>>;
  /** Decisions that were not undone, by act: a decision with two acts counts for both. */
  readonly acts: Readonly<Record<string, number>>;
  /** The same decisions by the rule that they name. */
  readonly rules: Readonly<Record<string, number>>;
  readonly decisions: {
    readonly byPeople: number;
    /** Without a person: accounts of suspended members who came back. */
    readonly automated: number;
    readonly undone: number;
  };
  /** `actedOn`: the decision was reversed. */
  readonly appeals: Handled;
  /** Accounts that were used in the last 30 days before the command ran. */
  readonly activeMembers: number;
}

type HandledRow = Handled & { readonly name: string };

/** @param source a query with `name`, `received_at`, `decided_at` (null if open) and `is_acted_on` */
async function countHandled(db: Db, year: number, source: ReturnType<typeof sql>): Promise<Record<string, Handled>> {
  const { rows } = await sql<HandledRow>`
    select name, count(*)::int as received, count(decided_at)::int as decided,
      count(*) filter (where decided_at is not null and is_acted_on)::int as "actedOn",
      round((percentile_cont(0.5) within group (order by extract(epoch from decided_at - received_at) / 3600)
        filter (where decided_at is not null))::numeric, 1)::float8 as "medianHours"
    from (${source}) as handled where ${isIn(year, sql`received_at`)} group by name order by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures]));
}

const isIn = (year: number, at: ReturnType<typeof sql>) =>
  sql`${at} >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'UTC') and ${at} < make_timestamptz(${year + 1}, 1, 1, 0, 0, 0, 'UTC')`;

async function countBy(db: Db, query: ReturnType<typeof sql<{ name: string; many: number }>>) {
  const { rows } = await query.execute(db);
  return Object.fromEntries(rows.map(({ name, many }) => [name, many]));
}

const NONE: Handled = { received: 0, decided: 0, actedOn: 0, medianHours: null };

/** When something was decided first, whatever its sender objected to later. */
const firstDecided = (kind: "report" | "notice", id: ReturnType<typeof sql>, decidedAt: ReturnType<typeof sql>) =>
  sql`coalesce((select done_at from case_items where kind = ${kind} and source_id = ${id}::text), ${decidedAt})`;

/** The figures of a year, from the rows themselves. */
export async function findTransparencyReport(db: Db, year: number): Promise<TransparencyReport> {
  const decidedIn = isIn(year, sql`decided_at`);
  const notices = await countHandled(
    db,
    year,
    sql`select kind as name, created_at as received_at,
      ${firstDecided("notice", sql`notices.id`, sql`decided_at`)} as decided_at, coalesce(is_upheld and not is_noted, false) as is_acted_on
      from notices where not is_honeypot_hit`,
  );
  const reports = await countHandled(
    db,
    year,
    sql`select reason as name, created_at as received_at,
      ${firstDecided("report", sql`reports.id`, sql`resolved_at`)} as decided_at,
      coalesce(resolution not in ('none', 'noted'), false) as is_acted_on from reports`,
  );
  const appeals = await countHandled(
    db,
    year,
    sql`select 'appeals' as name, created_at as received_at, decided_at,
      coalesce(outcome = 'reversed', false) as is_acted_on from appeals`,
  );
  const acts = await countBy(
    db,
    sql`select act as name, count(*)::int as many from decision_acts join decisions on decisions.id = decision_id
      where ${decidedIn} and undone_at is null group by act order by act`,
  );
  const rules = await countBy(
    db,
    sql`select rule as name, count(*)::int as many from decisions
      where ${decidedIn} and undone_at is null group by rule order by rule`,
  );
  const decisions = await sql<TransparencyReport["decisions"]>`
    select count(*) filter (where undone_at is null and not automated)::int as "byPeople",
      count(*) filter (where undone_at is null and automated)::int as automated,
      count(undone_at)::int as undone
    from decisions where ${decidedIn}`.execute(db);
  const active = await sql<{ many: number }>`
    select count(*)::int as many from accounts join members on members.id = accounts.member_id
    where last_active_at > now() - interval '30 days' and not is_demo`.execute(db);
  return {
    year,
    notices,
    reports,
    acts,
    rules,
    decisions: decisions.rows[0] ?? { byPeople: 0, automated: 0, undone: 0 },
    appeals: appeals["appeals"] ?? NONE,
    activeMembers: active.rows[0]?.many ?? 0,
  };
}
