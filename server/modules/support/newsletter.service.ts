import { createHmac } from "node:crypto";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { readSecret } from "#server/db/secrets.ts";
import { letterHtml, letterText } from "#server/email/email-layout.ts";
import { AppError } from "#server/errors.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { newId } from "#server/lib/ids.ts";
import { emailKey, hashToken, newToken } from "#server/modules/accounts/accounts.policy.ts";
import { consumeRateLimit, type RateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";
import {
  confirmByLink,
  countConfirmed,
  deleteStale,
  findConfirmed,
  findSubscriber,
  insertNewsletterLink,
  selectConfirmed,
  unsubscribeByToken,
  upsertSubscriber,
} from "#server/modules/support/newsletter.repo.ts";
import { newsletterLetter } from "#server/modules/support/support.emails.ts";

const AN_HOUR = 3600;
const DAYS_30 = 30 * 24 * AN_HOUR;
/** Addresses that may be entered from one network. */
const BY_NETWORK: RateLimit = { name: "newsletter by network", limit: 10, windowSeconds: AN_HOUR };
/** Whoever enters another's address again and again sends them no more mails than these. */
const MAILS_AN_HOUR: RateLimit = { name: "newsletter mails an hour", limit: 1, windowSeconds: AN_HOUR };
const MAILS_IN_30_DAYS: RateLimit = { name: "newsletter mails in 30 days", limit: 5, windowSeconds: DAYS_30 };
const LINK_DAYS = 7;
/** For addresses that never said yes, and for those that have said no. */
const KEPT_DAYS = 30;

const secretOf = (db: Db): Promise<Buffer> => readSecret(db, "newsletter");

/**
 * What unsubscribes an address: the same in every mail, and made anew each time, so that nothing but its hash is kept.
 * @param key the address as it is compared
 */
const unsubscribeToken = (secret: Buffer, key: string): string =>
  createHmac("sha256", secret).update(key).digest("base64url");

const unsubscribeUrl = (ctx: Context, secret: Buffer, key: string): string =>
  `${ctx.site()}/newsletter/unsubscribe/${unsubscribeToken(secret, key)}`;

/**
 * Asks for the newsletter. What happens now is the same for every address; whether a mail goes out is decided later.
 * @param address where from, as rate limits count it
 * @throws AppError rate_limited, with the seconds to wait
 */
export async function subscribe(ctx: Context, email: string, address: string): Promise<{ message: string }> {
  const key = emailKey(email);
  const unsubscribeHash = hashToken(unsubscribeToken(await secretOf(ctx.db), key));
  await ctx.transact(async (tx) => {
    if (ctx.config.rateLimits) {
      const { allowed, retryAfter } = await consumeRateLimit(ctx, tx, BY_NETWORK, address);
      if (!allowed) throw AppError.wait(retryAfter);
    }
    const subscriberId = await upsertSubscriber(tx, {
      id: newId(),
      email,
      email_key: key,
      unsubscribe_hash: unsubscribeHash,
    });
    for (const rule of [MAILS_AN_HOUR, MAILS_IN_30_DAYS])
      if (!(await consumeRateLimit(ctx, tx, rule, key)).allowed) return;
    await ctx.jobs.send(tx, "mail-newsletter", { subscriberId });
  });
  return { message: "Check your inbox: unless you are on the list already, a link to confirm is on its way." };
}

/** Begins the newsletter by a link; again is no harm. @throws AppError token_invalid */
export async function confirmSubscription(ctx: Context, token: string): Promise<Record<never, never>> {
  const isGood = await ctx.transact((tx) => confirmByLink(tx, hashToken(token)));
  if (!isGood) throw new AppError("token_invalid", "This link is invalid or has expired.");
  return {};
}

/** Ends the newsletter by the token of its mails; again is no harm. @throws AppError token_invalid */
export async function unsubscribe(ctx: Context, token: string): Promise<Record<never, never>> {
  const isKnown = await ctx.transact((tx) => unsubscribeByToken(tx, hashToken(token)));
  if (!isKnown) throw new AppError("token_invalid", "This link belongs to no subscription any more.");
  return {};
}

/** What is done later for the newsletter: the mail that asks back. Who is on the list gets none. */
export function newsletterJobs(ctx: Context): Pick<JobHandlers, "mail-newsletter"> {
  return {
    async "mail-newsletter"({ subscriberId }, id) {
      const subscriber = await findSubscriber(ctx.db, subscriberId);
      if (subscriber?.state !== "pending") return;
      const token = newToken();
      await ctx.transact((tx) =>
        insertNewsletterLink(tx, { token_hash: hashToken(token), subscriber_id: subscriberId }, LINK_DAYS),
      );
      const unsubscribe = unsubscribeUrl(ctx, await secretOf(ctx.db), subscriber.email_key);
      const letter = newsletterLetter(`${ctx.site()}/newsletter/confirm/${token}`, unsubscribe);
      await ctx.mailer.send({
        id,
        to: subscriber.email,
        unsubscribe,
        subject: letter.subject,
        text: letterText(letter),
        html: letterHtml(letter),
      });
    },
  };
}

/** Who is on the list, the oldest first, each with the address that belongs into every mail to them (RFC 8058). */
export async function listSubscribers(ctx: Context) {
  const [secret, rows] = [await secretOf(ctx.db), await selectConfirmed(ctx.db)];
  return rows.map(({ email, email_key, since }) => ({
    email,
    confirmedAt: since,
    unsubscribeUrl: unsubscribeUrl(ctx, secret, email_key),
  }));
}

/** Ids of those on the list, in their order: so many, after one or from the first on. */
export const confirmedSubscribers = (db: Db, after: string | null, limit: number): Promise<string[]> =>
  findConfirmed(db, after, limit);

export const countSubscribers = (db: Db): Promise<number> => countConfirmed(db);

/** Where the newsletter goes to a subscriber, and what ends it; undefined where they are not on the list any more. */
export async function subscriberMailbox(
  ctx: Context,
  id: string,
): Promise<{ email: string; unsubscribe: string } | undefined> {
  const subscriber = await findSubscriber(ctx.db, id);
  if (subscriber?.state !== "confirmed") return undefined;
  const { email, email_key: key } = subscriber;
  return { email, unsubscribe: unsubscribeUrl(ctx, await secretOf(ctx.db), key) };
}

/** Throws away addresses that are not on the list, and links that have ended. */
export const sweepNewsletter = (tx: Tx): Promise<void> => deleteStale(tx, KEPT_DAYS);
