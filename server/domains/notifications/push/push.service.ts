import { DAY_S } from "#contract/durations.ts";
import type { PushMessage } from "#contract/notifications/notifications.ts";
import type { Context } from "#server/context.ts";
import { EVENT_CAUSES } from "#server/domains/notifications/causes/registry.ts";
import {
  claimIntervals,
  findHold,
  findRelevance,
  type PushData,
  postponed,
  wasSeen,
} from "#server/domains/notifications/dispatcher.service.ts";
import { allowsChannel } from "#server/domains/notifications/notifications.policy.ts";
import { countWaiting, findRecipients, type Recipient } from "#server/domains/notifications/notifications.queries.ts";
import { lockNotification, updateDecided, updateDispatched } from "#server/domains/notifications/notifications.repo.ts";
import { upsertPending } from "#server/domains/notifications/notifications.statements.ts";
import {
  deleteOldestSubscriptions,
  deleteSubscription,
  deleteSubscriptions,
  findSubscriptions,
  lockSubscriptions,
  upsertSubscription,
} from "#server/domains/notifications/push/push-subscriptions.repo.ts";
import {
  type Attempt,
  parseSubscription,
  pushToAll,
  type Subscription,
} from "#server/domains/notifications/push/push-targets.service.ts";
import { accountEndedError } from "#server/errors.ts";
import type { PushOutcome } from "#server/platform/adapters/push.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";

const SUBSCRIPTIONS_PER_MEMBER = 10;

/**
 * For as long as the session lasts. Idempotent. A browser that another session had registered moves to this one. Beyond
 * ten browsers the oldest is removed.
 * @throws AppError invalid for an endpoint or a key that can never work; not_found if the session has ended
 */
export async function registerSubscription(
  ctx: Context,
  me: Caller,
  subscription: Subscription,
): Promise<Record<never, never>> {
  const target = parseSubscription(ctx, subscription);
  await ctx.transact(async (tx) => {
    await lockSubscriptions(tx, me.id);
    const session = Buffer.from(me.sessionId, "hex");
    const isStored = await upsertSubscription(tx, me.id, session, { id: newId(), ...target });
    if (!isStored) throw accountEndedError();
    await deleteOldestSubscriptions(tx, me.id, SUBSCRIPTIONS_PER_MEMBER);
  });
  return {};
}

/** Idempotent. */
export async function removeSubscription(
  ctx: Context,
  memberId: string,
  endpoint: string,
): Promise<Record<never, never>> {
  await ctx.transact((tx) => deleteSubscription(tx, memberId, endpoint));
  return {};
}

/** Push services drop pushes that are not delivered within a day. The app shows the event when it is opened. */
const TTL_S = DAY_S;
/** Seconds before a retry at one browser, if another one accepted the push. */
const RETRY_ONE_S = 15;

interface StillRelevant {
  readonly recipient: Recipient;
  readonly since: Date;
}

/** Right before the push is sent. @returns undefined if the member should not be notified any more */
async function findStillRelevant(ctx: Context, data: PushData): Promise<StillRelevant | undefined> {
  const candidate = { ...data, since: data.since === undefined ? undefined : new Date(data.since) };
  const [[recipient], [relevance]] = await Promise.all([
    findRecipients(ctx.db, [data]),
    findRelevance(ctx.db, [candidate]),
  ]);
  if (!recipient || !relevance?.since) return undefined;
  // All messages of this push are read; later messages have their own push.
  const first = relevance.conversation?.firstSequence;
  if (first !== undefined && data.upTo !== undefined && first > data.upTo) return undefined;
  if (!allowsChannel(EVENT_CAUSES[data.cause], "push", recipient.flags)) return undefined;
  return wasSeen(recipient, relevance.since, data.cause) ? undefined : { recipient, since: relevance.since };
}

async function createMessage(ctx: Context, data: PushData, recipient: Recipient): Promise<PushMessage> {
  const { memberId, cause, otherId } = data;
  const { otherUsername: username, isDiscreet } = recipient;
  return {
    to: memberId,
    cause,
    ...(otherId !== null && username !== null && { from: { id: otherId, ...(!isDiscreet && { username }) } }),
    url: EVENT_CAUSES[cause].push.path(otherId),
    tag: `${cause}-${otherId ?? memberId}`,
    waiting: await countWaiting(ctx.db, memberId),
  };
}

