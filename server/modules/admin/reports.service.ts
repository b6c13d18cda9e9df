import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve as absolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { validate } from "uuid";
import type { ActChoice } from "#contract/moderation-acts.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { Resolution } from "#server/db/schema/admin.ts";
import { AppError, CommandError } from "#server/errors.ts";
import { assertNotSuspendedOtherwise } from "#server/modules/admin/suspensions.service.ts";
import {
  actorOf,
  type OperatorAction,
  readAuditLog,
  recordAction,
  recordActionNow,
} from "#server/modules/audit/audit.service.ts";
import { findCaseOfItem } from "#server/modules/cases/cases.queries.ts";
import { completeItem, lockCaseAt, recordCaseEvent } from "#server/modules/cases/cases.service.ts";
import { findSuspension } from "#server/modules/members/members.queries.ts";
import { lockWithAnyStatus } from "#server/modules/members/members.service.ts";
import { makeDecision } from "#server/modules/moderation/decisions.service.ts";
import { decideReports } from "#server/modules/safety/reports.service.ts";
import { findReport, findReports } from "#server/modules/safety/safety.queries.ts";
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
  readonly action: Exclude<Resolution, "restricted">;
  /** The end of a suspension; null for an indefinite one. */
  readonly until: Date | null;
  /** The reason that the suspended member is given. */
  readonly memberMessage?: string;
  /** Whether a member who is already suspended gets these terms. */
  readonly change?: boolean;
}

/**
 * Without explicit terms an existing suspension is kept, so several reports of one member end in one suspension.
 * @returns the acts; none if the member stays suspended as they are
 */
async function actsOf(tx: Tx, memberId: string, decision: Decision): Promise<readonly ActChoice[]> {
  const { action, until, memberMessage = "", change = false } = decision;
  if (action === "none") return [{ act: "no_action" }];
  if (action === "warned") return [{ act: "ask_to_change" }];
  if ((await findSuspension(tx, memberId)) && !change) {
    if (until === null && memberMessage === "") return [];
    await assertNotSuspendedOtherwise(tx, memberId, { until, memberMessage });
  }
  return [{ act: "suspend", until: until?.toISOString() ?? null }];
}

/**
 * Resolves one report without action, with a warning email or with a suspension, in one transaction. Other reports of
 * the case stay open; the last one closes it.
 * @throws CommandError if there is no such open report; AppError case_claimed
 */
export const resolveReport = async (ctx: Context, by: OperatorAction, id: string, decision: Decision) => {
  const { action, memberMessage = "" } = decision;
  if (!validate(id)) throw unknownReport(id);
  return ctx.transact(async (tx) => {
    const report = await findReport(tx, id);
    if (!report) throw unknownReport(id);
    const memberId = report.reported_id;
    await lockWithAnyStatus(tx, memberId);
    const found = await findCaseOfItem(tx, "report", id);
    if (found) await lockCaseAt(ctx, tx, found.id, by, found.version).catch(closedIsFine);
    const was = await findSuspension(tx, memberId);
    if ((await decideReports(ctx, tx, [id], action)).length === 0)
      throw new CommandError(`Report ${id} is already resolved.`);
    const acts = await actsOf(tx, memberId, decision);
    const made =
      acts.length > 0 &&
      (await makeDecision(ctx, tx, by, {
        memberId,
        acts,
        facts: "",
        rule: "guidelines",
        words: memberMessage,
        case: found,
        version: null,
        reporterIds: [report.reporter_id],
      }));
    if (found) {
      const details = { acts: acts.map(({ act }) => act).join(","), report: id };
      await recordCaseEvent(tx, { caseId: found.id, kind: "decided", actor: actorOf(by), details });
      await completeItem(tx, { kind: "report", sourceId: id }, actorOf(by));
    }
    await recordAction(tx, by, { action: "resolve report", target: id, details: { action, member: memberId } });
    const isSuspended = action === "suspended";
    const subscriptions = isSuspended ? await findBillableSubscriptions(tx, memberId) : [];
    const change = made ? (was ? ("changed" as const) : ("begun" as const)) : ("same" as const);
    return { id, action, memberId, subscriptions, ...(isSuspended && { change, was }) };
  });
};

/** A report that was open stays resolvable in a case that was closed before it was attached to one. */
function closedIsFine(error: unknown): undefined {
  if (error instanceof AppError && error.code === "case_closed") return undefined;
  throw error;
}
