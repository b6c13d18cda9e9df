import { createHash } from "node:crypto";
import type { PushMessage } from "#contract/notifications.ts";
import type { PushOutcome } from "#server/adapters/push.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { PushData } from "#server/jobs/job-definitions.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { EVENT_CAUSES } from "#server/modules/notifications/causes/registry.ts";
import { claimIntervals, findRelevance, wasSeen } from "#server/modules/notifications/dispatcher.service.ts";
import { allowsChannel } from "#server/modules/notifications/notifications.policy.ts";
import { countWaiting, findRecipients, type Recipient } from "#server/modules/notifications/notifications.queries.ts";
import {
  lockNotification,
  updateDecided,
  updateDispatched,
  upsertPending,
} from "#server/modules/notifications/notifications.repo.ts";
import { deleteSubscriptions, findSubscriptions } from "#server/modules/notifications/push-subscriptions.repo.ts";

/** Push services drop what they could not deliver within a day: the app shows it when it is opened. */
const TTL_S = 24 * 3600;
/** The wait before another try at one browser, where another has taken the push. */
const RETRY_ONE_S = 15;

interface Eligible {
  readonly recipient: Recipient;
  readonly since: Date;
}

/** Checks a push again right before it is sent. @returns undefined where the member should not be notified any more */
async function findEligible(ctx: Context, data: PushData): Promise<Eligible | undefined> {
  const candidate = { ...data, since: data.since === undefined ? undefined : new Date(data.since) };
  const [[recipient], [relevance]] = await Promise.all([
    findRecipients(ctx.db, [data]),
    findRelevance(ctx.db, [candidate]),
  ]);
  if (!recipient || !relevance?.since) return undefined;
  // Messages that came after all of its own were read have a push of their own.
  const first = relevance.conversation?.firstSequence;
  if (first !== undefined && data.upTo !== undefined && first > data.upTo) return undefined;
  if (!allowsChannel(EVENT_CAUSES[data.cause], "push", recipient.flags)) return undefined;
  return wasSeen(recipient, relevance.since) ? undefined : { recipient, since: relevance.since };
}

async function createMessage(ctx: Context, data: PushData, recipient: Recipient): Promise<PushMessage> {
  const { memberId, cause, otherId } = data;
  const { otherUsername: username, isDiscreet } = recipient;
  return {
    to: memberId,
    kind: cause,
    ...(otherId !== null && username !== null && { from: { id: otherId, ...(!isDiscreet && { username }) } }),
    url: EVENT_CAUSES[cause].push.path(otherId),
    tag: `${cause}-${otherId ?? memberId}`,
    waiting: await countWaiting(ctx.db, memberId),
  };
}

/** Tells a push service which pushes replace each other, and nothing about whom they are from. */
const topicOf = (subscriptionId: string, tag: string): string =>
  createHash("sha256").update(`${subscriptionId} ${tag}`).digest("base64url").slice(0, 32);

type Attempt = PushOutcome & { readonly id: string };

/** Sends to all of a member's browsers at the same time. */
async function sendToAll(ctx: Context, data: PushData, message: PushMessage): Promise<Attempt[]> {
  const subscriptions = await findSubscriptions(ctx.db, data.memberId, data.only);
  const text = JSON.stringify(message);
  const { urgency } = EVENT_CAUSES[data.cause].push;
  return Promise.all(
    subscriptions.map(async ({ id, ...target }) => {
      const outcome = await ctx.push.send(target, text, { ttl: TTL_S, topic: topicOf(id, message.tag), urgency });
      if (outcome.is === "refused") ctx.log.warn({ why: outcome.why }, "push: service refused");
      return { id, ...outcome };
    }),
  );
}

/**
 * Sends a push. One browser that takes it is enough; where none does and none will, the notification goes on to email.
 * @throws Error where the job should be retried
 */
