import { BACK_SILENCE_MINUTES } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { notifyAtOnce } from "#server/domains/notifications/notifications.service.ts";
import {
  type BegunShare,
  claimQuestions,
  claimSilent,
  findBegun,
  findMembersToAsk,
  findShareForEmail,
  findSilent,
  lockBegun,
  lockBegunWith,
  postponeOverdue,
  updateBegun,
} from "#server/domains/training/trusted-contacts/date-shares.repo.ts";
import { emitContactsChanged, findSharedDate } from "#server/domains/training/trusted-contacts/date-shares.service.ts";
import { contactUrl, shareToken, shareUrl } from "#server/domains/training/trusted-contacts/trusted-contact-tokens.ts";
import {
  backEmail,
  invitationEmail,
  sharedEmail,
  toldEmail,
} from "#server/domains/training/trusted-contacts/trusted-contacts.emails.ts";
import {
  ASK_MINUTES,
  afterMinutes,
  endOf,
  summarizeDate,
} from "#server/domains/training/trusted-contacts/trusted-contacts.policy.ts";
import { findContactToAsk } from "#server/domains/training/trusted-contacts/trusted-contacts.repo.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Email } from "#server/platform/email/email-layout.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryEach, tryHalves, tryPages } from "#server/platform/lib/batcher.ts";
import { dateShares } from "#server/platform/observability/metrics.ts";

/** Minutes for an answer after an outage of the job. */
const GRACE_MINUTES = 15;
/** Shares, or members, per page of the job. */
const BATCH = 200;

/** Later changes of the card then change no question. */
async function begin(tx: Tx, begun: readonly BegunShare[]): Promise<void> {
  for (const { id, check_back, member_id, ...date } of begun) {
    const ends_at = endOf(date);
    const ask_at = check_back ? afterMinutes(ends_at, ASK_MINUTES) : null;
    await updateBegun(tx, id, { starts_at: date.starts_at, ends_at, summary: summarizeDate(date), ask_at });
    emitContactsChanged(tx, member_id);
  }
}

/**
 * Call it before the member's name goes with the account, and then the dates: a deletion right after the start must not
 * keep the other member's question away.
 */
export async function beginSharesOfDatesWith(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await begin(tx, await lockBegunWith(tx, ctx.now(), memberId));
}

/** Once for all shares of a member. */
async function ask(ctx: Context, tx: Tx, now: Date, memberIds: readonly string[]): Promise<void> {
  const questions = await claimQuestions(tx, now, afterMinutes(now, BACK_SILENCE_MINUTES), memberIds);
  const asked = [...new Set(questions)].toSorted();
  await notifyAtOnce(
    ctx,
    tx,
    asked.map((memberId) => ({ cause: "back_safe", memberId, otherId: null })),
  );
  for (const memberId of asked) emitContactsChanged(tx, memberId);
  tx.afterCommit(() => dateShares.inc({ event: "asked" }, questions.length));
}

async function tell(ctx: Context, tx: Tx, now: Date, ids: readonly string[]): Promise<void> {
  await postponeOverdue(tx, now, GRACE_MINUTES, ids);
  const silent = await claimSilent(tx, now, ids);
  for (const memberId of new Set(silent.map(({ member_id }) => member_id))) emitContactsChanged(tx, memberId);
  const data = silent.map(({ id: shareId }) => ({ mail: "told", shareId }) as const);
  await ctx.jobs.sendAll(tx, "email-trusted-contact", data);
  tx.afterCommit(() => dateShares.inc({ event: "told_after_silence" }, silent.length));
}

/** Each step is claimed in the transaction that enqueues the next: a killed process neither loses nor repeats one. */
function runShares(ctx: Context): Promise<void> {
  const now = ctx.now();
  const run = (find: typeof findBegun, step: (tx: Tx, ids: readonly string[]) => Promise<void>) =>
    tryPages<string>(
      (after) => find(ctx.db, now, after, BATCH),
      (due) => tryHalves(due, (ids) => ctx.transact((tx) => step(tx, ids))),
    );
  return tryEach(
    [
      () => run(findBegun, async (tx, ids) => begin(tx, await lockBegun(tx, now, ids))),
      () => run(findMembersToAsk, (tx, memberIds) => ask(ctx, tx, now, memberIds)),
      () => run(findSilent, (tx, ids) => tell(ctx, tx, now, ids)),
    ],
    (step) => step(),
  );
}

export type TrustedContactEmail =
  | { mail: "invitation"; contactId: string }
  | { mail: "shared" | "told" | "back"; shareId: string };

interface Mail {
  readonly to: string;
  readonly email: Email;
}

/** Checked right before sending; undefined if the mail is obsolete. */
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

export const dateSharesJob: Job<"date-shares"> = {
  name: "date-shares",
  schedule: "* * * * *",
  handle: (ctx) => runShares(ctx),
};

export const emailTrustedContactJob: Job<"email-trusted-contact", TrustedContactEmail> = {
  name: "email-trusted-contact",
  async handle(ctx, data, id) {
    const mail = await findMail(ctx, data);
    if (mail) await sendEmail(ctx.mailer, { id, to: mail.to }, mail.email);
  },
};
