import type { NotificationFlags, Privacy } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { refresh } from "#server/modules/discovery/browse.service.ts";
import { changeHidden, changeReadReceipts, holdSelf, privacyOf } from "#server/modules/members/members.service.ts";
import { changePreferences, preferences } from "#server/modules/notifications/notifications.service.ts";

/** Sets what a member wants to be told of. @returns the flags as they are now */
export const setNotifications = (ctx: Context, memberId: string, flags: NotificationFlags) =>
  ctx.transact(async (tx) => {
    await changePreferences(tx, memberId, flags);
    return { notifications: await preferences(tx, memberId) };
  });

/** Who sees a member, and whether others learn what they have read. */
export const readPrivacy = async (ctx: Context, memberId: string): Promise<{ privacy: Privacy }> => ({
  privacy: await privacyOf(ctx.db, memberId),
});

/**
 * Changes what is given of a member's privacy, at once for everybody.
 * @returns how it is now
 * @throws AppError unauthorized, where the account has ended meanwhile
 */
export const changePrivacy = (
  ctx: Context,
  memberId: string,
  { hidden, readReceipts }: { hidden?: boolean | undefined; readReceipts?: boolean | undefined },
): Promise<{ privacy: Privacy }> =>
  ctx.transact(async (tx) => {
    await holdSelf(tx, memberId);
    if (hidden !== undefined) {
      await changeHidden(tx, memberId, hidden);
      await refresh(tx, memberId);
    }
    if (readReceipts !== undefined) await changeReadReceipts(tx, memberId, readReceipts);
    tx.emit(memberId, "settings_changed", { what: "privacy" });
    return { privacy: await privacyOf(tx, memberId) };
  });
