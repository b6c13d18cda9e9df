import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { PushData } from "#server/jobs/job-definitions.ts";
import { newTimeId } from "#server/lib/ids.ts";
import { claimLowBalanceMail, claimUnreadMail, unclaimPush } from "#server/modules/notifications/pushed-late.repo.ts";
import { insertNotice } from "#server/modules/notifications/reach.repo.ts";
import { LOW_BALANCE_MAILS_MS, PAUSE_MS } from "#server/modules/notifications/sweep.service.ts";

/** What a push should have told, and did not: it goes on to e-mail. */

/** As long as a mail waits for a member to see for themselves what happened. */
export const PUSH_LATE_S = PAUSE_MS / 1000;

const MAIL_JOBS = { crush: "mail-crushes", match: "mail-matches" } as const;

/**
 * Tells of a cause by e-mail at once, if that way is open: each mail looks again whether it is. For what is too old for a
 * sweep, or still has a browser that a sweep would push to.
 * @param id the mail's, so that asking once more makes no other
 */
export async function mailLate(ctx: Context, tx: Tx, { memberId, kind, otherId }: PushData, id: string): Promise<void> {
  if (kind === "low_balance") {
    const now = ctx.now();
    const mailedBefore = new Date(now.getTime() - LOW_BALANCE_MAILS_MS);
    if (await claimLowBalanceMail(tx, memberId, now, mailedBefore)) {
      await ctx.jobs.send(tx, "mail-low-balance", { memberId }, { id });
    }
    return;
  }
  if (otherId === null) return;
  const told = { memberId, otherIds: [otherId] };
  if (kind === "message") {
    const claimedAt = await claimUnreadMail(tx, memberId, otherId);
    if (claimedAt) await ctx.jobs.send(tx, "mail-unread", { ...told, before: claimedAt.toISOString() }, { id });
  } else await ctx.jobs.send(tx, MAIL_JOBS[kind], told, { id });
}

/** Has a sweep find a cause of a member who has no browser that takes pushes, and gather it with others into a mail. */
export async function waitForMail(ctx: Context, tx: Tx, data: PushData, since: Date, id: string): Promise<void> {
  const { memberId, kind, otherId } = data;
  if (kind !== "message") await insertNotice(tx, { id: newTimeId(), kind, memberId, otherId });
  else if (ctx.now().getTime() - since.getTime() >= PAUSE_MS) await mailLate(ctx, tx, data, id);
  else if (otherId !== null) await unclaimPush(tx, memberId, otherId);
}
