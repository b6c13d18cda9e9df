import { LOW_BALANCE } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { deleteOldLooks } from "#server/modules/notifications/looks.repo.ts";
import {
  claimUnread,
  deleteNoticesById,
  deleteNoticesOfGone,
  findLow,
  findUnpushed,
  lockMark,
  moveMark,
  noteLowBalanceMailed,
  takeNotices,
  type Window,
} from "#server/modules/notifications/sweep.repo.ts";
import { pushUnread } from "#server/modules/notifications/telling.service.ts";

const MINUTE_MS = 60_000;
/** How long one may take to see for oneself what happened before a mail tells of it. */
export const PAUSE_MS = 5 * MINUTE_MS;
/** A push follows a message by a moment. What was not pushed by then was forgotten by a process that has ended. */
const PUSH_PAUSE_MS = 10_000;

/** How long a mail and a push that was forgotten wait. */
export interface Pauses {
  readonly mailMs: number;
  readonly pushMs: number;
}
const PAUSES: Pauses = { mailMs: PAUSE_MS, pushMs: PUSH_PAUSE_MS };
/** A message may be seen later than its time says: clocks differ, and transactions take their time. */
const OVERLAP_MS = 5 * MINUTE_MS;
/** Of an app that was never swept. */
const FIRST_MS = 24 * 60 * MINUTE_MS;
/** Mails that could not be sent ask for so long whether one has looked meanwhile. */
const LOOKS_KEPT_HOURS = 24;
export const LOW_BALANCE_MAILS_MS = 7 * 24 * 60 * MINUTE_MS;

const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms);

/** Looks at what has become ripe since the last time, and a little before. */
async function since(ctx: Context, tx: Tx, name: string, pause: number, look: (window: Window) => Promise<void>) {
  const now = ctx.now();
  const mark = await lockMark(tx, name, before(now, FIRST_MS));
  const upTo = before(now, pause);
  if (upTo <= mark) return;
  await look({ from: before(mark, OVERLAP_MS), upTo });
  await moveMark(tx, name, upTo);
}

type Part = (ctx: Context, pauses: Pauses) => Promise<void>;

const sweepPushes: Part = (ctx, { pushMs }) =>
  ctx.transact((tx) =>
    since(ctx, tx, "pushes", pushMs, async (window) => {
      const sides = await findUnpushed(tx, window);
      if (sides.length > 0) await pushUnread(ctx, tx, sides);
    }),
  );

const sweepUnread: Part = (ctx, { mailMs }) =>
  ctx.transact((tx) =>
    since(ctx, tx, "unread", mailMs, async (window) => {
      await ctx.jobs.sendAll(tx, "mail-unread", await claimUnread(tx, window));
    }),
  );

const sweepNotices: Part = (ctx, { mailMs }) =>
  ctx.transact(async (tx) => {
    const ripe = await takeNotices(tx, before(ctx.now(), mailMs));
    for (const [kind, job] of [
      ["crush", "mail-crushes"],
      ["match", "mail-matches"],
    ] as const) {
      const mails = ripe.filter((one) => one.kind === kind).map(({ memberId, otherIds }) => ({ memberId, otherIds }));
      await ctx.jobs.sendAll(tx, job, mails);
    }
  });

/** Of a low balance one is told at once where a browser takes pushes, else by e-mail, seldom. */
const sweepLow: Part = (ctx, { mailMs }) =>
  ctx.transact(async (tx) => {
    const now = ctx.now();
    const low = await findLow(tx, LOW_BALANCE, before(now, LOW_BALANCE_MAILS_MS));
    const pushed = low.filter(({ has_push }) => has_push);
    const ripe = low.filter((one) => !pushed.includes(one) && one.created_at <= before(now, mailMs));
    const mailed = ripe.filter(({ may_mail }) => may_mail).map(({ member_id: memberId }) => ({ memberId }));
    const pushes = pushed.map(({ member_id: memberId, created_at }) => ({
      memberId,
      kind: "low_balance" as const,
      otherId: null,
      since: created_at.toISOString(),
    }));
    await ctx.jobs.sendAll(tx, "push", pushes);
    await ctx.jobs.sendAll(tx, "mail-low-balance", mailed);
    const done = [...pushed, ...ripe].map(({ notice_id }) => notice_id);
    if (done.length > 0) await deleteNoticesById(tx, done);
    if (mailed.length > 0) {
      await noteLowBalanceMailed(
        tx,
        mailed.map(({ memberId }) => memberId),
        now,
      );
    }
  });

/**
 * Each minute: who was not told of something yet is told by e-mail, or by a push that got lost. Each part is a transaction
 * with the jobs that it makes, so that a part that fails takes nothing along and comes again.
 */
export const sweepJobs = (ctx: Context, pauses = PAUSES): Pick<JobHandlers, "notify"> => ({
  async notify() {
    const parts = [sweepPushes, sweepUnread, sweepNotices, sweepLow].map((part) => part(ctx, pauses));
    const failed = (await Promise.allSettled(parts)).find((part) => part.status === "rejected");
    if (failed) throw failed.reason;
  },
});

/** Throws away what tells no more whether somebody has looked, and what a sweep noted of a member while they went. */
export async function sweepNotifications(tx: Tx): Promise<void> {
  await deleteOldLooks(tx, LOOKS_KEPT_HOURS);
  await deleteNoticesOfGone(tx);
}
