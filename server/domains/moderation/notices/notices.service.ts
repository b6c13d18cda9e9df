import { DAY_S, HOUR_S } from "#contract/durations.ts";
import type { RequestOf } from "#contract/endpoint.ts";
import { isAtOnce } from "#contract/moderation/alert-kinds.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import type { sendNotice as sendNoticeEndpoint } from "#contract/moderation/notices.ts";
import type { Context } from "#server/context.ts";
import { consumeMailLimit } from "#server/domains/accounts/email/mail-limits.ts";
import {
  admitForm,
  isExemptFromProofs,
  LEVEL_MAX,
  proofLevel,
} from "#server/domains/accounts/proof-of-work/proof-of-work.service.ts";
import { assertNetworkLimit, type RateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { usernameKey } from "#server/domains/members/profiles/profiles.policy.ts";
import { halfTime } from "#server/domains/moderation/cases/cases.repo.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { deleteItems } from "#server/domains/moderation/cases/cases.statements.ts";
import { noticeOutcomeEmail, noticeReceiptEmail } from "#server/domains/moderation/notices/notices.emails.ts";
import { NOTICE_URGENCY, noticeDueAt, TOLD_OUTCOMES } from "#server/domains/moderation/notices/notices.policy.ts";
import {
  countRecent,
  findMemberOfNotice,
  findNotice,
  type Notice,
} from "#server/domains/moderation/notices/notices.queries.ts";
import {
  deleteOldNotices,
  findNumber,
  insertNotice,
  lockNotice,
  markMailed,
  updateMember,
  updateOutcome,
} from "#server/domains/moderation/notices/notices.statements.ts";
import { canObject, objectionUrl } from "#server/domains/moderation/objections/objections.policy.ts";
import { findObjection } from "#server/domains/moderation/objections/objections.queries.ts";
import { updateObjectionsDecided } from "#server/domains/moderation/objections/objections.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { NoticeOutcome } from "#server/platform/db/schema/notices.ts";
import type { Email } from "#server/platform/email/email-layout.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { plainText } from "#server/platform/lib/plain-text.ts";
import { newReferenceNumber } from "#server/platform/lib/reference-number.ts";
import { notices } from "#server/platform/observability/metrics.ts";

const BY_NETWORK: RateLimit = { name: "notices by network", limit: 20, windowSeconds: DAY_S };
/** Emails to one address, which nobody has verified: the form must not become a way to flood a mailbox. */
const RECEIPTS: RateLimit = { name: "notice emails by address", limit: 5, windowSeconds: DAY_S };
/** Above it an outcome is mailed the next day, because its sender has a right to it. */
const OUTCOMES: RateLimit = { name: "notice outcomes by address", limit: 5, windowSeconds: DAY_S };
/** Per network and hour. From the next notice on, each costs a proof of work, which grows with their number. */
const FREE_AN_HOUR = 2;
const COUNTED_MAX = 1000;
const PROVEN_BY_NETWORK: RateLimit = { name: "notices by network an hour", limit: COUNTED_MAX, windowSeconds: HOUR_S };
/** Per hour, of all networks together. From then on each notice costs a proof of work. */
const FREE_OF_ALL = 100;
const NUMBER_LENGTH = 8;
/** As the privacy policy promises. */
const KEPT_YEARS = 2;

type NoticeForm = RequestOf<typeof sendNoticeEndpoint>["body"];

const PROFILE_LINK = /\/profile\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;

const MAILED = "We sent it to you by mail too, and write to you when we have decided.";
const NOT_MAILED = "Please note it. We write to you when we have decided.";
const NO_ADDRESS = "Please note it: without an address we cannot write to you.";

/**
 * A job looks up the member: neither the answer nor its time tells whether the member or the content exists.
 * @param address the network, for rate limits
 * @throws AppError proof_of_work_required; notice_rate_limit, with the seconds to wait
 */
export async function sendNotice(
  ctx: Context,
  form: NoticeForm,
  address: string,
): Promise<{ number: string; message: string }> {
  const isRepeated = form.clientId !== undefined && (await findNumber(ctx.db, form.clientId)) !== undefined;
  if (!isRepeated) await assertProven(ctx, address, form.proof);
  return ctx.transact((tx) => storeNotice(ctx, tx, form, address));
}

/** For a network that sends many notices, and for all while there is a flood of them. */
async function assertProven(ctx: Context, network: string, proof: string | undefined): Promise<void> {
  if (isExemptFromProofs(ctx, network)) return;
  const level = proofLevel(await countRecent(ctx.db, FREE_OF_ALL * 2 ** LEVEL_MAX), FREE_OF_ALL);
  await admitForm(ctx, { purpose: "notice", rule: PROVEN_BY_NETWORK, free: FREE_AN_HOUR, network, proof, level });
}

async function storeNotice(ctx: Context, tx: Tx, form: NoticeForm, address: string) {
  const { kind, place, username = "", details, name = "", email = "", clientId, homepage } = form;
  const row = {
    id: newId(),
    client_id: clientId ?? null,
    number: newReferenceNumber("N", NUMBER_LENGTH),
    kind,
    place: plainText(place),
    username,
    details: plainText(details),
    name,
    email,
    is_honeypot_hit: Boolean(homepage),
    alert_at: homepage ? null : halfTime(noticeDueAt(kind, ctx.now())),
  };
  const message = email === "" ? NO_ADDRESS : MAILED;
  if (!(await insertNotice(tx, row))) {
    const first = clientId === undefined ? undefined : await findNumber(tx, clientId);
    return { number: first?.number ?? row.number, message };
  }
  if (ctx.config.rateLimits) await assertNetworkLimit(ctx, tx, BY_NETWORK, "notice_rate_limit", address);
  const { id: noticeId, number } = row;
  if (row.is_honeypot_hit) return { number, message };
  tx.afterCommit(() => notices.inc({ kind }));
  await ctx.jobs.send(tx, "attach-notice", { noticeId });
  if (email === "") return { number, message };
  if (!(await consumeMailLimit(ctx, tx, RECEIPTS, email)).allowed) return { number, message: NOT_MAILED };
  await ctx.jobs.send(tx, "email-notice-receipt", { noticeId });
  return { number, message };
}

/** Does nothing about a notice that was assigned or closed meanwhile. */
async function findSubject(ctx: Context, tx: Tx, noticeId: string): Promise<void> {
  const notice = await lockNotice(tx, noticeId);
  if (!notice || notice.member_id !== null || notice.decided_at !== null) return;
  const profileId = PROFILE_LINK.exec(notice.place)?.[1]?.toLowerCase();
  const memberId = await findMemberOfNotice(tx, { profileId, usernameKey: usernameKey(notice.username) });
  const isUrgent = isAtOnce(NOTICE_URGENCY[notice.kind].urgency);
  if (memberId === undefined) {
    if (isUrgent) await ctx.jobs.send(tx, "alert-staff", { noticeId });
    return;
  }
  await updateMember(tx, noticeId, memberId);
  const caseId = await attachNotice(tx, { id: noticeId, kind: notice.kind, memberId, at: notice.created_at });
  if (isUrgent) await ctx.jobs.send(tx, "alert-staff", { caseId });
}

interface AttachedNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly memberId: string;
  readonly at: Date;
  /** Staff knows of it already. */
  readonly isKnown?: boolean | undefined;
  /** It was closed before, and its sender objects. */
  readonly isAgain?: boolean | undefined;
}

