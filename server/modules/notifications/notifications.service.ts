import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import type { Subject } from "#server/modules/notifications/causes/cause.ts";
import { EVENT_CAUSES } from "#server/modules/notifications/causes/registry.ts";
import { dispatch } from "#server/modules/notifications/dispatcher.service.ts";
import { chooseChannel } from "#server/modules/notifications/notifications.policy.ts";
import { findRecipients } from "#server/modules/notifications/notifications.queries.ts";
import {
  type Delays,
  deleteFinished,
  deleteNotificationsOf,
  deleteOldPresence,
  deletePresenceOf,
  findDueMembers,
  insertDispatched,
  lockDue,
  lockPushableConversations,
  type NotificationKey,
  upsertPending,
  upsertUnread,
} from "#server/modules/notifications/notifications.repo.ts";

const MINUTE_MS = 60_000;
const DEFAULT_DELAYS: Delays = { emailMs: 5 * MINUTE_MS, pushMs: 10_000 };
/** Milliseconds for which conversations are gathered, so that one transaction pushes many. */
const GATHER_MS = 50;
/** Members per transaction of the digest. New messages to them wait for it. */
const DIGEST_MEMBERS = 500;
/** Delayed emails still check whether the member was present in the meantime. */
const PRESENCE_KEPT_HOURS = 24;

/** The notification state of a process, in its context. */
export interface NotificationRuntime {
  readonly delays: Delays;
  /** Conversations with messages that are stored and not dispatched yet. */
  gathered: Subject[];
  isFlushing: boolean;
}

export const createNotificationRuntime = (delays = DEFAULT_DELAYS): NotificationRuntime => ({
  delays,
  gathered: [],
  isFlushing: false,
});

/**
 * Notifies a member of an event, in the transaction that stores it. A present member sees it in the app; otherwise a
 * push is sent, or the notification waits for the digest.
 */
export async function notify(ctx: Context, tx: Tx, notification: NotificationKey): Promise<void> {
  const [recipient] = await findRecipients(tx, [notification]);
  if (!recipient) return;
  const channel = chooseChannel(EVENT_CAUSES[notification.cause], recipient.flags, recipient);
  if (channel === "push") {
    await insertDispatched(tx, notification);
    await ctx.jobs.send(tx, "push-send", { ...notification });
  }
  if (channel === "email") await scheduleNotification(tx, notification, ctx.notifications.delays);
}

/**
 * Schedules a notification for the next digest. It is pushed at once if the cause says so, and emailed after the delay.
 */
export async function scheduleNotification(
  tx: Tx,
  { memberId, cause, otherId }: NotificationKey,
  { emailMs, pushMs } = DEFAULT_DELAYS,
): Promise<void> {
  const wait = EVENT_CAUSES[cause].digestPushWait;
  const pushAfterMs = wait === null ? null : wait === "grace" ? pushMs : 0;
  await upsertPending(tx, { memberId, cause, otherId, pushAfterMs, emailAfterMs: emailMs });
}

/**
 * Notifies readers of messages, in the transaction that stores them: one row per conversation, so a killed process
 * loses none. Pushes are sent in a separate transaction, so the sender does not wait for them.
 */
export async function notifyOfMessages(ctx: Context, tx: Tx, subjects: readonly Subject[]): Promise<void> {
  if (subjects.length === 0) return;
  await upsertUnread(tx, subjects, ctx.notifications.delays);
  tx.afterCommit(() => gather(ctx, subjects));
}

/** Pushes conversations with unread messages to members who can be reached by push. @returns how many */
export const pushConversations = async (ctx: Context, tx: Tx, subjects: readonly Subject[]): Promise<number> =>
  dispatch(ctx, tx, await lockPushableConversations(tx, subjects), true);

function gather(ctx: Context, subjects: readonly Subject[]): void {
  const state = ctx.notifications;
  state.gathered.push(...subjects);
  if (state.isFlushing) return;
  state.isFlushing = true;
  setTimeout(() => void flush(ctx), GATHER_MS);
}

/** Runs one transaction at a time. Subjects that arrive while it runs are in the next one. */
async function flush(ctx: Context): Promise<void> {
  const state = ctx.notifications;
  while (state.gathered.length > 0) {
    const subjects = state.gathered;
    state.gathered = [];
    // The digest retries failures within a minute.
    await ctx
      .transact((tx) => pushConversations(ctx, tx, subjects))
      .catch((error: unknown) => ctx.log.warn({ err: error }, "notifications: messages were not pushed"));
  }
  state.isFlushing = false;
}

/**
 * Dispatches all due notifications, `DIGEST_MEMBERS` members per transaction. Jobs are enqueued in the transaction that
 * records the decision, so a killed process neither loses nor repeats a notification. A failed transaction does not
 * stop the others.
 */
async function runDigest(ctx: Context): Promise<void> {
  const now = ctx.now();
  let after: string | null = null;
  let failure: unknown;
  for (let isDone = false; !isDone; ) {
    const memberIds: string[] = await findDueMembers(ctx.db, now, after, DIGEST_MEMBERS);
    after = memberIds.at(-1) ?? null;
    isDone = memberIds.length < DIGEST_MEMBERS;
    if (memberIds.length === 0) break;
    await ctx
      .transact(async (tx) => dispatch(ctx, tx, await lockDue(tx, now, memberIds)))
      .catch((error: unknown) => {
        failure = error;
      });
  }
  if (failure) throw failure;
}

export const notificationJobs = (ctx: Context): Pick<JobHandlers, "notification-digest"> => ({
  "notification-digest": () => runDigest(ctx),
});

/**
 * Deletes the notifications of a deleted member, and those about them. Push subscriptions are deleted with the
 * sessions.
 */
export async function removeNotifications(tx: Tx, memberId: string): Promise<void> {
  await deleteNotificationsOf(tx, memberId);
  await deletePresenceOf(tx, memberId);
}

/** Deletes finished notifications, and presence that no email checks any more. */
export async function cleanUpNotifications(tx: Tx): Promise<void> {
  await deleteOldPresence(tx, PRESENCE_KEPT_HOURS);
  await deleteFinished(tx);
}
