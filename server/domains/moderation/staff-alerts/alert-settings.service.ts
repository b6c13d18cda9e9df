import { randomInt, timingSafeEqual } from "node:crypto";
import { DAY_S, HOUR_S, MINUTE_MS } from "#contract/durations.ts";
import type { RequestOf } from "#contract/endpoint.ts";
import { alertKindsOf } from "#contract/moderation/alert-kinds.ts";
import type { AlertSettings, setAlerts as setAlertsEndpoint } from "#contract/moderation/alerts.ts";
import type { Context } from "#server/context.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import { consumeMailLimit } from "#server/domains/accounts/email/mail-limits.ts";
import { assertRateLimit, type RateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { lockStaffMember } from "#server/domains/moderation/staff/staff.repo.ts";
import { staffCodeEmail } from "#server/domains/moderation/staff-alerts/alerts.emails.ts";
import {
  CODE_MINUTES,
  findAlertChoice,
  findPendingAddress,
} from "#server/domains/moderation/staff-alerts/alerts.queries.ts";
import {
  countAttempt,
  deleteDevice,
  deleteOldestDevices,
  deletePendingAddress,
  updateAlertAddress,
  updateChoice,
  updateCode,
  updateDeviceSession,
  upsertDevice,
  upsertPendingAddress,
} from "#server/domains/moderation/staff-alerts/alerts.repo.ts";
import { parseSubscription, type Subscription } from "#server/domains/notifications/push/push-targets.service.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";

type Settings = Omit<AlertSettings, "success">;

async function presentSettings(ctx: Context, db: Db, me: StaffCaller): Promise<Settings> {
  const { email, emailKinds, pushKinds, devices } = await findAlertChoice(db, me.staffId);
  const pending = await findPendingAddress(db, me.staffId);
  return {
    email,
    pending: pending
      ? {
          email: pending.email,
          until: new Date(pending.created_at.getTime() + CODE_MINUTES * MINUTE_MS).toISOString(),
        }
      : null,
    kinds: alertKindsOf(me.role).map((kind) => ({
      kind,
      email: emailKinds.includes(kind),
      push: pushKinds.includes(kind),
    })),
    devices,
    pushKey: ctx.push.key,
  };
}

export const readAlertSettings = (ctx: Context, me: StaffCaller): Promise<Settings> => presentSettings(ctx, ctx.db, me);

/** Locks the person, and records that they changed their alerts. @returns the settings afterwards */
const change = (ctx: Context, me: StaffCaller, what: string, apply: (tx: Tx) => Promise<unknown>): Promise<Settings> =>
  ctx.transact(async (tx) => {
    await lockStaffMember(tx, me.staffId);
    await apply(tx);
    await recordAction(tx, me, { action: "change staff alerts", target: me.staffId, details: { what } });
    return presentSettings(ctx, tx, me);
  });

/** @throws AppError staff_forbidden for a kind that the role does not work on */
export function chooseAlerts(
  ctx: Context,
  me: StaffCaller,
  choice: RequestOf<typeof setAlertsEndpoint>["body"],
): Promise<Settings> {
  if (!alertKindsOf(me.role).includes(choice.kind)) throw new AppError("staff_forbidden");
  return change(ctx, me, choice.kind, (tx) => updateChoice(tx, me.staffId, choice));
}

const CODES: RateLimit = { name: "staff address codes", limit: 5, windowSeconds: HOUR_S };
/** The address may be a stranger's. */
const CODES_BY_ADDRESS: RateLimit = { name: "staff address codes by address", limit: 5, windowSeconds: DAY_S };
const CODE_DIGITS = 6;
const ATTEMPTS_MAX = 5;
const TESTS: RateLimit = { name: "staff alert tests", limit: 10, windowSeconds: HOUR_S };
const DEVICES_MAX = 10;

/** @throws AppError invalid for the address that is confirmed already; rate_limited */
export const requestAlertAddress = (ctx: Context, me: StaffCaller, email: string): Promise<Settings> =>
  change(ctx, me, "address requested", async (tx) => {
    const { email: confirmed } = await findAlertChoice(tx, me.staffId);
    if (confirmed !== null && emailKey(confirmed) === emailKey(email))
      throw AppError.field("invalid", "email", "That is your address already.");
    await assertRateLimit(ctx, tx, CODES, "rate_limited", me.staffId);
    const { allowed, retryAfter } = await consumeMailLimit(ctx, tx, CODES_BY_ADDRESS, email);
    if (!allowed) throw AppError.wait(retryAfter);
    await upsertPendingAddress(tx, me.staffId, email);
    await ctx.jobs.send(tx, "email-staff-code", { staffId: me.staffId });
  });

const hashCode = (ctx: Context, staffId: string, code: string): Buffer =>
  ctx.keyedHash("staff address code", staffId, code);

/** The job makes the code, so that none is in the queue. A repeated one makes another, which replaces it. */
export const emailStaffCodeJob: Job<"email-staff-code", { staffId: string }> = {
  name: "email-staff-code",
  async handle(ctx, { staffId }, jobId) {
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
    const to = await ctx.transact((tx) => updateCode(tx, staffId, hashCode(ctx, staffId, code)));
    if (to !== undefined)
      await sendEmail(ctx.mailer, { id: `staff-code-${jobId}`, to }, staffCodeEmail(code, CODE_MINUTES));
  },
};

/** @throws AppError invalid for a wrong or late code, or too many attempts */
export async function confirmAlertAddress(ctx: Context, me: StaffCaller, code: string): Promise<Settings> {
  // A rejected attempt counts, so it is committed before the code is compared.
  const attempt = await ctx.transact((tx) => countAttempt(tx, me.staffId, ATTEMPTS_MAX));
  if (!attempt) throw AppError.field("invalid", "code", "This code does not work any more. Have another one sent.");
  const { email, code_hash: expected } = attempt;
  if (!expected || !timingSafeEqual(expected, hashCode(ctx, me.staffId, code)))
    throw AppError.field("invalid", "code", "That is not the code of the latest mail.");
  return change(ctx, me, "address confirmed", async (tx) => {
    // It was replaced or removed meanwhile.
    if (!(await deletePendingAddress(tx, me.staffId, expected)))
      throw AppError.field("invalid", "code", "This code does not work any more. Have another one sent.");
    await updateAlertAddress(tx, me.staffId, email);
  });
}

export const removeAlertAddress = (ctx: Context, me: StaffCaller): Promise<Settings> =>
  change(ctx, me, "address removed", async (tx) => {
    await deletePendingAddress(tx, me.staffId);
    await updateAlertAddress(tx, me.staffId, null);
  });

/** Beyond ten browsers the oldest is removed. @throws AppError invalid; unauthorized if the session has ended */
export async function addAlertDevice(
  ctx: Context,
  me: StaffCaller,
  subscription: Subscription,
): Promise<Record<never, never>> {
  const target = parseSubscription(ctx, subscription);
  await change(ctx, me, "device added", async (tx) => {
    if (!(await upsertDevice(tx, me.tokenHash, { id: newId(), ...target }))) throw new AppError("unauthorized");
    await deleteOldestDevices(tx, me.staffId, DEVICES_MAX);
  });
  return {};
}

/** Whoever logs in at a browser decides about it: one of a colleague who has not logged out gets no pushes any more. */
export const checkAlertDevice = (ctx: Context, me: StaffCaller, endpoint: string): Promise<{ isOn: boolean }> =>
  ctx.transact(async (tx) => {
    const isOn = await updateDeviceSession(tx, me.staffId, endpoint, me.tokenHash);
    if (!isOn) await deleteDevice(tx, endpoint);
    return { isOn };
  });

export async function removeAlertDevice(
  ctx: Context,
  me: StaffCaller,
  endpoint: string,
): Promise<Record<never, never>> {
  await change(ctx, me, "device removed", (tx) => deleteDevice(tx, endpoint));
  return {};
}

/** @returns what it is sent by @throws AppError rate_limited */
export const testAlerts = (ctx: Context, me: StaffCaller): Promise<{ email: boolean; devices: number }> =>
  ctx.transact(async (tx) => {
    const { staffId } = me;
    await assertRateLimit(ctx, tx, TESTS, "rate_limited", staffId);
    const { email, devices } = await findAlertChoice(tx, staffId);
    if (email !== null) await ctx.jobs.send(tx, "email-staff-alert", { staffId, alertId: null });
    if (devices > 0) await ctx.jobs.send(tx, "push-staff-alert", { staffId, alertId: null });
    return { email: email !== null, devices };
  });
