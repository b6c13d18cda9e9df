import type { Context } from "#server/context.ts";
import { mailboxKey } from "#server/domains/accounts/accounts.policy.ts";
import {
  consumeRateLimit,
  type RateLimit,
  type RateLimitState,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";

/**
 * Counts by mailbox: other spellings of an address must not bring more emails. Every email that its recipient may not
 * have asked for is counted here.
 */
export const consumeMailLimit = (ctx: Context, tx: Tx, rule: RateLimit, email: string): Promise<RateLimitState> =>
  consumeRateLimit(ctx, tx, rule, mailboxKey(email));
