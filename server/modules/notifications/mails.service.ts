import { LOW_BALANCE } from "#contract/limits.ts";
import type { EmailCategory } from "#contract/notifications.ts";
import type { Context } from "#server/context.ts";
import { letterHtml, letterText } from "#server/email/email-layout.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { findBalance, findMailbox, findOthers, unclaimMails } from "#server/modules/notifications/mails.repo.ts";
import {
  crushesWords,
  lowBalanceWords,
  matchesWords,
  noticeLetter,
  unreadWords,
} from "#server/modules/notifications/notifications.emails.ts";
import { unsubscribeUrl } from "#server/modules/notifications/unsubscribing.service.ts";

type Words = Parameters<typeof noticeLetter>[0];
type Kind = Exclude<EmailCategory, "marketing">;

/**
 * Sends a mail of a kind, if the member still wants it and it still has something to tell.
 * @param id the job's: the same at each try
 * @param write what it tells as things are now; undefined where that is nothing any more
 */
async function send(ctx: Context, id: string, memberId: string, kind: Kind, write: () => Promise<Words | undefined>) {
  const to = await findMailbox(ctx.db, memberId, kind);
  const words = to && (await write());
  if (!words) return;
  const unsubscribe = await unsubscribeUrl(ctx, memberId, kind);
  const letter = noticeLetter(words, kind, { site: ctx.site(), unsubscribe });
  const { subject } = letter;
  await ctx.mailer.send({ id, to: to.email, subject, text: letterText(letter), html: letterHtml(letter), unsubscribe });
}

type Mails = Pick<JobHandlers, "mail-crushes" | "mail-matches" | "mail-unread" | "mail-low-balance">;

/** The mails about what happened while somebody was away. Each looks again before it is written. */
export const mailJobs = (ctx: Context): Mails => ({
  "mail-crushes": (told, id) =>
    send(ctx, id, told.memberId, "crush", async () => {
      const others = await findOthers(ctx.db, "crush", told);
      return others.length > 0 ? crushesWords(others.map(({ username }) => username)) : undefined;
    }),
  "mail-matches": (told, id) =>
    send(ctx, id, told.memberId, "match", async () => {
      const others = await findOthers(ctx.db, "match", told);
      return others.length > 0 ? matchesWords(others) : undefined;
    }),
  async "mail-unread"(told, id) {
    const untold = new Set(told.otherIds);
    await send(ctx, id, told.memberId, "message", async () => {
      const writers = await findOthers(ctx.db, "message", told);
      for (const writer of writers) untold.delete(writer.id);
      return writers.length > 0 ? unreadWords(writers) : undefined;
    });
    if (untold.size > 0) await ctx.transact((tx) => unclaimMails(tx, { ...told, otherIds: [...untold] }));
  },
  "mail-low-balance": ({ memberId }, id) =>
    send(ctx, id, memberId, "low_balance", async () => {
      const balance = await findBalance(ctx.db, memberId);
      return balance !== undefined && balance < LOW_BALANCE ? lowBalanceWords(balance) : undefined;
    }),
});