/** All open notices of a case count as one item. @returns the id of the case */
export function attachNotice(tx: Tx, { id, kind, memberId, at, isKnown, isAgain }: AttachedNotice): Promise<string> {
  const subject = { kind: "member", memberId } as const;
  const item = { kind: isAgain ? "objection" : "notice", sourceId: id, subject } as const;
  return attachToCase(tx, { ...item, ...NOTICE_URGENCY[kind], dueAt: noticeDueAt(kind, at), isKnown });
}

/** Emails the senders. For the decision's transaction. */
export async function settleNotices(
  ctx: Context,
  tx: Tx,
  ids: readonly string[],
  outcome: NoticeOutcome,
): Promise<void> {
  const delay = ctx.config.statementDelaySeconds;
  for (const { id: noticeId, email } of await updateOutcome(tx, ids, outcome)) {
    const { allowed, retryAfter } = await consumeMailLimit(ctx, tx, OUTCOMES, email);
    const afterSeconds = allowed ? delay : Math.max(delay, retryAfter);
    await ctx.jobs.send(tx, "email-notice-outcome", { noticeId }, { afterSeconds });
  }
  await updateObjectionsDecided(tx, ids, outcome === "acted_on" || outcome === "noted");
}

/** The same Message-ID for each attempt, so that email clients recognize duplicates. */
const mailSender = (ctx: Context, { email: to }: Notice, jobId: string, email: Email): Promise<void> =>
  sendEmail(ctx.mailer, { id: `notice-${jobId}`, to }, email);

export const attachNoticeJob: Job<"attach-notice", { noticeId: string }> = {
  name: "attach-notice",
  handle: (ctx, { noticeId }) => ctx.transact((tx) => findSubject(ctx, tx, noticeId)),
};

export const emailNoticeReceiptJob: Job<"email-notice-receipt", { noticeId: string }> = {
  name: "email-notice-receipt",
  async handle(ctx, { noticeId }, jobId) {
    const notice = await findNotice(ctx.db, noticeId);
    if (!notice || notice.receipt_mailed_at !== null || notice.email === "") return;
    await mailSender(ctx, notice, jobId, noticeReceiptEmail(notice.number, notice.kind));
    await ctx.transact((tx) => markMailed(tx, noticeId, "receipt_mailed_at", notice.readAt));
  },
};

/** A decision that was undone meanwhile is followed by another one, with a job of its own. */
export const emailNoticeOutcomeJob: Job<"email-notice-outcome", { noticeId: string }> = {
  name: "email-notice-outcome",
  async handle(ctx, { noticeId }, jobId) {
    const notice = await findNotice(ctx.db, noticeId, ctx.config.statementDelaySeconds);
    if (!notice || notice.outcome === null || notice.decided_at === null || notice.email === "") return;
    // As for reports, in case that job was lost.
    const afterSeconds = 2 * ctx.config.statementDelaySeconds;
    if (!notice.isSettled)
      return ctx.transact((tx) => ctx.jobs.send(tx, "email-notice-outcome", { noticeId }, { afterSeconds }));
    const { number, outcome, decided_at: decidedAt, outcome_mailed_at: mailedAt } = notice;
    if (mailedAt !== null && mailedAt >= decidedAt) return;
    const hasObjected = (await findObjection(ctx.db, noticeId)) !== undefined;
    const objectUrl = canObject(TOLD_OUTCOMES[outcome], decidedAt, hasObjected, ctx.now())
      ? objectionUrl(ctx, noticeId)
      : undefined;
    const told = { outcome, isAgain: mailedAt !== null, objectUrl };
    await mailSender(ctx, notice, jobId, noticeOutcomeEmail(number, ctx.site(), told));
    await ctx.transact((tx) => markMailed(tx, noticeId, "outcome_mailed_at", notice.readAt));
  },
};

export async function purgeOldNotices(tx: Tx): Promise<void> {
  const ids = await deleteOldNotices(tx, KEPT_YEARS);
  for (const kind of ["notice", "objection"] as const) await deleteItems(tx, kind, ids);
}
