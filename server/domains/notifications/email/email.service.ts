import type { CauseName } from "#contract/notifications/notification-causes.ts";
import type { Context } from "#server/context.ts";
import type { EmailItem } from "#server/domains/notifications/causes/cause.ts";
import { CAUSES, EVENT_CAUSES } from "#server/domains/notifications/causes/registry.ts";
import type { EmailNotificationData } from "#server/domains/notifications/dispatcher.service.ts";
import { findRelevance, wasSeen } from "#server/domains/notifications/dispatcher.service.ts";
import { discreetWords, notificationEmail } from "#server/domains/notifications/email/notifications.emails.ts";
import { allowsChannel } from "#server/domains/notifications/notifications.policy.ts";
import {
  countEmailRecipients,
  findEmailRecipientIds,
  findRecipients,
} from "#server/domains/notifications/notifications.queries.ts";
import { releaseEmailed, updateDispatched } from "#server/domains/notifications/notifications.repo.ts";
import { unsubscribeUrl } from "#server/domains/notifications/preferences/preferences.service.ts";
import { findQuietEnd } from "#server/domains/notifications/preferences/quiet-hours.policy.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { derivedId } from "#server/platform/lib/ids.ts";

interface Mailbox {
  readonly email: string;
  readonly unsubscribe: string;
  readonly isDiscreet: boolean;
  /** Rounded up; 0 outside of quiet hours. */
  readonly quietSeconds: number;
}

/** @returns undefined if the member gets no emails of the cause */
export async function findMailbox(ctx: Context, memberId: string, cause: CauseName): Promise<Mailbox | undefined> {
  const [recipient] = await findRecipients(ctx.db, [{ memberId, otherId: null, cause }]);
  if (!recipient?.hasEmail || !allowsChannel(CAUSES[cause], "email", recipient.flags)) return undefined;
  const now = ctx.now();
  const quietMs = (findQuietEnd(recipient.quietHours, now) ?? now).getTime() - now.getTime();
  return {
    email: recipient.email,
    unsubscribe: await unsubscribeUrl(ctx, memberId, cause),
    isDiscreet: recipient.isDiscreet,
    quietSeconds: Math.ceil(quietMs / 1000),
  };
}

/** While the member does not look at the app. */
export async function canNotify(ctx: Context, memberId: string, cause: CauseName): Promise<boolean> {
  const [recipient] = await findRecipients(ctx.db, [{ memberId, otherId: null, cause }]);
  if (!recipient) return false;
  const { hasPush, hasEmail, flags } = recipient;
  return (
    (hasPush && allowsChannel(CAUSES[cause], "push", flags)) ||
    (hasEmail && allowsChannel(CAUSES[cause], "email", flags))
  );
}

/** Opted in, in ascending order. @param after the last id of the previous page */
export const findMarketingRecipients = (db: Db, after: string | null, limit: number): Promise<string[]> =>
  findEmailRecipientIds(db, CAUSES.marketing, after, limit);

export const countMarketingRecipients = (db: Db): Promise<number> => countEmailRecipients(db, CAUSES.marketing);

/** Checked again right before the email is sent. */
async function findItems(ctx: Context, { memberId, cause, otherIds, since, before }: EmailNotificationData) {
  const subjects = otherIds.map((otherId) => ({
    memberId,
    cause,
    otherId,
    since: since === undefined ? undefined : new Date(since),
  }));
  const [recipients, relevances] = await Promise.all([
    findRecipients(ctx.db, subjects),
    findRelevance(ctx.db, subjects),
  ]);
  return subjects.flatMap(({ otherId }, i): (EmailItem & { readonly otherId: string | null })[] => {
    const [recipient, relevance] = [recipients[i], relevances[i]];
    if (!recipient || !relevance?.since || relevance.hasOwnEmail || wasSeen(recipient, relevance.since, cause))
      return [];
    const { conversation, balance = 0 } = relevance;
    // All unread messages were sent after this email was enqueued: they have their own email.
    if (conversation && before !== undefined && conversation.firstAt > new Date(before)) return [];
    const username = recipient.otherUsername ?? "";
    return [{ otherId, id: otherId ?? memberId, username, unread: conversation?.unread ?? 0, balance }];
  });
}

/** The same job goes on at the end of the recipient's quiet hours. */
export const afterQuietHours = (jobId: string, { quietSeconds }: Mailbox) => ({
  id: derivedId(jobId, "quiet hours"),
  afterSeconds: quietSeconds,
});

/** The job's id is the same at each attempt, so that mail servers can detect duplicates. */
async function sendNotification(ctx: Context, data: EmailNotificationData, jobId: string): Promise<void> {
  const { memberId, cause, otherIds } = data;
  const mailbox = await findMailbox(ctx, memberId, cause);
  if (mailbox && mailbox.quietSeconds > 0 && !EVENT_CAUSES[cause].isUrgent) {
    const options = afterQuietHours(jobId, mailbox);
    return ctx.transact((tx) => ctx.jobs.send(tx, "email-notification", data, options));
  }
  const [first, ...more] = mailbox ? await findItems(ctx, data) : [];
  if (mailbox && first) {
    const { email: to, unsubscribe, isDiscreet } = mailbox;
    const words = EVENT_CAUSES[cause].email([first, ...more]);
    const email = notificationEmail(isDiscreet ? discreetWords(words) : words, cause, {
      site: ctx.site(),
      unsubscribe,
    });
    await sendEmail(ctx.mailer, { id: jobId, to }, email);
  }
  const sent = first ? [first, ...more].map(({ otherId }) => otherId) : [];
  const unsent = otherIds.filter((otherId) => !sent.includes(otherId));
  if (unsent.length > 0) await ctx.transact((tx) => dropUnsent(tx, data, unsent));
  if (sent.length === 0) return;
  // The email has been sent: a failure here must not send it again.
  await ctx
    .transact((tx) => updateDispatched(tx, { memberId, cause, otherIds: sent }, "delivered"))
    .catch((error: unknown) => ctx.log.warn({ err: error }, "notifications: delivery was not recorded"));
}

/** A later email may be about the same conversation. */
async function dropUnsent(
  tx: Tx,
  { memberId, cause, before }: EmailNotificationData,
  otherIds: readonly (string | null)[],
) {
  if (before === undefined) await updateDispatched(tx, { memberId, cause, otherIds }, "dropped");
  else
    await releaseEmailed(
      tx,
      memberId,
      otherIds.filter((otherId) => otherId !== null),
      before,
    );
}

export const emailNotificationJob: Job<"email-notification", EmailNotificationData> = {
  name: "email-notification",
  workers: 8,
  handle: (ctx, data, jobId) => sendNotification(ctx, data, jobId),
};
