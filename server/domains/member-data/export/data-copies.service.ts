import { Readable } from "node:stream";
import { DAY_S, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { DATA_COPY_HOURS, DATA_EXPORTS_A_DAY } from "#contract/limits.ts";
import type { DataCopy } from "#contract/member-data/member-data.ts";
import type { Context } from "#server/context.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { findFactorMethods } from "#server/domains/accounts/factors/factors.queries.ts";
import { reauthenticate } from "#server/domains/accounts/login/passwords.ts";
import { assertRateLimit, type RateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import {
  assertRecentlyAuthenticated,
  recordAuthentication,
} from "#server/domains/accounts/sessions/sessions.service.ts";
import {
  beginAttempt,
  type DataCopyRow,
  findCopy,
  findCopyOf,
  insertCopy,
  updateAttempt,
} from "#server/domains/member-data/export/data-copies.repo.ts";
import {
  deleteFiles,
  deleteFilesAfterCommit,
  nameOf,
} from "#server/domains/member-data/export/data-copy-files.service.ts";
import { lockExports } from "#server/domains/member-data/export/export.repo.ts";
import { createExport } from "#server/domains/member-data/export/export.service.ts";
import { collectPersonalData, countFiles } from "#server/domains/member-data/export/personal-data.ts";
import { type ArchiveFile, archive } from "#server/domains/members/member-data/archive.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";

/** A download in memory is as large as this. */
const PART_BYTES = 4 * 1024 * 1024;
/** The least time between two changes of the progress. */
const PROGRESS_MS = 500;
/** One that came no further for so long has failed for good: its job is not tried any more. */
const STALLED_MS = 15 * MINUTE_MS;
/** One that no job has begun for so long has lost its job. Others' copies may be written first. */
const QUEUED_MS = 2 * HOUR_MS;
/** Seconds after which another process begins a copy anew that a stopping one gave up: the latter takes jobs for a while. */
const HANDED_OVER_AFTER_S = 30;
const COPIES: RateLimit = { name: "data copies", limit: DATA_EXPORTS_A_DAY, windowSeconds: DAY_S };

const isStalled = ({ attempt, active_at }: DataCopyRow, ctx: Context): boolean =>
  ctx.now().getTime() - active_at.getTime() > (attempt === null ? QUEUED_MS : STALLED_MS);

function presentCopy(ctx: Context, row: DataCopyRow): DataCopy {
  if (row.ready_at === null)
    return { state: isStalled(row, ctx) ? "failed" : "preparing", percent: row.percent, bytes: null, expiresAt: null };
  const expiresAt = new Date(row.ready_at.getTime() + DATA_COPY_HOURS * HOUR_MS).toISOString();
  return { state: "ready", percent: 100, bytes: row.bytes, expiresAt };
}

/**
 * A job writes the copy. One that is being prepared is not begun anew; a ready one is replaced.
 * @throws AppError wrong_password, rate_limited, data_export_rate_limit
 */
export async function requestDataCopy(
  ctx: Context,
  me: Caller,
  password: string,
  origin: ClientOrigin,
): Promise<{ copy: DataCopy }> {
  const { attempt } = await reauthenticate(ctx, me, { password, field: "password", origin });
  await attempt.succeeded();
  // The password is all the proof that there is: the link may follow without another one.
  const isProven = (await findFactorMethods(ctx.db, me.id)).length === 0;
  return ctx.transact(async (tx) => {
    await lockMembersShared(tx, me.id);
    await lockExports(tx, me.id);
    if (isProven) await recordAuthentication(tx, me);
    const current = await findCopyOf(tx, me.id);
    if (current && current.ready_at === null && !isStalled(current, ctx)) return { copy: presentCopy(ctx, current) };
    await assertRateLimit(ctx, tx, COPIES, "data_export_rate_limit", me.id);
    if (current) deleteFilesAfterCommit(ctx, tx, current);
    const copy = await insertCopy(tx, newId(), me.id);
    await ctx.jobs.send(tx, "prepare-data-copy", { copyId: copy.id });
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("download", me.id, origin), outcome: "requested" });
    return { copy: presentCopy(ctx, copy) };
  });
}

