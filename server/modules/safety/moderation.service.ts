import type { Db, Tx } from "#server/db/client.ts";
import type { Resolution } from "#server/db/schema/admin.ts";
import { closeReport, findReport, findReportPictures, findReports } from "#server/modules/safety/moderation.repo.ts";

/** Reports that wait, the oldest first; or all of them, the newest first. Without what they hold. */
export const listReports = (db: Db, all: boolean, limit: number) => findReports(db, { all, limit });

/** A report with everything that was kept with it, and the keys of its pictures' files; undefined where there is none. */
export async function readReport(db: Db, id: string) {
  const report = await findReport(db, id);
  return report && { ...report, pictures: await findReportPictures(db, id) };
}

/** Says what came of a report that waits. @returns whom it was about, or undefined where no such report waits */
export const resolve = (tx: Tx, id: string, resolution: Resolution): Promise<string | undefined> =>
  closeReport(tx, id, resolution);