async function sendToAll(ctx: Context, data: PushData, message: PushMessage): Promise<Attempt[]> {
  const subscriptions = await findSubscriptions(ctx.db, data.memberId, data.only);
  const { urgency } = EVENT_CAUSES[data.cause].push;
  return pushToAll(ctx, subscriptions, JSON.stringify(message), { ttl: TTL_S, tag: message.tag, urgency });
}

/**
 * Delivered if one browser accepts the push; if none does and none will, the notification falls back to email. An
 * urgent one was emailed with it.
 * @throws Error if the job should be retried
 */
async function sendPush(ctx: Context, data: PushData, jobId: string): Promise<void> {
  const relevant = await findStillRelevant(ctx, data);
  const ofRow = { ...data, otherIds: [data.otherId] };
  if (!relevant) return ctx.transact((tx) => updateDispatched(tx, ofRow, "dropped"));
  const quietEnd = findHold(relevant.recipient, data.cause, ctx.now());
  if (quietEnd) return data.only === undefined ? ctx.transact((tx) => postpone(tx, data, quietEnd)) : undefined;
  const attempts = await sendToAll(ctx, data, await createMessage(ctx, data, relevant.recipient));
  const idsOf = (is: PushOutcome["is"]) => attempts.filter((one) => one.is === is).map((one) => one.id);
  const [gone, later] = [idsOf("gone"), idsOf("later")];
  const isDelivered = idsOf("sent").length > 0;
  await ctx.transact(async (tx) => {
    if (gone.length > 0) await deleteSubscriptions(tx, data.memberId, gone);
    if (isDelivered) {
      await updateDispatched(tx, ofRow, "delivered");
      for (const only of later) await ctx.jobs.send(tx, "push-send", { ...data, only }, { afterSeconds: RETRY_ONE_S });
    } else if (data.only === undefined && later.length === 0 && !EVENT_CAUSES[data.cause].isUrgent) {
      // Also true without any subscription: there were no attempts then, and the member has no browser either.
      if (gone.length === attempts.length) await requeue(ctx, tx, data, relevant.since, jobId);
      else {
        const afterSeconds = ctx.notifications.delays.emailMs / 1000;
        await ctx.jobs.send(tx, "push-fallback", data, { id: jobId, afterSeconds });
      }
    }
  });
  for (const one of attempts) if (one.is === "later" && !isDelivered) throw new Error(one.why);
}

/** Quiet hours may begin after the push was enqueued. */
async function postpone(tx: Tx, data: PushData, end: Date): Promise<void> {
  const row = await lockNotification(tx, data);
  if (!row) return;
  const handledThrough = Math.min(row.handledThrough, (data.upTo ?? 1) - 1);
  await updateDecided(tx, [{ ...postponed(row, end), handledThrough }]);
}

/** For a member without a browser left. The digest bundles the notification into an email. */
async function requeue(ctx: Context, tx: Tx, data: PushData, since: Date, jobId: string): Promise<void> {
  const { memberId, cause, otherId } = data;
  const { emailMs } = ctx.notifications.delays;
  if (cause !== "message") return upsertPending(tx, { memberId, cause, otherId }, { pushMs: 0, emailMs });
  const emailAfter = new Date(since.getTime() + emailMs);
  if (emailAfter <= ctx.now()) return fallBackToEmail(ctx, tx, data, jobId);
  const row = await lockNotification(tx, data);
  if (!row) return;
  const handledThrough = Math.min(row.handledThrough, (data.upTo ?? 1) - 1);
  await updateDecided(tx, [{ ...row, state: "pending", via: null, handledThrough, pushAfter: ctx.now(), emailAfter }]);
}

/**
 * The email checks again whether it may be sent.
 * @param jobId the id of the push job, which the email job gets too, so that a retry enqueues no second email
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

export const pushSendJob: Job<"push-send", PushData> = {
  name: "push-send",
  // Pushes are urgent, and stale after about 15 minutes.
  retryLimit: 6,
  deadLetter: "push-fallback",
  batchSize: 20,
  handle: (ctx, data, jobId) => sendPush(ctx, data, jobId),
};

/** No push service accepted the push. */
export const pushFallbackJob: Job<"push-fallback", PushData> = {
  name: "push-fallback",
  async handle(ctx, data, jobId) {
    if (data.only !== undefined || EVENT_CAUSES[data.cause].isUrgent || !(await findStillRelevant(ctx, data))) return;
    await ctx.transact((tx) => fallBackToEmail(ctx, tx, data, jobId));
  },
};
