import type { NotificationFlags } from "#contract/settings.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { FLAG_COLUMNS, findPreferences, flagsOf } from "#server/modules/notifications/notifications.queries.ts";
import {
  deletePreferences,
  insertPreferences,
  updatePreferences,
} from "#server/modules/notifications/preferences.repo.ts";

export const getPreferences = async (db: Db, memberId: string): Promise<NotificationFlags> =>
  flagsOf(await findPreferences(db, memberId));

/** Whether pushes to a member name nobody, and not what they are about. */
export const isDiscreet = async (db: Db, memberId: string): Promise<boolean> =>
  (await findPreferences(db, memberId)).discreet;

export const setDiscreet = (tx: Tx, memberId: string, discreet: boolean): Promise<void> =>
  updatePreferences(tx, memberId, { discreet });

/** When the last low-balance email was sent; null where there was none. */
export const getLastLowBalanceEmail = async (db: Db, memberId: string): Promise<Date | null> =>
  (await findPreferences(db, memberId)).low_balance_mailed_at;

/** Gives a new member the defaults: all but marketing. */
export const createPreferences = (tx: Tx, memberId: string): Promise<void> => insertPreferences(tx, memberId);

/** Sets all six flags, and emits the change to the member's devices. */
export async function setPreferences(tx: Tx, memberId: string, flags: NotificationFlags): Promise<void> {
  const entries = Object.entries(FLAG_COLUMNS).map(([flag, column]) => [column, flags[flag as keyof typeof flags]]);
  await updatePreferences(tx, memberId, Object.fromEntries(entries));
  tx.emit(memberId, "settings_changed", { what: "notifications" });
}

/** Turns one flag off and leaves the others, which may change at the same moment. */
export async function turnOffFlag(tx: Tx, memberId: string, flag: keyof NotificationFlags): Promise<void> {
  await updatePreferences(tx, memberId, { [FLAG_COLUMNS[flag]]: false });
  tx.emit(memberId, "settings_changed", { what: "notifications" });
}

/** Deletes the preferences of a member whose account is deleted. */
export const removePreferences = (tx: Tx, memberId: string): Promise<void> => deletePreferences(tx, memberId);
