import { setTimeout as pause } from "node:timers/promises";
import { MINUTE_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { dispatch } from "#server/domains/notifications/dispatcher.service.ts";
import {
  findDueMembers,
  findPushable,
  lockDue,
  lockNotification,
  lockPending,
  type PendingNotification,
} from "#server/domains/notifications/notifications.repo.ts";
import {
  type Delays,
  type NotificationKey,
  upsertPending,
} from "#server/domains/notifications/notifications.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryHalves, tryPages } from "#server/platform/lib/batcher.ts";

const DEFAULT_DELAYS: Delays = { emailMs: 5 * MINUTE_MS, pushMs: 10_000 };
/** Milliseconds for which notifications are gathered, so that one transaction pushes many. */
const GATHER_MS = 50;
/** Members per transaction of the digest. New messages to them wait for it. */
const DIGEST_MEMBERS = 500;

/** The notification state of a process, in its context. */
export interface NotificationRuntime {
  readonly delays: Delays;
  /** Notifications that are stored and not dispatched yet. */
  gathered: NotificationKey[];
  isFlushing: boolean;
}

export const createNotificationRuntime = (delays = DEFAULT_DELAYS): NotificationRuntime => ({
  delays,
  gathered: [],
  isFlushing: false,
});

/** Schedules a notification for the next digest, in the transaction that stores what it is about. */
export const scheduleNotification = (tx: Tx, notification: NotificationKey): Promise<void> =>
  upsertPending(tx, notification, DEFAULT_DELAYS);

/**
 * Pushes scheduled notifications soon after the commit, in a separate transaction, so that no request waits for it. The
 * digest pushes those of a process that was killed, and emails those that no push reaches.
 */
export function dispatchAfterCommit(ctx: Context, tx: Tx, notifications: readonly NotificationKey[]): void {
  if (notifications.length > 0) tx.afterCommit(() => gather(ctx, notifications));
}

/** As `scheduleNotification`, without waiting for the digest. */
export async function notify(ctx: Context, tx: Tx, notification: NotificationKey): Promise<void> {
  await upsertPending(tx, notification, ctx.notifications.delays);
  dispatchAfterCommit(ctx, tx, [notification]);
}

/** Sends urgent notifications over all their channels, with the transaction that stores what they are about. */
export async function notifyAtOnce(ctx: Context, tx: Tx, notifications: readonly NotificationKey[]): Promise<void> {
  const rows: PendingNotification[] = [];
  for (const notification of notifications) {
    await upsertPending(tx, notification, ctx.notifications.delays);
    const row = await lockNotification(tx, notification);
    if (row) rows.push(row);
  }
  await dispatch(ctx, tx, rows);
}

/**
 * Pushes notifications to those members who are not present and can be reached by push. The others stay pending.
 * @returns how many were pushed
 */
export async function pushNotifications(ctx: Context, notifications: readonly NotificationKey[]): Promise<number> {
  // Most members are present or have no push, so that there is nothing to lock.
  const memberIds = await findPushable(
    ctx.db,
    notifications.map(({ memberId }) => memberId),
  );
  const pushable = notifications.filter(({ memberId }) => memberIds.has(memberId));
  if (pushable.length === 0) return 0;
  return ctx.transact(async (tx) => dispatch(ctx, tx, await lockPending(tx, pushable), true));
}

function gather(ctx: Context, notifications: readonly NotificationKey[]): void {
  const state = ctx.notifications;
  state.gathered.push(...notifications);
  if (state.isFlushing) return;
  state.isFlushing = true;
  void flush(ctx);
}

/** Pushes what was gathered until there is nothing more, one transaction at a time. */
async function flush(ctx: Context): Promise<void> {
  const state = ctx.notifications;
  while (state.gathered.length > 0) {
    await pause(GATHER_MS);
    const notifications = state.gathered;
    state.gathered = [];
    // The digest retries failures within a minute.
    await pushNotifications(ctx, notifications).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "notifications were not pushed"),
    );
  }
  state.isFlushing = false;
}

/**
 * Dispatches all due notifications, `DIGEST_MEMBERS` members per transaction. Jobs are enqueued in the transaction that
 * records the decision, so a killed process neither loses nor repeats a notification.
 */
function runDigest(ctx: Context): Promise<void> {
  const now = ctx.now();
  const digest = (memberIds: readonly string[]) =>
    ctx.transact(async (tx) => dispatch(ctx, tx, await lockDue(tx, now, memberIds)));
  return tryPages<string>(
    (after) => findDueMembers(ctx.db, now, after, DIGEST_MEMBERS),
    (memberIds) => tryHalves(memberIds, digest),
  );
}

/** Dispatches notifications that are due: emails, and pushes that were lost. */
export const notificationDigestJob: Job<"notification-digest"> = {
  name: "notification-digest",
  schedule: "* * * * *",
  handle: (ctx) => runDigest(ctx),
};
