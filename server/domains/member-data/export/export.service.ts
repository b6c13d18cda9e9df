import type { Readable } from "node:stream";
import { HOUR_MS } from "#contract/durations.ts";
import { DATA_EXPORTS_A_DAY } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { hashToken, newToken } from "#server/domains/accounts/accounts.policy.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { reauthenticate } from "#server/domains/accounts/login/passwords.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import {
  countExports,
  findUnusedExport,
  insertExport,
  lockExports,
  markFinished,
  markStarted,
} from "#server/domains/member-data/export/export.repo.ts";
import { countLinkDownload } from "#server/domains/member-data/export/export-links.statements.ts";
import { collectPersonalData } from "#server/domains/member-data/export/personal-data.ts";
import { archive } from "#server/domains/members/member-data/archive.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";

/** Seconds after which a client may retry while a download is running. */
const RETRY_WHILE_RUNNING_S = 60;
/** The maximum duration of a download. Ends slow readers. */
const DURATION_MAX_MS = HOUR_MS;

function rateLimitError(seconds: number, words?: string): AppError {
  const refusal = new AppError("data_export_rate_limit", words);
  refusal.retryAfter = Math.max(1, seconds);
  return refusal;
}

/**
 * Valid for one download within a minute. A browser that follows the link writes the file to disk while it is
 * generated, which a script cannot do.
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
  return ctx.transact(async (tx) => {
    await lockMembersShared(tx, me.id);
    return createExport(ctx, tx, { memberId: me.id, outcome: "requested" }, origin);
  });
}

/** The member is locked. @returns its path @throws AppError data_export_rate_limit */
export async function createExport(
  ctx: Context,
  tx: Tx,
  {
    memberId,
    outcome,
    ...from
  }: {
    readonly memberId: string;
    readonly linkId?: string;
    readonly copyId?: string;
    readonly outcome: "requested" | "requested_by_link";
  },
  origin: ClientOrigin,
): Promise<{ url: string }> {
  const token = newToken();
  await lockExports(tx, memberId);
  const { many, seconds, is_running: isRunning } = await countExports(tx, memberId);
  if (isRunning) throw rateLimitError(RETRY_WHILE_RUNNING_S, "Your last download is still under way.");
  if (many >= DATA_EXPORTS_A_DAY) throw rateLimitError(seconds);
  await insertExport(tx, hashToken(token), memberId, from);
  await recordSecurityEvent(ctx, tx, { ...securityEventFor("download", memberId, origin), outcome });
  return { url: `/api/account/export/${token}` };
}

const expiredError = () => new AppError("token_invalid", "This link has expired. Please ask for your data again.");

/** @throws AppError token_invalid, data_export_rate_limit */
async function startExport(ctx: Context, tokenHash: Buffer) {
  return ctx.transact(async (tx) => {
    const unused = await findUnusedExport(tx, tokenHash);
    if (unused) await lockExports(tx, unused.member_id);
    // Another request may have used the link while this one waited for the lock.
    const current = unused && (await findUnusedExport(tx, tokenHash));
    if (!current) throw expiredError();
    const { is_running: isRunning } = await countExports(tx, current.member_id);
    if (isRunning) throw rateLimitError(RETRY_WHILE_RUNNING_S, "Your last download is still under way.");
    await markStarted(tx, tokenHash);
    if (current.link_id !== null) await countLinkDownload(tx, current.link_id);
    return { memberId: current.member_id, copyId: current.copy_id };
  });
}

/** A ZIP file; the size is known of a prepared one. */
export interface Download {
  readonly data: Readable;
  readonly bytes?: number;
}

/**
 * Without a prepared copy, the file is written at the speed of its reader.
 * @param openCopy opens a prepared copy @throws AppError token_invalid, data_export_rate_limit
 */
export async function openExport(
  ctx: Context,
  token: string,
  openCopy: (ctx: Context, copyId: string) => Promise<Download | undefined>,
): Promise<Download> {
  const tokenHash = hashToken(token);
  const { memberId, copyId } = await startExport(ctx, tokenHash);
  const copy = copyId === null ? undefined : await openCopy(ctx, copyId);
  if (copyId !== null && !copy) throw expiredError();
  const { data, bytes } = copy ?? { data: archive(collectPersonalData(ctx, memberId), ctx.now()) };
  const late = setTimeout(() => data.destroy(), DURATION_MAX_MS);
  data.on("error", (error) => ctx.log.error({ err: error }, "data export: stream failed"));
  data.once("close", () => {
    clearTimeout(late);
    ctx
      .transact((tx) => markFinished(tx, tokenHash))
      .catch((error: unknown) => ctx.log.error({ err: error }, "data export: end not recorded"));
  });
  return { data, ...(bytes !== undefined && { bytes }) };
}
