import type { NotificationFlags, Privacy } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { refresh } from "#server/modules/discovery/browse.service.ts";
import { changeHidden, changeReadReceipts, holdSelf, privacyOf } from "#server/modules/members/members.service.ts";
import {
  changeDiscreet,
  changePreferences,
  isDiscreet,
  preferences,
} from "#server/modules/notifications/notifications.service.ts";

/** Sets what a member wants to be told of. @returns the flags as they are now */
export const setNotifications = (ctx: Context, memberId: string, flags: NotificationFlags) =>
  ctx.transact(async (tx) => {
    await changePreferences(tx, memberId, flags);
    return { notifications: await preferences(tx, memberId) };
  });

async function findPrivacy(db: Db, memberId: string): Promise<Privacy> {
  const [privacy, discreetNotifications] = [await privacyOf(db, memberId), await isDiscreet(db, memberId)];
  return { ...privacy, discreetNotifications };
}

/** Who sees a member, whether others learn what they have read, and what their lock screen shows. */
export const readPrivacy = async (ctx: Context, memberId: string): Promise<{ privacy: Privacy }> => ({
  privacy: await findPrivacy(ctx.db, memberId),
});

/**
 * Changes what is given of a member's privacy, at once for everybody.
 * @returns how it is now
 * @throws AppError unauthorized, where the account has ended meanwhile
 */
export const changePrivacy = (
  ctx: Context,
  memberId: string,
  { hidden, readReceipts, discreetNotifications }: { readonly [K in keyof Privacy]?: Privacy[K] | undefined },
): Promise<{ privacy: Privacy }> =>
  ctx.transact(async (tx) => {
    await holdSelf(tx, memberId);
    if (hidden !== undefined) {
      await changeHidden(tx, memberId, hidden);
      await refresh(tx, memberId);
    }
    if (readReceipts !== undefined) await changeReadReceipts(tx, memberId, readReceipts);
    if (discreetNotifications !== undefined) await changeDiscreet(tx, memberId, discreetNotifications);
    tx.emit(memberId, "settings_changed", { what: "privacy" });
    return { privacy: await findPrivacy(tx, memberId) };
  });
