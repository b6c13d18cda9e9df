import type { Readable } from "node:stream";
import { DATA_EXPORTS_A_DAY } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { hashToken, newToken } from "#server/modules/accounts/accounts.policy.ts";
import { type ClientOrigin, securityEventFor } from "#server/modules/accounts/accounts.service.ts";
import { reauthenticate } from "#server/modules/accounts/passwords.ts";
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

/** Seconds after which a client may retry while a download is running. */
const UNDER_WAY_S = 60;
/** The maximum duration of a download, which ends slow readers. */
const LONGEST_MS = 60 * 60_000;

function tooOften(seconds: number, words?: string): AppError {
  const refusal = new AppError("data_export_rate_limit", words);
  refusal.retryAfter = Math.max(1, seconds);
  return refusal;
}

/**
 * Checks the password and creates a link to a member's data, valid for one download within a minute. A browser that
 * follows it writes the file to disk while it is generated, which a script cannot do.
 * @returns its path
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

/** Streams the data of the link's member as a ZIP file. @throws AppError token_invalid, data_export_rate_limit */
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

/** Deletes a deleted member's downloads; an unused link becomes invalid. */
export const deleteExports = (tx: Tx, memberId: string): Promise<void> => deleteDownloads(tx, memberId);

/** Deletes expired links that no limit counts any more. */
export const purgeOldExports = (tx: Tx): Promise<void> => deleteOldDownloads(tx);
