import { sql } from "kysely";
import { lockName } from "#server/platform/db/advisory-locks.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { NeutralOutcome, Resolution } from "#server/platform/db/schema/admin.ts";
import { newReferenceNumber } from "#server/platform/lib/reference-number.ts";

/** Serializes the reports of one member, so that concurrent reports are all counted. */
export async function lockReporter(tx: Tx, reporterId: string): Promise<void> {
  await lockName(tx, `report ${reporterId}`);
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

/** A number that exists already is drawn again. */
const NUMBER_LENGTH = 6;
const newCode = (): string => newReferenceNumber("R", NUMBER_LENGTH);

/**
 * Inserts a report with the copies of the images that belong to it.
 * @returns its number, which is random: it does not reveal how many reports there are
 */
export async function insertReport(
  tx: Tx,
  report: NewReport,
  images: readonly { readonly key: string; readonly caption: string }[],
): Promise<string> {
  const insert = (code: string) =>
    tx
      .insertInto("reports")
      .values({ ...report, code })
      .onConflict((conflict) => conflict.column("code").doNothing())
      .returning("code")
      .executeTakeFirst();
  let inserted = await insert(newCode());
  while (!inserted) inserted = await insert(newCode());
  await insertImages(tx, report.id, images);
  return inserted.code;
}

async function insertImages(
  tx: Tx,
  reportId: string,
  images: readonly { readonly key: string; readonly caption: string }[],
): Promise<void> {
  if (images.length === 0) return;
  await tx
    .insertInto("report_images")
    .values(images.map((image) => ({ ...image, report_id: reportId })))
    .execute();
}

/** Resolves an open report. @returns the reported member's id, or undefined if no such report is open */
export const closeReport = async (
  tx: Tx,
  id: string,
  resolution: Resolution,
  neutral: NeutralOutcome | null,
): Promise<string | undefined> =>
  (
    await tx
      .updateTable("reports")
      .set({ resolution, neutral_outcome: neutral, resolved_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("resolved_at", "is", null)
      .returning("reported_id")
      .executeTakeFirst()
  )?.reported_id;

/** Opens reports again. @returns the members whom they are about, each once */
export async function updateReopened(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .updateTable("reports")
    .set({ resolution: null, neutral_outcome: null, resolved_at: null })
    .where("id", "in", [...ids])
    .returning("reported_id")
    .execute();
  return new Set(rows.map(({ reported_id }) => reported_id));
}

/** Stores that the reporter was emailed the outcome. @param at when that was read: what is decided later is emailed, too */
export async function markOutcomeEmailed(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable("reports").set({ outcome_emailed_at: at }).where("id", "=", id).execute();
}

/**
 * Deletes reports `days` after the account of either member was deleted, or `decidedYears` after they were decided.
 * @returns their ids, and the keys of their images
 */
export async function deleteOldReports(
  tx: Tx,
  { days, decidedYears }: { readonly days: number; readonly decidedYears: number },
): Promise<{ ids: string[]; keys: string[] }> {
  const old = sql`
    select reports.id from reports join members on members.id in (reporter_id, reported_id)
    where members.deleted_at < now() - make_interval(days => ${days})
      or resolved_at < now() - make_interval(years => ${decidedYears})`;
  const { rows } = await sql<{ key: string }>`
    delete from report_images where report_id in (${old}) returning key`.execute(tx);
  const { rows: deleted } = await sql<{ id: string }>`
    delete from reports where id in (${old}) returning id`.execute(tx);
  return { ids: deleted.map(({ id }) => id), keys: rows.map(({ key }) => key) };
}
