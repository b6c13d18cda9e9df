import { createHmac } from "node:crypto";
import { DAY_S, HOUR_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { emailKey, hashToken, newToken } from "#server/domains/accounts/accounts.policy.ts";
import { consumeMailLimit } from "#server/domains/accounts/email/mail-limits.ts";
import { admitForm } from "#server/domains/accounts/proof-of-work/proof-of-work.service.ts";
import type { RateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { siteCount } from "#server/domains/accounts/rate-limits/site-counts.service.ts";
import { newsletterConfirmationEmail } from "#server/domains/site/site.emails.ts";
import {
  confirmByLink,
  findSubscriber,
  insertNewsletterLink,
  listConfirmedSubscribers,
  unsubscribeByToken,
  upsertSubscriber,
} from "#server/domains/site/site.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";
import { readSecret } from "#server/platform/db/secrets.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { newsletterConfirmations } from "#server/platform/observability/metrics.ts";

const DAYS_30 = 30 * DAY_S;
const BY_NETWORK: RateLimit = { name: "newsletter by network", limit: 10, windowSeconds: HOUR_S };
/** Limits the emails that entering another person's address can cause. */
const MAILS_AN_HOUR: RateLimit = { name: "newsletter mails an hour", limit: 1, windowSeconds: HOUR_S };
const MAILS_IN_30_DAYS: RateLimit = { name: "newsletter mails in 30 days", limit: 5, windowSeconds: DAYS_30 };
/** Per hour. */
const FREE_BY_NETWORK = 2;
/** In an hour, of all networks together: more than this is an attack, whose recipients did not ask for anything. */
const CONFIRMATIONS_MAX = 300;
export const confirmationCount = (ctx: Context) => siteCount(ctx, "newsletter confirmations", HOUR_S);
const LINK_DAYS = 7;

const secretOf = (db: Db): Promise<Buffer> => readSecret(db, "newsletter");

/** Derived from the address, so that every email has the same link while only a hash is stored. */
const unsubscribeToken = (secret: Buffer, key: string): string =>
  createHmac("sha256", secret).update(key).digest("base64url");

const unsubscribeUrl = (ctx: Context, secret: Buffer, key: string): string =>
  `${ctx.site()}/newsletter/unsubscribe/${unsubscribeToken(secret, key)}`;

/**
 * Response and timing are the same for every address; the job decides whether to send an email.
 * @param network as rate limits count it
 * @throws AppError rate_limited, with the seconds to wait; proof_of_work_required
 */
export async function subscribe(
  ctx: Context,
  { email, proof }: { readonly email: string; readonly proof?: string | undefined },
  network: string,
): Promise<{ message: string }> {
  if (ctx.config.rateLimits)
    await admitForm(ctx, { purpose: "newsletter", rule: BY_NETWORK, free: FREE_BY_NETWORK, network, proof });
  const key = emailKey(email);
  const unsubscribeHash = hashToken(unsubscribeToken(await secretOf(ctx.db), key));
  await ctx.transact(async (tx) => {
    const subscriberId = await upsertSubscriber(tx, {
      id: newId(),
      email,
      email_normalized: key,
      unsubscribe_hash: unsubscribeHash,
    });
    for (const rule of [MAILS_AN_HOUR, MAILS_IN_30_DAYS])
      if (!(await consumeMailLimit(ctx, tx, rule, email)).allowed) return;
    const sent = confirmationCount(ctx);
    const isDropped = sent.read() >= CONFIRMATIONS_MAX;
    tx.afterCommit(() => newsletterConfirmations.inc({ outcome: isDropped ? "dropped" : "queued" }));
    if (isDropped) return;
    tx.afterCommit(() => void sent.add());
    await ctx.jobs.send(tx, "email-newsletter-confirmation", { subscriberId });
  });
  return { message: "Check your inbox: unless you are on the list already, a link to confirm is on its way." };
}

/** Idempotent. @throws AppError token_invalid */
export async function confirmSubscription(ctx: Context, token: string): Promise<Record<never, never>> {
  const isGood = await ctx.transact((tx) => confirmByLink(tx, hashToken(token)));
  if (!isGood) throw new AppError("token_invalid", "This link is invalid or has expired.");
  return {};
}

/** Idempotent. @throws AppError token_invalid */
export async function unsubscribe(ctx: Context, token: string): Promise<Record<never, never>> {
  const isKnown = await ctx.transact((tx) => unsubscribeByToken(tx, hashToken(token)));
  if (!isKnown) throw new AppError("token_invalid", "This link belongs to no subscription any more.");
  return {};
}

/** Confirmed subscribers get no email. */
export const emailNewsletterConfirmationJob: Job<"email-newsletter-confirmation", { subscriberId: string }> = {
  name: "email-newsletter-confirmation",
  async handle(ctx, { subscriberId }, id) {
    const subscriber = await findSubscriber(ctx.db, subscriberId);
    if (subscriber?.state !== "pending") return;
    const token = newToken();
    await ctx.transact((tx) =>
      insertNewsletterLink(tx, { token_hash: hashToken(token), subscriber_id: subscriberId }, LINK_DAYS),
    );
    const unsubscribe = unsubscribeUrl(ctx, await secretOf(ctx.db), subscriber.email_normalized);
    const email = newsletterConfirmationEmail(`${ctx.site()}/newsletter/confirm/${token}`, unsubscribe);
    await sendEmail(ctx.mailer, { id, to: subscriber.email }, email);
  },
};

/** Oldest first, each with the URL for the `List-Unsubscribe` header (RFC 8058). */
export async function listSubscribers(ctx: Context) {
  const [secret, rows] = [await secretOf(ctx.db), await listConfirmedSubscribers(ctx.db)];
  return rows.map(({ email, email_normalized, since }) => ({
    email,
    confirmedAt: since,
    unsubscribeUrl: unsubscribeUrl(ctx, secret, email_normalized),
  }));
}

/** Undefined if the subscription has ended. */
export async function subscriberMailbox(
  ctx: Context,
  id: string,
): Promise<{ email: string; unsubscribe: string } | undefined> {
  const subscriber = await findSubscriber(ctx.db, id);
  if (subscriber?.state !== "confirmed") return undefined;
  const { email, email_normalized: key } = subscriber;
  return { email, unsubscribe: unsubscribeUrl(ctx, await secretOf(ctx.db), key) };
}
