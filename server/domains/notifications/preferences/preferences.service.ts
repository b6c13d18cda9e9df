import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "#contract/durations.ts";
import {
  type CauseName,
  NOTIFICATION_CAUSES,
  NOTIFICATION_FLAGS,
  type NotificationFlag,
} from "#contract/notifications/notification-causes.ts";
import { causeName } from "#contract/notifications/notifications.ts";
import type { QuietHours } from "#contract/notifications/quiet-hours.ts";
import type { Context } from "#server/context.ts";
import { lockAndCheckDeleted } from "#server/domains/members/members.service.ts";
import { findPreferences, getNotificationSettings } from "#server/domains/notifications/notifications.queries.ts";
import {
  disableFlag,
  updateAlerts,
  updatePreferences,
} from "#server/domains/notifications/preferences/preferences.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { readSecret } from "#server/platform/db/secrets.ts";

/** Whether pushes and emails to a member leave out names and content. */
export const isDiscreet = async (db: Db, memberId: string): Promise<boolean> =>
  (await findPreferences(db, memberId)).discreet;

export const setDiscreet = (tx: Tx, memberId: string, discreet: boolean): Promise<void> =>
  updatePreferences(tx, memberId, { discreet });

/** Flags that are absent stay as they are. */
export type FlagsChange = { readonly [Flag in NotificationFlag]?: boolean | undefined };

/**
 * Sets flags, and emits the change to the member's devices.
 * @param quietHours null turns them off; undefined leaves them as they are
 */
export async function setPreferences(
  tx: Tx,
  memberId: string,
  flags: FlagsChange,
  quietHours: QuietHours | null | undefined,
): Promise<void> {
  const { notifications: before } = await getNotificationSettings(tx, memberId);
  await updatePreferences(tx, memberId, {
    disabled_flags: NOTIFICATION_FLAGS.filter((flag) => flag !== "someoneNew" && !(flags[flag] ?? before[flag])),
    ...(quietHours !== undefined && {
      quiet_from: quietHours?.from ?? null,
      quiet_until: quietHours?.until ?? null,
      quiet_time_zone: quietHours?.timeZone ?? null,
    }),
  });
  if (flags.someoneNew !== undefined) await updateAlerts(tx, memberId, flags.someoneNew);
  tx.emit(memberId, "settings_changed", { what: "notifications" });
}

/** Turns one flag off. The others may change concurrently. */
export async function turnOffFlag(tx: Tx, memberId: string, flag: NotificationFlag): Promise<void> {
  await disableFlag(tx, memberId, flag);
  tx.emit(memberId, "settings_changed", { what: "notifications" });
}

/** Enough bytes of the signature to make guessing infeasible. */
const SIGNATURE_BYTES = 20;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function sign(db: Db, text: string): Promise<Buffer> {
  const secret = await readSecret(db, "unsubscribing");
  return createHmac("sha256", secret).update(text).digest().subarray(0, SIGNATURE_BYTES);
}

/** How long the link in an email works. */
const LINK_DAYS = 365;
/** Links of emails that were sent before links had an end. They work for a year, too. */
const ENDLESS_LINKS_UNTIL = Date.parse("2027-12-01");

/** The unsubscribe link in emails of a cause to a member. It is the same all day, and ends after a year. */
export async function unsubscribeUrl(ctx: Context, memberId: string, cause: CauseName): Promise<string> {
  const endDay = String(Math.floor(ctx.now().getTime() / DAY_MS) + LINK_DAYS);
  const signature = await sign(ctx.db, `${memberId} ${cause} ${endDay}`);
  return `${ctx.site()}/notifications/unsubscribe/${memberId}.${cause}.${endDay}.${signature.toString("base64url")}`;
}

const invalid = () => new AppError("token_invalid", "This link is not valid any more.");

/** @throws AppError token_invalid */
async function readToken(ctx: Context, token: string): Promise<{ memberId: string; cause: CauseName }> {
  const [memberId = "", causeText = "", ...rest] = token.split(".");
  const cause = causeName.safeParse(causeText);
  const signature = rest.pop() ?? "";
  const [endDay, ...more] = rest;
  if (!UUID.test(memberId) || !cause.success || more.length > 0) throw invalid();
  const signed = [memberId, cause.data, ...(endDay === undefined ? [] : [endDay])].join(" ");
  const [given, right] = [Buffer.from(signature, "base64url"), await sign(ctx.db, signed)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw invalid();
  const end = endDay === undefined ? ENDLESS_LINKS_UNTIL : Number(endDay) * DAY_MS;
  if (ctx.now().getTime() >= end) throw invalid();
  return { memberId, cause: cause.data };
}

/**
 * Turns off the preference of a link's cause, for all channels; with `all`, every email except those about the account.
 * Idempotent.
 * @throws AppError token_invalid for a link that is not ours or has ended, or of a deleted account
 */
export async function unsubscribe(ctx: Context, token: string, all = false): Promise<{ cause: CauseName }> {
  const { memberId, cause } = await readToken(ctx, token);
  await ctx.transact(async (tx) => {
    if (await lockAndCheckDeleted(tx, memberId)) throw invalid();
    await turnOffFlag(tx, memberId, all ? "emailEnabled" : NOTIFICATION_CAUSES[cause].flag);
  });
  return { cause };
}