export async function readDataCopy(ctx: Context, memberId: string): Promise<{ copy: DataCopy | null }> {
  const row = await findCopyOf(ctx.db, memberId);
  return { copy: row ? presentCopy(ctx, row) : null };
}

/**
 * @returns the path of a download, valid once, within a minute
 * @throws AppError reauthentication_required, not_found if no copy is ready, data_export_rate_limit
 */
export async function createDataCopyLink(ctx: Context, me: Caller, origin: ClientOrigin): Promise<{ url: string }> {
  await assertRecentlyAuthenticated(ctx.db, me);
  return ctx.transact(async (tx) => {
    await lockMembersShared(tx, me.id);
    const copy = await findCopyOf(tx, me.id);
    if (!copy?.ready_at) throw new AppError("not_found");
    return createExport(ctx, tx, { memberId: me.id, copyId: copy.id, outcome: "requested" }, origin);
  });
}

/** The parts in their order, each held in memory while it is sent. Undefined if the copy was deleted. */
export async function openDataCopy(ctx: Context, id: string): Promise<{ data: Readable; bytes: number } | undefined> {
  const copy = await findCopy(ctx.db, id);
  if (!copy?.attempt || copy.parts === null || copy.bytes === null) return undefined;
  const { attempt, parts, bytes } = copy;
  async function* read() {
    for (let nth = 0; nth < parts; nth++) {
      const part = await ctx.exports.read(nameOf(attempt, nth));
      if (!part) throw new Error("a part of the data copy is missing");
      yield part;
    }
  }
  return { data: Readable.from(read(), { objectMode: false }), bytes };
}

/** The account was deleted, or another attempt has begun, because this one seemed to be dead. */
class ReplacedError extends Error {}

/** The process stops, and does not wait for copies. */
class StoppedError extends Error {}

/** Writes a copy by parts. What another attempt has written has other names, so that no file has parts of both. */
async function writeCopy(ctx: Context, memberId: string, attempt: string): Promise<{ parts: number; bytes: number }> {
  const total = await countFiles(ctx, memberId);
  let [done, reportedAt] = [0, performance.now()];
  const report = async () => {
    if (ctx.draining.now) throw new StoppedError();
    if (performance.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = performance.now();
    const percent = Math.min(99, Math.floor((100 * done) / total));
    if (!(await ctx.transact((tx) => updateAttempt(tx, attempt, { percent })))) throw new ReplacedError();
  };
  async function* counted(): AsyncGenerator<ArchiveFile> {
    for await (const file of collectPersonalData(ctx, memberId)) {
      await report();
      yield file;
      if (file.name.endsWith(".json")) done++;
    }
  }
  let [parts, bytes, size, chunks]: [number, number, number, Buffer[]] = [0, 0, 0, []];
  const flush = async () => {
    await ctx.exports.put(nameOf(attempt, parts), Buffer.concat(chunks));
    [parts, bytes, size, chunks] = [parts + 1, bytes + size, 0, []];
  };
  for await (const chunk of archive(counted(), ctx.now()) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    await flush();
    await report();
  }
  if (size > 0) await flush();
  return { parts, bytes };
}

async function prepareCopy(ctx: Context, copyId: string): Promise<void> {
  const attempt = newId();
  const copy = await ctx.transact((tx) => beginAttempt(tx, copyId, attempt));
  if (!copy) return;
  try {
    const written = await writeCopy(ctx, copy.member_id, attempt);
    if (!(await ctx.transact((tx) => updateAttempt(tx, attempt, written)))) throw new ReplacedError();
  } catch (error) {
    await deleteFiles(ctx, attempt).catch((err: unknown) => ctx.log.error({ err }, "data copy: files not deleted"));
    if (error instanceof StoppedError)
      await ctx.transact((tx) =>
        ctx.jobs.send(tx, "prepare-data-copy", { copyId }, { afterSeconds: HANDED_OVER_AFTER_S }),
      );
    else if (!(error instanceof ReplacedError)) throw error;
  }
}

export const prepareDataCopyJob: Job<"prepare-data-copy", { copyId: string }> = {
  name: "prepare-data-copy",
  workers: 1,
  retryLimit: 3,
  expireSeconds: 6 * 3600,
  handle: (ctx, { copyId }) => prepareCopy(ctx, copyId),
};
