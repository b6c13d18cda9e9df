import type { Context } from "#server/context.ts";
import { listFreeUsernames } from "#server/modules/profiles/profiles.service.ts";
import { assertNameAllowed } from "#server/modules/profiles/usernames.ts";
import { assertNetworkLimit, type RateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";
import { makeCandidates } from "#server/modules/signup/username-candidates.ts";

/** A signup needs about ten. A network may be a whole gym's; members can see each other's usernames anyway. */
const CHECKS: RateLimit = { name: "username checks by network", limit: 300, windowSeconds: 3600 };

const SUGGESTIONS_MAX = 3;

/**
 * Whether a username is free, and similar ones that are, if it is not.
 * @param network as rate limits count it
 * @throws AppError invalid, for a reserved name; rate_limited
 */
export async function checkUsername(
  ctx: Context,
  username: string,
  network: string,
): Promise<{ free: boolean; suggestions: string[] }> {
  assertNameAllowed(username);
  if (ctx.config.rateLimits) {
    await ctx.transactStatement((tx) => assertNetworkLimit(ctx, tx, CHECKS, "rate_limited", network));
  }
  const [free] = await listFreeUsernames(ctx.db, [username]);
  if (free !== undefined) return { free: true, suggestions: [] };
  const others = await listFreeUsernames(ctx.db, makeCandidates(username));
  return { free: false, suggestions: others.slice(0, SUGGESTIONS_MAX) };
}
