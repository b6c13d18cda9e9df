import { sql } from "kysely";
import type { ReportReason } from "#contract/catalog.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { Resolution } from "#server/db/schema/admin.ts";

/** Reports, with the names of both where they are still there. */
const reports = (db: Db) =>
  db
    .selectFrom("reports")
    .leftJoin("profiles as reporter", "reporter.member_id", "reports.reporter_id")
    .leftJoin("profiles as reported", "reported.member_id", "reports.reported_id")
    .leftJoin("members", "members.id", "reports.reported_id")
    .select(["reports.id", "reports.created_at", "reports.reason", "reports.resolved_at", "reports.resolution"])
    .select(["reports.reporter_id", "reporter.username as reporter"])
    .select(["reports.reported_id", "reported.username as reported", "members.standing"]);

/** What the guidelines promise to look at first. */
const URGENT: readonly ReportReason[] = ["Someone is in danger", "Seems to be under 18"];

/** Reports that wait, those first that cannot, then the oldest; or all, the newest first. */
export const findReports = (db: Db, { all, limit }: { all: boolean; limit: number }) =>
  all
    ? reports(db).orderBy("reports.created_at", "desc").limit(limit).execute()
    : reports(db)
        .where("resolved_at", "is", null)
        .orderBy((row) => row("reports.reason", "in", URGENT), "desc")
        .orderBy("reports.created_at")
        .limit(limit)
        .execute();

/** What is kept with a report; the shape is `reports.service.ts`'s. */
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

export const findReport = (db: Db, id: string) =>
  reports(db)
    .select(["reports.details", "reports.message_id"])
    .select(sql<Evidence>`evidence`.as("evidence"))
    .where("reports.id", "=", id)
    .executeTakeFirst();

export const findReportPictures = (db: Db, reportId: string) =>
  db
    .selectFrom("report_pictures")
    .select(["key", "what"])
    .where("report_id", "=", reportId)
    .orderBy("what")
    .orderBy("key")
    .execute();

/** Says what came of a report; of one that waits. @returns whom it was about, or undefined where none waits */
export const closeReport = async (tx: Tx, id: string, resolution: Resolution): Promise<string | undefined> =>
  (
    await tx
      .updateTable("reports")
      .set({ resolution, resolved_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("resolved_at", "is", null)
      .returning("reported_id")
      .executeTakeFirst()
  )?.reported_id;
