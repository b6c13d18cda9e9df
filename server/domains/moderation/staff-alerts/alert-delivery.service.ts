import { DAY_S } from "#contract/durations.ts";
import type { StaffPush } from "#contract/moderation/alerts.ts";
import type { Context } from "#server/context.ts";
import {
  overdueEmail,
  staffAlertEmail,
  staffTestEmail,
} from "#server/domains/moderation/staff-alerts/alerts.emails.ts";
import {
  countWaiting,
  findAlert,
  findAlertAddress,
  findAlertDevices,
} from "#server/domains/moderation/staff-alerts/alerts.queries.ts";
import { deleteDevices, markEmailed } from "#server/domains/moderation/staff-alerts/alerts.repo.ts";
import { pushToAll } from "#server/domains/notifications/push/push-targets.service.ts";
import type { PushOutcome } from "#server/platform/adapters/push.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { site } from "#site";

interface Delivery {
  readonly staffId: string;
  /** Null for a test. */
  readonly alertId: string | null;
}

/** A notice without a case is in the queue. */
const pathOf = (caseId: string | null): string => (caseId === null ? "/moderation" : `/moderation/cases/${caseId}`);

async function emailAlert(ctx: Context, { staffId, alertId }: Delivery, jobId: string): Promise<void> {
  const to = await findAlertAddress(ctx.db, staffId);
  const alert = alertId === null ? null : await findAlert(ctx.db, alertId, "email");
  if (to === undefined || alert === undefined || alert?.emailedAt) return;
  const email = alert
    ? staffAlertEmail(alert, ctx.consoleSite() + pathOf(alert.caseId))
    : staffTestEmail(ctx.consoleSite() + pathOf(null));
  // The same Message-ID for each attempt, so that email clients recognize duplicates.
  await sendEmail(ctx.mailer, { id: `staff-alert-${jobId}`, to }, email);
  if (alertId !== null) await ctx.transact((tx) => markEmailed(tx, alertId));
}

/** Push services drop what is not delivered by then. */
const TTL_S = DAY_S;
/** Seconds before a retry at one browser, if another one accepted the push. */
const RETRY_ONE_S = 15;

interface PushDelivery extends Delivery {
  /** One browser alone, after others had the push. */
  readonly only?: string;
}

/** @throws Error if the job should be retried */
async function pushAlert(ctx: Context, { staffId, alertId, only }: PushDelivery): Promise<void> {
  const alert = alertId === null ? null : await findAlert(ctx.db, alertId, "push");
  if (alert === undefined) return;
  const message: StaffPush = {
    alert: alert && { urgency: alert.urgency, dueAt: alert.dueAt.toISOString() },
    path: pathOf(alert?.caseId ?? null),
    tag: alertId ?? "test",
  };
  const devices = await findAlertDevices(ctx.db, staffId, only);
  const options = { ttl: TTL_S, tag: message.tag, urgency: "high" } as const;
  const attempts = await pushToAll(ctx, devices, JSON.stringify(message), options);
  const idsOf = (is: PushOutcome["is"]) => attempts.filter((one) => one.is === is).map(({ id }) => id);
  const [gone, later] = [idsOf("gone"), idsOf("later")];
  const isDelivered = idsOf("sent").length > 0;
  await ctx.transact(async (tx) => {
    if (gone.length > 0) await deleteDevices(tx, gone);
    if (!isDelivered) return;
    for (const one of later)
      await ctx.jobs.send(tx, "push-staff-alert", { staffId, alertId, only: one }, { afterSeconds: RETRY_ONE_S });
  });
  if (!isDelivered && later.length > 0) throw new Error("no push service accepted the push");
}

export const emailStaffAlertJob: Job<"email-staff-alert", Delivery> = {
  name: "email-staff-alert",
  handle: emailAlert,
};

export const pushStaffAlertJob: Job<"push-staff-alert", PushDelivery> = {
  name: "push-staff-alert",
  // As `push-send`.
  retryLimit: 6,
  handle: pushAlert,
};

/** To the mailbox of the contact page, because somebody reads it: `MAIL_FROM` may be an address without one. */
export const emailOverdueCasesJob: Job<"email-overdue-cases"> = {
  name: "email-overdue-cases",
  async handle(ctx, _data, jobId) {
    const overdue = (await countWaiting(ctx.db)).filter((one) => one.overdue > 0);
    if (overdue.length === 0) return;
    const email = overdueEmail(overdue, ctx.consoleSite() + pathOf(null));
    await sendEmail(ctx.mailer, { id: `overdue-${jobId}`, to: site.supportEmail }, email);
  },
};
