import type { Readable } from "node:stream";
import { DATA_EXPORTS_A_DAY } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { hashToken, newToken } from "#server/modules/accounts/accounts.policy.ts";
import { type ClientOrigin, securityEventFor } from "#server/modules/accounts/accounts.service.ts";
import { reauthenticate } from "#server/modules/accounts/reauthenticate.service.ts";
import { archive } from "#server/modules/data-export/archive.ts";
import {
  countDownloads,
  deleteDownloads,
  deleteOldDownloads,
  findFreshDownload,
  insertDownload,
  lockDownloads,
  setBegun,
  setEnded,
} from "#server/modules/data-export/data-export.repo.ts";
import { collectPersonalData } from "#server/modules/data-export/personal-data.ts";
import { lockMembersShared } from "#server/modules/members/members.service.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

/** Seconds after which it is worth asking again while a download is under way. */
const UNDER_WAY_S = 60;
/** Whoever reads slower than this takes nothing at all. */
const LONGEST_MS = 60 * 60_000;

function tooOften(seconds: number, words?: string): AppError {
  const refusal = new AppError("data_export_rate_limit", words);
  refusal.retryAfter = Math.max(1, seconds);
  return refusal;
}

/**
 * Makes a link to all of a member's data by their password, good for one download within a minute: a browser that follows it writes what
 * comes to the disk, which it could not do with what a script has fetched.
 * @returns its address, relative to the root
 * @throws AppError wrong_password, rate_limited, data_export_rate_limit
 */
export async function requestExport(
  ctx: Context,
  me: Caller,
  password: string,
  origin: ClientOrigin,
): Promise<{ url: string }> {
  const { attempt } = await reauthenticate(ctx, me, { password, field: "password", origin });
  await attempt.succeeded();
  const token = newToken();
  const memberId = me.id;
  await ctx.transact(async (tx) => {
    await lockMembersShared(tx, memberId);
    await lockDownloads(tx, memberId);
    const { many, seconds, is_under_way: isUnderWay } = await countDownloads(tx, memberId);
    if (isUnderWay) throw tooOften(UNDER_WAY_S, "Your last download is still under way.");
    if (many >= DATA_EXPORTS_A_DAY) throw tooOften(seconds);
    await insertDownload(tx, hashToken(token), memberId);
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("download", memberId, origin), outcome: "requested" });
  });
  return { url: `/api/account/export/${token}` };
}

/** Uses up a link. @returns whose it is @throws AppError token_invalid, data_export_rate_limit */
async function begin(ctx: Context, tokenHash: Buffer): Promise<string> {
  return ctx.transact(async (tx) => {
    const asked = await findFreshDownload(tx, tokenHash);
    if (asked) await lockDownloads(tx, asked.member_id);
    // Somebody may have used it while it was waited for.
    const fresh = asked && (await findFreshDownload(tx, tokenHash));
    if (!fresh) throw new AppError("token_invalid", "This link has expired. Please ask for your data again.");
    const { is_under_way: isUnderWay } = await countDownloads(tx, fresh.member_id);
    if (isUnderWay) throw tooOften(UNDER_WAY_S, "Your last download is still under way.");
    await setBegun(tx, tokenHash);
    return fresh.member_id;
  });
}

/**
 * All data of the member for whom a link was made, as a ZIP file that is made while it is read.
 * @throws AppError token_invalid, data_export_rate_limit
 */
export async function openExport(ctx: Context, token: string): Promise<Readable> {
  const tokenHash = hashToken(token);
  const memberId = await begin(ctx, tokenHash);
  const data = archive(collectPersonalData(ctx, memberId), ctx.now());
  const late = setTimeout(() => data.destroy(), LONGEST_MS);
  data.on("error", (error) => ctx.log.error({ err: error }, "data export: stream failed"));
  data.once("close", () => {
    clearTimeout(late);
    ctx
      .transact((tx) => setEnded(tx, tokenHash))
      .catch((error: unknown) => ctx.log.error({ err: error }, "data export: end not recorded"));
  });
  return data;
}

/** Forgets how often a member who goes has downloaded their data; a link that was not used yet works no more. */
export const deleteExports = (tx: Tx, memberId: string): Promise<void> => deleteDownloads(tx, memberId);

/** Throws away links that have ended and count no more. */
export const purgeOldExports = (tx: Tx): Promise<void> => deleteOldDownloads(tx);
