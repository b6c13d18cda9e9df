import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve as absolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import type { Resolution } from "#server/db/schema/admin.ts";
import { type Act, note, noteAct, readLog } from "#server/modules/admin/audit.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { type IfSuspended, suspendIn } from "#server/modules/admin/standing.service.ts";
import { noteCleared } from "#server/modules/identities/identities.service.ts";
import { goingMemberships } from "#server/modules/payments/memberships.service.ts";
import { listReports, readReport, resolve } from "#server/modules/safety/moderation.service.ts";
import { isReported } from "#server/modules/safety/reports.service.ts";

const ACTS_SHOWN = 20;

const unknown = (id: string) => new Refusal(`There is no report ${id}`);

/** Reports that wait, the urgent ones first, then the oldest; or all, the newest first. */
export const readReports = (ctx: Context, by: Act, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const reports = await listReports(tx, all, limit);
    await note(tx, by, { act: "list reports", details: { many: reports.length } });
    return reports;
  });

/** Copies a picture that was kept out of the store. @returns its path, or undefined where its file is not there */
async function extract(ctx: Context, key: string, path: string): Promise<string | undefined> {
  const picture = await ctx.photos.read(key, "full");
  if (!picture) return undefined;
  await pipeline(picture.stream, createWriteStream(path, { mode: 0o600 }));
  return path;
}

/**
 * A report with its evidence.
 * @param folder where the pictures that belong to it are put; none are where it is absent
 * @throws Refusal
 */
export async function showReport(ctx: Context, by: Act, id: string, folder: string | undefined) {
  if (!validate(id)) throw unknown(id);
  const report = await ctx.transact(async (tx) => {
    const found = await readReport(tx, id);
    if (!found) throw unknown(id);
    await note(tx, by, { act: "show report", target: id });
    return { ...found, acts: await readLog(tx, id, ACTS_SHOWN) };
  });
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  const pictures = [];
  for (const [i, { key, what }] of report.pictures.entries()) {
    const name = `${String(i + 1).padStart(2, "0")} ${what}.webp`;
    const path = folder === undefined ? undefined : await extract(ctx, key, absolute(join(folder, name)));
    pictures.push({ what, path: path ?? null });
  }
  const copied = pictures.filter(({ path }) => path !== null).length;
  if (copied > 0) await noteAct(ctx, by, { act: "copy report pictures", target: id, details: { pictures: copied } });
  return { ...report, pictures };
}

interface Decision {
  readonly action: Resolution;
  /** When a suspension ends by itself; null for no such time. */
  readonly until: Date | null;
  /** What a suspended member is told of the reason. */
  readonly told?: string;
  /** Whether somebody who is suspended already gets these terms. */
  readonly change?: boolean;
}

/** Several reports of one member end in one suspension: whoever asks for no terms of their own leaves those as they are. */
const ifSuspendedBy = ({ until, told = "", change = false }: Decision): IfSuspended =>
  change ? "change" : until === null && told === "" ? "keep" : "refuse";

/**
 * Is done with a report: nothing, a word to the member by mail, or a suspension, in one step.
 * @throws Refusal where no such report waits
 */
export const resolveReport = async (ctx: Context, by: Act, id: string, decision: Decision) => {
  const { action, until, told = "" } = decision;
  if (!validate(id)) throw unknown(id);
  return ctx.transact(async (tx) => {
    const reportedId = await resolve(tx, id, action);
    if (reportedId === undefined) {
      if (await readReport(tx, id)) throw new Refusal(`The report ${id} is resolved already`);
      throw unknown(id);
    }
    const suspending =
      action === "suspended"
        ? await suspendIn(ctx, tx, by, reportedId, { terms: { until, told }, ifSuspended: ifSuspendedBy(decision) })
        : undefined;
    // Nothing was wrong: a member who has gone is not remembered for it.
    if (action === "none" && !(await isReported(tx, reportedId))) await noteCleared(tx, reportedId);
    if (action === "warned") await ctx.jobs.send(tx, "mail-standing", { memberId: reportedId, news: "warned" });
    await note(tx, by, { act: "resolve report", target: id, details: { action, member: reportedId } });
    const memberships = action === "suspended" ? await goingMemberships(tx, reportedId) : [];
    return { id, action, memberId: reportedId, memberships, change: suspending?.change, was: suspending?.was };
  });
};
