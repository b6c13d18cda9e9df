import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve as absolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import type { Resolution } from "#server/db/schema/admin.ts";
import { CommandError } from "#server/errors.ts";
import { type OnAlreadySuspended, suspendInTransaction } from "#server/modules/admin/suspensions.service.ts";
import {
  type OperatorAction,
  readAuditLog,
  recordAction,
  recordActionNow,
} from "#server/modules/audit/audit.service.ts";
import { recordReportsCleared } from "#server/modules/identities/identities.service.ts";
import { closeReport } from "#server/modules/safety/reports.service.ts";
import { findReport, findReports, isReported } from "#server/modules/safety/safety.queries.ts";
import { findBillableSubscriptions } from "#server/modules/subscriptions/subscriptions.queries.ts";

const ACTIONS_SHOWN = 20;

const unknownReport = (id: string) => new CommandError(`Report ${id} was not found.`);

/** Open reports, urgent ones first, then the oldest; or all reports, newest first. */
export const listReports = (ctx: Context, by: OperatorAction, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const reports = await findReports(tx, { all, limit });
    await recordAction(tx, by, { action: "list reports", details: { count: reports.length } });
    return reports;
  });

/** Copies an image of the evidence out of the photo store. @returns its path; undefined if the file is missing */
async function copyImage(ctx: Context, key: string, path: string): Promise<string | undefined> {
  const picture = await ctx.photos.read(key, "full.webp");
  if (!picture) return undefined;
  await pipeline(picture.stream, createWriteStream(path, { mode: 0o600 }));
  return path;
}

/**
 * A report with its evidence.
 * @param folder receives the images of the evidence; without it none are copied
 * @throws CommandError
 */
export async function showReport(ctx: Context, by: OperatorAction, id: string, folder: string | undefined) {
  if (!validate(id)) throw unknownReport(id);
  const report = await ctx.transact(async (tx) => {
    const found = await findReport(tx, id);
    if (!found) throw unknownReport(id);
    await recordAction(tx, by, { action: "show report", target: id });
    return { ...found, actions: await readAuditLog(tx, id, ACTIONS_SHOWN) };
  });
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  const pictures = [];
  for (const [i, { key, caption }] of report.pictures.entries()) {
    const name = `${String(i + 1).padStart(2, "0")} ${caption}.webp`;
    const path = folder === undefined ? undefined : await copyImage(ctx, key, absolute(join(folder, name)));
    pictures.push({ caption, path: path ?? null });
  }
  const copied = pictures.filter(({ path }) => path !== null).length;
  if (copied > 0)
    await recordActionNow(ctx, by, { action: "copy report pictures", target: id, details: { pictures: copied } });
  return { ...report, pictures };
}

interface Decision {
  readonly action: Resolution;
  /** The end of a suspension; null for an indefinite one. */
  readonly until: Date | null;
  /** The reason that the suspended member is given. */
  readonly memberMessage?: string;
  /** Whether a member who is already suspended gets these terms. */
  readonly change?: boolean;
}

/** Without explicit terms an existing suspension is kept, so several reports of one member end in one suspension. */
const ifSuspendedFor = ({ until, memberMessage = "", change = false }: Decision): OnAlreadySuspended =>
  change ? "change" : until === null && memberMessage === "" ? "keep" : "reject";

/**
 * Closes a report without action, with a warning email or with a suspension, in one transaction.
 * @throws CommandError if there is no such open report
 */
export const resolveReport = async (ctx: Context, by: OperatorAction, id: string, decision: Decision) => {
  const { action, until, memberMessage = "" } = decision;
  if (!validate(id)) throw unknownReport(id);
  return ctx.transact(async (tx) => {
    const reportedId = await closeReport(tx, id, action);
    if (reportedId === undefined) {
      if (await findReport(tx, id)) throw new CommandError(`Report ${id} is already resolved.`);
      throw unknownReport(id);
    }
    const suspending =
      action === "suspended"
        ? await suspendInTransaction(ctx, tx, by, reportedId, {
            terms: { until, memberMessage },
            ifSuspended: ifSuspendedFor(decision),
          })
        : undefined;
    // Shortens the retention of a reported member who deleted their account, now that nothing was found.
    if (action === "none" && !(await isReported(tx, reportedId))) await recordReportsCleared(tx, reportedId);
    if (action === "warned") await ctx.jobs.send(tx, "email-account-status", { memberId: reportedId, event: "warned" });
    await recordAction(tx, by, { action: "resolve report", target: id, details: { action, member: reportedId } });
    const subscriptions = action === "suspended" ? await findBillableSubscriptions(tx, reportedId) : [];
    return { id, action, memberId: reportedId, subscriptions, change: suspending?.change, was: suspending?.was };
  });
};
