import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { letterHtml, letterText } from "#server/email/email-layout.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { newId } from "#server/lib/ids.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import {
  countMarketedMembers,
  marketedMembers,
  marketingMailbox,
} from "#server/modules/notifications/marketing.service.ts";
import {
  claimAddress,
  deleteOldClaims,
  findAnnouncement,
  findRecent,
  holdAnnouncing,
  holdUnqueued,
  insertAnnouncement,
  setQueued,
  setUpto,
} from "#server/modules/support/announcing.repo.ts";
import {
  confirmedSubscribers,
  countSubscribers,
  subscriberMailbox,
} from "#server/modules/support/newsletter.service.ts";
import { announcementLetter } from "#server/modules/support/support.emails.ts";

/** Members are promised news 'never more than monthly'. */
const MONTH_DAYS = 28;
const MONTH_MS = MONTH_DAYS * 24 * 3600 * 1000;
/** Mails that a transaction makes jobs for. */
const PAGE = 1000;

/** From when on the next announcement may go out; undefined where that is now. */
export async function nextAnnouncement(db: Db): Promise<{ last: Date; from: Date } | undefined> {
  const last = await findRecent(db, MONTH_DAYS);
  return last && { last, from: new Date(last.getTime() + MONTH_MS) };
}

/** How many there are who would get one. Whoever is both gets one. */
export const countAudience = async (db: Db): Promise<{ members: number; subscribers: number }> => ({
  members: await countMarketedMembers(db),
  subscribers: await countSubscribers(db),
});

/**
 * Begins to write to everybody who wants it, unless that was done within four weeks.
 * @returns its id, or from when on it may be done
 */
export async function beginAnnouncement(ctx: Context, tx: Tx, { subject, body }: { subject: string; body: string }) {
  await holdAnnouncing(tx);
  const next = await nextAnnouncement(tx);
  if (next) return next;
  const announcementId = newId();
  await insertAnnouncement(tx, { id: announcementId, subject, body });
  await ctx.jobs.send(tx, "announce", { announcementId });
  return { id: announcementId };
}

/** Makes the jobs of the next page, with those for the page after it, in one transaction: it goes on where it was. */
async function queuePage(ctx: Context, tx: Tx, announcementId: string): Promise<void> {
  const progress = await holdUnqueued(tx, announcementId);
  if (!progress) return;
  for (const [to, column, page] of [
    ["member", "members_upto", marketedMembers],
    ["subscriber", "subscribers_upto", confirmedSubscribers],
  ] as const) {
    const ids = await page(tx, progress[column], PAGE);
    const last = ids.at(-1);
    if (last === undefined) continue;
    await ctx.jobs.sendAll(
      tx,
      "mail-announcement",
      ids.map((id) => ({ announcementId, to, id })),
    );
    await setUpto(tx, announcementId, column, last);
    await ctx.jobs.send(tx, "announce", { announcementId });
    return;
  }
  await setQueued(tx, announcementId);
}

/** An address as it is kept: nobody learns it, and who has one and the key knows whether it is there. */
const hashOf = (ctx: Context, email: string): Buffer => ctx.keyedHash("announcement", emailKey(email));

/** What is done later for announcements. A mail goes to an address once, whoever has it, and only if it is still wanted. */
export const announcingJobs = (ctx: Context): Pick<JobHandlers, "announce" | "mail-announcement"> => ({
  announce: ({ announcementId }) => ctx.transact((tx) => queuePage(ctx, tx, announcementId)),
  async "mail-announcement"({ announcementId, to, id }, jobId) {
    const announcement = await findAnnouncement(ctx.db, announcementId);
    const mailbox = await (to === "member" ? marketingMailbox : subscriberMailbox)(ctx, id);
    if (!announcement || !mailbox) return;
    const { email, unsubscribe } = mailbox;
    const claim = { announcement_id: announcementId, address_hash: hashOf(ctx, email), job_id: jobId };
    if (!(await ctx.transact((tx) => claimAddress(tx, claim)))) return;
    const letter = announcementLetter(announcement, to, { site: ctx.site(), unsubscribe });
    const { subject } = letter;
    await ctx.mailer.send({
      id: jobId,
      to: email,
      subject,
      text: letterText(letter),
      html: letterHtml(letter),
      unsubscribe,
    });
  },
});

/** Forgets to whom announcements went, once no mail of theirs can come any more. */
export const sweepAnnouncements = (tx: Tx): Promise<void> => deleteOldClaims(tx, MONTH_DAYS);
