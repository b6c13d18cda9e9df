import { HOUR_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import {
  type FraudNotice,
  fraudCorrectionEmail,
  fraudNoticeEmail,
} from "#server/domains/moderation/notices/notices.emails.ts";
import {
  findCorrespondents,
  findLastContact,
  hasWarnedOfFraud,
} from "#server/domains/moderation/notices/notices.queries.ts";
import { insertFraudWarning } from "#server/domains/moderation/notices/notices.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Email } from "#server/platform/email/email-layout.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { derivedId } from "#server/platform/lib/ids.ts";

/** An accidental decision can be undone before anyone is notified. The law asks for the notices within 24 hours. */
const DELAY_S = HOUR_S;

/** For everyone who exchanged messages with the member. Call it in the transaction of the decision. */
export const scheduleFraudNotices = (ctx: Context, tx: Tx, decisionId: string, memberId: string): Promise<void> =>
  ctx.jobs.send(tx, "send-fraud-notices", { decisionId, memberId }, { id: decisionId, afterSeconds: DELAY_S });

/** For members who were warned by the decision. Call it in the transaction that takes it back, which holds its lock. */
export async function scheduleFraudCorrections(
  ctx: Context,
  tx: Tx,
  decisionId: string,
  memberId: string,
): Promise<void> {
  if (await hasWarnedOfFraud(tx, decisionId))
    await ctx.jobs.send(tx, "send-fraud-corrections", { decisionId, memberId });
}

interface FraudDecision {
  readonly decisionId: string;
  readonly memberId: string;
}

async function sendToCorrespondents(
  ctx: Context,
  tx: Tx,
  job: "email-fraud-notice" | "email-fraud-correction",
  { decisionId, memberId }: FraudDecision,
): Promise<void> {
  for (const recipientId of await findCorrespondents(tx, memberId)) {
    // Ignored if this job runs again.
    const id = derivedId(decisionId, `${job === "email-fraud-notice" ? "fraud notice" : job} to ${recipientId}`);
    await ctx.jobs.send(tx, job, { memberId: recipientId, aboutId: memberId }, { id });
  }
}

interface NoticeToMember {
  readonly memberId: string;
  readonly aboutId: string;
}

async function email(
  ctx: Context,
  { memberId, aboutId }: NoticeToMember,
  id: string,
  write: (notice: FraudNotice) => Email,
): Promise<void> {
  const [to, contact] = await Promise.all([
    findEmailRecipient(ctx.db, memberId),
    findLastContact(ctx.db, memberId, aboutId),
  ]);
  if (!to || !contact) return;
  // Members choose their names, so a stranger's mailbox gets none.
  const username = to.mailbox.isVerified ? (contact.username ?? undefined) : undefined;
  await sendAccountEmail(ctx, { to: to.mailbox, cause: "safety", id }, () =>
    write({ name: to.name, timeZone: to.timeZone, username, lastContactAt: contact.lastContactAt, site: ctx.site() }),
  );
}

export const sendFraudNoticesJob: Job<"send-fraud-notices", FraudDecision> = {
  name: "send-fraud-notices",
  handle: (ctx, decision) =>
    ctx.transact(async (tx) => {
      if (await insertFraudWarning(tx, decision.decisionId))
        await sendToCorrespondents(ctx, tx, "email-fraud-notice", decision);
    }),
};

/** To `memberId`, about the account `aboutId`. */
export const emailFraudNoticeJob: Job<"email-fraud-notice", NoticeToMember> = {
  name: "email-fraud-notice",
  handle: (ctx, notice, id) => email(ctx, notice, id, fraudNoticeEmail),
};

export const sendFraudCorrectionsJob: Job<"send-fraud-corrections", FraudDecision> = {
  name: "send-fraud-corrections",
  handle: (ctx, decision) => ctx.transact((tx) => sendToCorrespondents(ctx, tx, "email-fraud-correction", decision)),
};

/** To `memberId`, about the account `aboutId`. */
export const emailFraudCorrectionJob: Job<"email-fraud-correction", NoticeToMember> = {
  name: "email-fraud-correction",
  handle: (ctx, notice, id) => email(ctx, notice, id, fraudCorrectionEmail),
};
