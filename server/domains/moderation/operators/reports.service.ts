import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve as absolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { type OperatorAction, recordAction, recordActionNow } from "#server/domains/moderation/audit/audit.service.ts";
import { findReport, findReports } from "#server/domains/moderation/reports/reports.queries.ts";
import { CommandError } from "#server/errors.ts";

const ACTIONS_SHOWN = 20;

const unknownReport = (id: string) => new CommandError(`Report ${id} was not found.`);

/** Open reports: urgent ones first, then the oldest. All reports: newest first. */
export const listReports = (ctx: Context, by: OperatorAction, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const reports = await findReports(tx, { all, limit });
    await recordAction(tx, by, { action: "list reports", details: { count: reports.length } });
    return reports;
  });

/** @returns the path; undefined if the file is missing */
async function copyImage(ctx: Context, key: string, path: string): Promise<string | undefined> {
  const picture = await ctx.photos.read(key, "full.webp");
  if (!picture) return undefined;
  await pipeline(picture.stream, createWriteStream(path, { mode: 0o600 }));
  return path;
}

/** @param folder receives the images of the evidence; without it none are copied @throws CommandError */
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
