import type { NotificationFlags } from "#contract/settings.ts";
import type { Db, Tx } from "#server/db/client.ts";
import {
  deletePreferences,
  findPreferences,
  insertPreferences,
  setPreferences,
} from "#server/modules/notifications/notifications.repo.ts";

type Preferences = Awaited<ReturnType<typeof findPreferences>>;

/** The six flags, as they are stored. */
export const flagsOf = (row: Preferences): NotificationFlags => ({
  emailEnabled: row.email_enabled,
  crushReceived: row.crush_received,
  newMessage: row.new_message,
  newMatch: row.new_match,
  lowCrushBalance: row.low_crush_balance,
  marketing: row.marketing,
});

/** What a member wants to be told of, as the six flags of the profile. */
export const preferences = async (db: Db, memberId: string): Promise<NotificationFlags> =>
  flagsOf(await findPreferences(db, memberId));

/** Whether pushes to a member name nobody, and not what they are about. */
export const isDiscreet = async (db: Db, memberId: string): Promise<boolean> =>
  (await findPreferences(db, memberId)).discreet;

export const changeDiscreet = (tx: Tx, memberId: string, discreet: boolean): Promise<void> =>
  setPreferences(tx, memberId, { discreet });

/** When a mail last told a member of a low balance; null where none has. */
export const lastLowBalanceMail = async (db: Db, memberId: string): Promise<Date | null> =>
  (await findPreferences(db, memberId)).low_balance_mailed_at;

/** Gives a new member the defaults: all but marketing. */
export const createPreferences = (tx: Tx, memberId: string): Promise<void> => insertPreferences(tx, memberId);

/** Sets all six flags, and tells the member's devices. */
export async function changePreferences(tx: Tx, memberId: string, flags: NotificationFlags): Promise<void> {
  await setPreferences(tx, memberId, {
    email_enabled: flags.emailEnabled,
    crush_received: flags.crushReceived,
    new_message: flags.newMessage,
    new_match: flags.newMatch,
    low_crush_balance: flags.lowCrushBalance,
    marketing: flags.marketing,
  });
  tx.emit(memberId, "settings_changed", { what: "notifications" });
}

const COLUMN_OF = {
  emailEnabled: "email_enabled",
  crushReceived: "crush_received",
  newMessage: "new_message",
  newMatch: "new_match",
  lowCrushBalance: "low_crush_balance",
  marketing: "marketing",
} as const satisfies Record<keyof NotificationFlags, keyof Preferences>;

/** Sets one flag off and leaves the others, which may be changed at the same moment; tells the member's devices. */
export async function switchOff(tx: Tx, memberId: string, flag: keyof NotificationFlags): Promise<void> {
  await setPreferences(tx, memberId, { [COLUMN_OF[flag]]: false });
  tx.emit(memberId, "settings_changed", { what: "notifications" });
}

/** Forgets what a member who goes wanted to be told of. */
export const forgetPreferences = (tx: Tx, memberId: string): Promise<void> => deletePreferences(tx, memberId);
