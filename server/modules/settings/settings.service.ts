import type { NotificationFlags } from "#contract/notification-causes.ts";
import type { QuietHours } from "#contract/quiet-hours.ts";
import type { Privacy } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { reindexMember } from "#server/modules/discovery/search-index.service.ts";
import { findPrivacy } from "#server/modules/members/members.queries.ts";
import { lockMemberExclusive, updateHidden, updateReadReceipts } from "#server/modules/members/members.service.ts";
import {
  getNotificationSettings,
  isDiscreet,
  setDiscreet,
  setPreferences,
} from "#server/modules/notifications/preferences.service.ts";

interface NotificationsChange {
  readonly notifications: NotificationFlags;
  readonly quietHours?: QuietHours | null | undefined;
}

/** Sets a member's notification flags, and quiet hours if given. @returns the new settings */
export const setNotifications = (ctx: Context, memberId: string, { notifications, quietHours }: NotificationsChange) =>
  ctx.transact(async (tx) => {
    await setPreferences(tx, memberId, notifications, quietHours);
    return getNotificationSettings(tx, memberId);
  });

async function getPrivacy(db: Db, memberId: string): Promise<Privacy> {
  const [privacy, discreetNotifications] = [await findPrivacy(db, memberId), await isDiscreet(db, memberId)];
  return { ...privacy, discreetNotifications };
}

/** A member's privacy settings: visibility, read receipts and discreet notifications. */
export const readPrivacy = async (ctx: Context, memberId: string): Promise<{ privacy: Privacy }> => ({
  privacy: await getPrivacy(ctx.db, memberId),
});

/**
 * Changes the given privacy settings, effective at once.
 * @returns the new settings
 * @throws AppError unauthorized if the account was deleted since the request began
 */
export const changePrivacy = (
  ctx: Context,
  memberId: string,
  { hidden, readReceipts, discreetNotifications }: { readonly [K in keyof Privacy]?: Privacy[K] | undefined },
): Promise<{ privacy: Privacy }> =>
  ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, memberId);
    if (hidden !== undefined) {
      await updateHidden(tx, memberId, hidden);
      await reindexMember(tx, memberId);
    }
    if (readReceipts !== undefined) await updateReadReceipts(tx, memberId, readReceipts);
    if (discreetNotifications !== undefined) await setDiscreet(tx, memberId, discreetNotifications);
    tx.emit(memberId, "settings_changed", { what: "privacy" });
    return { privacy: await getPrivacy(tx, memberId) };
  });
