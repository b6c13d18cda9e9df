import type { Privacy } from "#contract/accounts/settings.ts";
import { DAY_MS } from "#contract/durations.ts";
import { PAUSE_MAX_DAYS } from "#contract/limits.ts";
import type { QuietHours } from "#contract/notifications/quiet-hours.ts";
import type { Context } from "#server/context.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { findEndedPauses, findPrivacy } from "#server/domains/members/members.queries.ts";
import { lockMemberExclusive } from "#server/domains/members/members.service.ts";
import {
  endPause,
  updateDailySet,
  updateHidden,
  updateReadReceipts,
} from "#server/domains/members/members.statements.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { getNotificationSettings } from "#server/domains/notifications/notifications.queries.ts";
import {
  type FlagsChange,
  isDiscreet,
  setDiscreet,
  setPreferences,
} from "#server/domains/notifications/preferences/preferences.service.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryEach } from "#server/platform/lib/batcher.ts";

interface NotificationsChange {
  readonly notifications: FlagsChange;
  readonly quietHours?: QuietHours | null | undefined;
}

/** @returns the new settings */
export const setNotifications = (ctx: Context, memberId: string, { notifications, quietHours }: NotificationsChange) =>
  ctx.transact(async (tx) => {
    await setPreferences(tx, memberId, notifications, quietHours);
    return getNotificationSettings(tx, memberId);
  });

async function getPrivacy(db: Db, memberId: string): Promise<Privacy> {
  const [privacy, discreetNotifications] = [await findPrivacy(db, memberId), await isDiscreet(db, memberId)];
  return { ...privacy, discreetNotifications };
}

export const readPrivacy = async (ctx: Context, memberId: string): Promise<{ privacy: Privacy }> => ({
  privacy: await getPrivacy(ctx.db, memberId),
});

/** @throws AppError invalid for an end in the past or too far away, or without hiding */
function readPauseEnd(ctx: Context, hidden: boolean, hiddenUntil: string | null | undefined): Date | null {
  if (hiddenUntil === null || hiddenUntil === undefined) return null;
  const [end, now] = [new Date(hiddenUntil), ctx.now()];
  if (!hidden || end <= now || end.getTime() > now.getTime() + PAUSE_MAX_DAYS * DAY_MS) {
    throw AppError.field("invalid", "hiddenUntil", "A pause can end within the next six months.");
  }
  return end;
}

/** Until a time, if it is given. */
export async function setHidden(tx: Tx, memberId: string, hidden: boolean, until: Date | null): Promise<void> {
  await updateHidden(tx, memberId, hidden, until);
  await recordStatusEvent(tx, { event: hidden ? "hidden" : "shown", memberId, until });
  await reindexMember(tx, memberId);
}

/**
 * Effective at once. Showing a profile ends its pause; hiding it without an end replaces one.
 * @returns the new settings
 * @throws AppError unauthorized if the account was deleted since the request began; invalid for the end of a pause
 */
export const changePrivacy = (
  ctx: Context,
  memberId: string,
  {
    hidden,
    hiddenUntil,
    readReceipts,
    discreetNotifications,
    dailySet,
  }: { readonly [K in keyof Privacy]?: Privacy[K] | undefined },
): Promise<{ privacy: Privacy }> =>
  ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, memberId);
    if (hidden !== undefined) await setHidden(tx, memberId, hidden, readPauseEnd(ctx, hidden, hiddenUntil));
    if (readReceipts !== undefined) await updateReadReceipts(tx, memberId, readReceipts);
    if (discreetNotifications !== undefined) await setDiscreet(tx, memberId, discreetNotifications);
    if (dailySet !== undefined) await updateDailySet(tx, memberId, dailySet);
    tx.emit(memberId, "settings_changed", { what: "privacy" });
    return { privacy: await getPrivacy(tx, memberId) };
  });

export const endPausesJob: Job<"end-pauses"> = {
  name: "end-pauses",
  schedule: "* * * * *",
  async handle(ctx) {
    await tryEach(await findEndedPauses(ctx.db, ctx.now()), (memberId) =>
      ctx.transact(async (tx) => {
        if (!(await endPause(tx, memberId, ctx.now()))) return;
        await reindexMember(tx, memberId);
        tx.emit(memberId, "settings_changed", { what: "privacy" });
      }),
    );
  },
};
