import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** Lets a member's reports be counted one after the other. */
export async function lockReporter(tx: Tx, reporterId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${reporterId}`}, 0))`.execute(tx);
}

/** How many reports a member has sent within the last 24 hours. */
export async function countReportsToday(db: Db, reporterId: string): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from reports
    where reporter_id = ${reporterId} and created_at > now() - interval '24 hours'`.execute(db);
  return rows[0]?.many ?? 0;
}

export interface NewReport {
  readonly id: string;
  readonly reporter_id: string;
  readonly reported_id: string;
  readonly reason: string;
  readonly details: string;
  readonly message_id: string | null;
  readonly evidence: string;
}

/** Stores a report with the copies of pictures that belong to it. */
export async function insertReport(
  tx: Tx,
  report: NewReport,
  pictures: readonly { readonly key: string; readonly what: string }[],
): Promise<void> {
  await tx.insertInto("reports").values(report).execute();
  if (pictures.length === 0) return;
  await tx
    .insertInto("report_pictures")
    .values(pictures.map((picture) => ({ ...picture, report_id: report.id })))
    .execute();
}

/** Whether there is a report of a member that waits, or after which an operator did something. */
export const hasReports = async (db: Db, memberId: string): Promise<boolean> =>
  (await db
    .selectFrom("reports")
    .select("id")
    .where("reported_id", "=", memberId)
    .where((is) => is.or([is("resolution", "is", null), is("resolution", "<>", "none")]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Takes away reports with their evidence, once the account of one of the two has been gone for so long. @returns the copies' keys */
export async function deleteOldReports(tx: Tx, days: number): Promise<string[]> {
  const old = sql`
    select reports.id from reports join members on members.id in (reporter_id, reported_id)
    where members.gone_at < now() - make_interval(days => ${days})`;
  const { rows } = await sql<{ key: string }>`
    delete from report_pictures where report_id in (${old}) returning key`.execute(tx);
  await sql`delete from reports where id in (${old})`.execute(tx);
  return rows.map(({ key }) => key);
}
