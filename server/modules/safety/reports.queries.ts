import { sql } from "kysely";
import type { ReportReason } from "#contract/catalog.ts";
import type { Db } from "#server/db/client.ts";

/** Reports with the names of both members, while they have an account. */
const selectReports = (db: Db) =>
  db
    .selectFrom("reports")
    .leftJoin("profiles as reporter", "reporter.member_id", "reports.reporter_id")
    .leftJoin("profiles as reported", "reported.member_id", "reports.reported_id")
    .leftJoin("members", "members.id", "reports.reported_id")
    .select(["reports.id", "reports.created_at", "reports.reason", "reports.resolved_at", "reports.resolution"])
    .select(["reports.reporter_id", "reporter.username as reporter"])
    .select(["reports.reported_id", "reported.username as reported", "members.status"]);

/** The reasons that the guidelines promise to review first. */
const URGENT: readonly ReportReason[] = ["Someone is in danger", "Seems to be under 18"];

/** Open reports, the urgent ones first and then the oldest; or all reports, the newest first. Without their evidence. */
export const findReports = (db: Db, { all, limit }: { all: boolean; limit: number }) =>
  all
    ? selectReports(db).orderBy("reports.created_at", "desc").limit(limit).execute()
    : selectReports(db)
        .where("resolved_at", "is", null)
        .orderBy((row) => row("reports.reason", "in", URGENT), "desc")
        .orderBy("reports.created_at")
        .limit(limit)
        .execute();

/** What a report keeps of the reported member's profile and of the conversation. */
export interface Evidence {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly messages: readonly {
    readonly id: string;
    readonly senderId: string;
    readonly kind: string;
    readonly content: string;
    readonly createdAt: string;
    /** When its sender deleted it, if that was before the report. */
    readonly deletedAt?: string;
  }[];
}

/** A report with its evidence and the keys of its image files. */
export async function findReport(db: Db, id: string) {
  const report = await selectReports(db)
    .select(["reports.details", "reports.message_id"])
    .select(sql<Evidence>`evidence`.as("evidence"))
    .where("reports.id", "=", id)
    .executeTakeFirst();
  if (!report) return undefined;
  const pictures = await db
    .selectFrom("report_images")
    .select(["key", "caption"])
    .where("report_id", "=", id)
    .orderBy("caption")
    .orderBy("key")
    .execute();
  return { ...report, pictures };
}

/** How many reports a member has sent within the last 24 hours. */
export async function countReportsToday(db: Db, reporterId: string): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from reports
    where reporter_id = ${reporterId} and created_at > now() - interval '24 hours'`.execute(db);
  return rows[0]?.many ?? 0;
}

/** Whether a member was reported, and no operator has dismissed the report. */
export const isReported = async (db: Db, memberId: string): Promise<boolean> =>
  (await db
    .selectFrom("reports")
    .select("id")
    .where("reported_id", "=", memberId)
    .where((is) => is.or([is("resolution", "is", null), is("resolution", "<>", "none")]))
    .limit(1)
    .executeTakeFirst()) !== undefined;