async function sendPush(ctx: Context, data: PushData, jobId: string): Promise<void> {
  const eligible = await findEligible(ctx, data);
  const ofRow = { ...data, otherIds: [data.otherId] };
  if (!eligible) return ctx.transact((tx) => updateDispatched(tx, ofRow, "dropped"));
  const attempts = await sendToAll(ctx, data, await createMessage(ctx, data, eligible.recipient));
  const idsOf = (is: PushOutcome["is"]) => attempts.filter((one) => one.is === is).map((one) => one.id);
  const [gone, later] = [idsOf("gone"), idsOf("later")];
  const isDelivered = idsOf("sent").length > 0;
  await ctx.transact(async (tx) => {
    if (gone.length > 0) await deleteSubscriptions(tx, data.memberId, gone);
    if (isDelivered) {
      await updateDispatched(tx, ofRow, "delivered");
      for (const only of later) await ctx.jobs.send(tx, "push-send", { ...data, only }, { afterSeconds: RETRY_ONE_S });
    } else if (data.only === undefined && later.length === 0) {
      if (gone.length === attempts.length) await requeue(ctx, tx, data, eligible.since, jobId);
      else {
        const afterSeconds = ctx.notifications.delays.emailMs / 1000;
        await ctx.jobs.send(tx, "push-fallback", data, { id: jobId, afterSeconds });
      }
    }
  });
  for (const one of attempts) if (one.is === "later" && !isDelivered) throw new Error(one.why);
}

/** Returns a notification of a member who has no browser left to the digest, which bundles it into an email. */
async function requeue(ctx: Context, tx: Tx, data: PushData, since: Date, jobId: string): Promise<void> {
  const { memberId, cause, otherId } = data;
  const { emailMs } = ctx.notifications.delays;
  const pushAfterMs = EVENT_CAUSES[cause].digestPushWait === null ? null : 0;
  if (cause !== "message") return upsertPending(tx, { memberId, cause, otherId, pushAfterMs, emailAfterMs: emailMs });
  const emailAfter = new Date(since.getTime() + emailMs);
  if (emailAfter <= ctx.now()) return fallBackToEmail(ctx, tx, data, jobId);
  const row = await lockNotification(tx, data);
  if (!row) return;
  const handledThrough = Math.min(row.handledThrough, (data.upTo ?? 1) - 1);
  await updateDecided(tx, [{ ...row, state: "pending", via: null, handledThrough, pushAfter: ctx.now(), emailAfter }]);
}

/**
 * Enqueues the email for a push that no service took. The email checks again whether it may be sent.
 * @param jobId the push's: the email's, too, so that a repeat sends no other
 */
async function fallBackToEmail(ctx: Context, tx: Tx, data: PushData, jobId: string): Promise<void> {
  const { memberId, cause, otherId } = data;
  const row = await lockNotification(tx, data);
  const since = data.since === undefined ? undefined : new Date(data.since);
  const [relevance] = await findRelevance(tx, [{ ...data, since, emailedThrough: row?.emailedThrough ?? 0 }]);
  const { isEmailed, lastSequence = 0, checkedAt } = relevance?.conversation ?? {};
  if (!relevance || isEmailed) return;
  if (EVENT_CAUSES[cause].emailInterval) {
    const [recipient] = await findRecipients(tx, [data]);
    if (!recipient?.hasEmail || !allowsChannel(EVENT_CAUSES[cause], "email", recipient.flags)) return;
  }
  const mayEmail = await claimIntervals(ctx, tx, cause, [memberId]);
  if (!mayEmail(memberId)) return;
  if (row) {
    const through = { handledThrough: lastSequence, emailedThrough: lastSequence };
    await updateDecided(tx, [{ ...row, ...through, state: "dispatched", via: "email" }]);
  }
  const email = {
    memberId,
    cause,
    otherIds: [otherId],
    ...(data.since !== undefined && { since: data.since }),
    ...(checkedAt && { before: checkedAt.toISOString() }),
  };
  await ctx.jobs.send(tx, "email-notification", email, { id: jobId });
}

export const pushJobs = (ctx: Context): Pick<JobHandlers, "push-send" | "push-fallback"> => ({
  "push-send": (data, jobId) => sendPush(ctx, data, jobId),
  async "push-fallback"(data, jobId) {
    if (data.only !== undefined || !(await findEligible(ctx, data))) return;
    await ctx.transact((tx) => fallBackToEmail(ctx, tx, data, jobId));
  },
});
