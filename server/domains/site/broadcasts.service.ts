import { DAY_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import {
  afterQuietHours,
  countMarketingRecipients,
  findMailbox,
  findMarketingRecipients,
} from "#server/domains/notifications/email/email.service.ts";
import { subscriberMailbox } from "#server/domains/site/newsletter.service.ts";
import { broadcastEmail } from "#server/domains/site/site.emails.ts";
import {
  claimRecipient,
  countConfirmed,
  findBroadcast,
  findConfirmed,
  findRecentBroadcast,
  insertBroadcast,
  lockBroadcasting,
  lockUnqueued,
  markQueued,
  updateProgress,
} from "#server/domains/site/site.repo.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";

/** The settings page promises 'never more than monthly'. */
export const MONTH_DAYS = 28;
const MONTH_MS = MONTH_DAYS * DAY_MS;
const PAGE_SIZE = 1000;

/** Undefined if a broadcast is allowed now. */
export async function nextBroadcastAllowedAt(db: Db): Promise<{ last: Date; from: Date } | undefined> {
  const last = await findRecentBroadcast(db, MONTH_DAYS);
  return last && { last, from: new Date(last.getTime() + MONTH_MS) };
}

/** An address that belongs to both a member and a subscriber is counted twice, but gets one email. */
export const countAudience = async (db: Db): Promise<{ members: number; subscribers: number }> => ({
  members: await countMarketingRecipients(db),
  subscribers: await countConfirmed(db),
});

/** @returns the new broadcast's id, or when the next one is allowed */
export async function createBroadcast(ctx: Context, tx: Tx, { subject, body }: { subject: string; body: string }) {
  await lockBroadcasting(tx);
  const next = await nextBroadcastAllowedAt(tx);
  if (next) return next;
  const broadcastId = newId();
  await insertBroadcast(tx, { id: broadcastId, subject, body });
  await ctx.jobs.send(tx, "broadcast-fanout", { broadcastId });
  return { id: broadcastId };
}

/** In one transaction with the job for the next page, so that a restart resumes there. */
async function queuePage(ctx: Context, tx: Tx, broadcastId: string): Promise<void> {
  const progress = await lockUnqueued(tx, broadcastId);
  if (!progress) return;
  for (const [to, column, page] of [
    ["member", "members_queued_up_to", findMarketingRecipients],
    ["subscriber", "subscribers_queued_up_to", findConfirmed],
  ] as const) {
    const ids = await page(tx, progress[column], PAGE_SIZE);
    const last = ids.at(-1);
    if (last === undefined) continue;
    await ctx.jobs.sendAll(
      tx,
      "broadcast-email",
      ids.map((id) => ({ broadcastId, to, id })),
    );
    await updateProgress(tx, broadcastId, column, last);
    await ctx.jobs.send(tx, "broadcast-fanout", { broadcastId });
    return;
  }
  await markQueued(tx, broadcastId);
}

/** Addresses are stored hashed: a dump of the database must not show who got the broadcast. */
const hashOf = (ctx: Context, email: string): Buffer => ctx.keyedHash("broadcast", emailKey(email));

export const broadcastFanoutJob: Job<"broadcast-fanout", { broadcastId: string }> = {
  name: "broadcast-fanout",
  handle: (ctx, { broadcastId }) => ctx.transact((tx) => queuePage(ctx, tx, broadcastId)),
};

export const broadcastEmailJob: Job<
  "broadcast-email",
  { broadcastId: string; to: "member" | "subscriber"; id: string }
> = {
  name: "broadcast-email",
  async handle(ctx, { broadcastId, to, id }, jobId) {
    // The recipient may have opted out or changed their address since the job was enqueued.
    const broadcast = await findBroadcast(ctx.db, broadcastId);
    const mailbox = await (to === "member" ? findMailbox(ctx, id, "marketing") : subscriberMailbox(ctx, id));
    if (!broadcast || !mailbox) return;
    if ("quietSeconds" in mailbox && mailbox.quietSeconds > 0) {
      const options = afterQuietHours(jobId, mailbox);
      return ctx.transact((tx) => ctx.jobs.send(tx, "broadcast-email", { broadcastId, to, id }, options));
    }
    const { email, unsubscribe } = mailbox;
    const claim = { broadcast_id: broadcastId, address_hash: hashOf(ctx, email), job_id: jobId };
    if (!(await ctx.transact((tx) => claimRecipient(tx, claim)))) return;
    const content = broadcastEmail(broadcast, to, { site: ctx.site(), unsubscribe });
    await sendEmail(ctx.mailer, { id: jobId, to: email }, content);
  },
};
