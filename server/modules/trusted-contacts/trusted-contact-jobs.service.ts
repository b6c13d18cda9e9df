import { BACK_SILENCE_MINUTES } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { Email } from "#server/email/email-layout.ts";
import { sendEmail } from "#server/email/send-email.ts";
import type { TrustedContactEmail } from "#server/jobs/job-definitions.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { notifyAtOnce } from "#server/modules/notifications/notifications.service.ts";
import { emitContactsChanged, findSharedDate } from "#server/modules/trusted-contacts/date-shares.service.ts";
import { contactUrl, shareToken, shareUrl } from "#server/modules/trusted-contacts/trusted-contact-tokens.ts";
import {
  backEmail,
  invitationEmail,
  sharedEmail,
  toldEmail,
} from "#server/modules/trusted-contacts/trusted-contacts.emails.ts";
import {
  ASK_MINUTES,
  afterMinutes,
  endOf,
  summarizeDate,
} from "#server/modules/trusted-contacts/trusted-contacts.policy.ts";
import {
  claimQuestions,
  claimSilent,
  findContactToAsk,
  findShareForEmail,
  lockBegun,
  postponeOverdue,
  updateBegun,
} from "#server/modules/trusted-contacts/trusted-contacts.repo.ts";
import { dateShares } from "#server/observability/metrics.ts";

/** Minutes for an answer after an outage of the job. */
const GRACE_MINUTES = 15;
/** Shares per transaction of the job. */
const BATCH = 200;

/** Copies dates that have begun to their shares, and plans the questions. @param memberId of one member's dates alone */
async function begin(tx: Tx, now: Date, memberId: string | null = null): Promise<number> {
  const begun = await lockBegun(tx, now, memberId, BATCH);
  for (const { id, check_back, member_id, ...date } of begun) {
    const ends_at = endOf(date);
    const ask_at = check_back ? afterMinutes(ends_at, ASK_MINUTES) : null;
    await updateBegun(tx, id, { starts_at: date.starts_at, ends_at, summary: summarizeDate(date), ask_at });
    emitContactsChanged(tx, member_id);
  }
  return begun.length;
}

/**
 * Copies a member's dates that have begun since the last run of the job. Part of the deletion of their account, before its
 * dates go: who deletes it right after the start must not keep the other member's question away.
 */
export async function beginSharesOfDatesWith(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  while ((await begin(tx, ctx.now(), memberId)) === BATCH);
}

/** Asks members whether they are back, once for all shares. */
async function ask(ctx: Context, tx: Tx, now: Date): Promise<number> {
  const memberIds = await claimQuestions(tx, now, afterMinutes(now, BACK_SILENCE_MINUTES), BATCH);
  const asked = [...new Set(memberIds)].toSorted();
  await notifyAtOnce(
    ctx,
    tx,
    asked.map((memberId) => ({ cause: "back_safe", memberId, otherId: null })),
  );
  for (const memberId of asked) emitContactsChanged(tx, memberId);
  tx.afterCommit(() => dateShares.inc({ event: "asked" }, memberIds.length));
  return memberIds.length;
}

/** Tells the contacts of members who have not answered. */
async function tell(ctx: Context, tx: Tx, now: Date): Promise<number> {
  await postponeOverdue(tx, now, GRACE_MINUTES);
  const silent = await claimSilent(tx, now, BATCH);
  for (const memberId of new Set(silent.map(({ member_id }) => member_id))) emitContactsChanged(tx, memberId);
  const data = silent.map(({ id: shareId }) => ({ mail: "told", shareId }) as const);
  await ctx.jobs.sendAll(tx, "email-trusted-contact", data);
  tx.afterCommit(() => dateShares.inc({ event: "told_after_silence" }, silent.length));
  return silent.length;
}

/** Each step is claimed in the transaction that enqueues what follows: a killed process neither loses nor repeats one. */
async function runShares(ctx: Context): Promise<void> {
  const now = ctx.now();
  const steps = [(tx: Tx) => begin(tx, now), (tx: Tx) => ask(ctx, tx, now), (tx: Tx) => tell(ctx, tx, now)];
  for (const step of steps) while ((await ctx.transact(step)) === BATCH);
}

interface Mail {
  readonly to: string;
  readonly email: Email;
}

/** The mail as it is right now; undefined if there is nothing to say any more. */
async function findMail(ctx: Context, data: TrustedContactEmail): Promise<Mail | undefined> {
  if (data.mail === "invitation") {
    const contact = await findContactToAsk(ctx.db, data.contactId);
    if (!contact) return undefined;
    return { to: contact.email, email: invitationEmail({ member: contact, contactUrl: contactUrl(ctx, contact.id) }) };
  }
  const share = await findShareForEmail(ctx.db, data.shareId);
  if (!share) return undefined;
  const { summary, email: to } = share;
  const links = { member: share, contactUrl: contactUrl(ctx, share.contact_id), pageUrl: shareUrl(ctx, share.id) };
  if (data.mail === "back") return { to, email: backEmail(links) };
  if (share.withdrawn_at) return undefined;
  if (data.mail === "shared") return share.is_in_good_standing ? { to, email: sharedEmail(links) } : undefined;
  // An alarm that was delayed must not follow the news that the member is back.
  if (share.answer === "back") return undefined;
  // The page ends before this mail if the two are not matched any more.
  const page = await findSharedDate(ctx, shareToken(ctx, share.id).token);
  const pageUrl = page && links.pageUrl;
  return { to, email: toldEmail({ ...links, pageUrl, summary: summary ?? "", hasAsked: share.answer === "tell" }) };
}

export const trustedContactJobs = (ctx: Context): Pick<JobHandlers, "date-shares" | "email-trusted-contact"> => ({
  "date-shares": () => runShares(ctx),
  async "email-trusted-contact"(data, id) {
    const mail = await findMail(ctx, data);
    if (mail) await sendEmail(ctx.mailer, { id, to: mail.to }, mail.email);
  },
});
