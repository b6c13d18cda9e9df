import { username as usernameSchema } from "#contract/account-forms.ts";
import { USERNAME_MAX } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { listFreeUsernames } from "#server/modules/profiles/profiles.service.ts";
import { assertNameAllowed } from "#server/modules/profiles/usernames.ts";
import { consumeRateLimit, type RateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";

/** A signup needs about ten. A network may be a whole gym's; members can see each other's usernames anyway. */
const CHECKS: RateLimit = { name: "username checks by network", limit: 300, windowSeconds: 3600 };

const SUGGESTIONS_MAX = 3;
/** More than are offered, because some may be taken. */
const CANDIDATES = 12;
const SUFFIX_MAX = 4;

function isAllowed(name: string): boolean {
  if (!usernameSchema.safeParse(name).success) return false;
  try {
    assertNameAllowed(name);
    return true;
  } catch {
    return false;
  }
}

/** Names that begin like a taken one, with a number at the end. */
function makeCandidates(username: string): string[] {
  const base = username.slice(0, USERNAME_MAX - SUFFIX_MAX).trimEnd();
  const candidates = Array.from({ length: CANDIDATES }, (_, i) => {
    // Two digits for the first half, then three.
    const least = i < CANDIDATES / 2 ? 10 : 100;
    return `${base}${least + Math.floor(Math.random() * least * 9)}`;
  });
  return [...new Set(candidates)].filter(isAllowed);
}

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
    const { allowed, retryAfter } = await ctx.transact((tx) => consumeRateLimit(ctx, tx, CHECKS, network));
    if (!allowed) throw AppError.wait(retryAfter);
  }
  const [free] = await listFreeUsernames(ctx.db, [username]);
  if (free !== undefined) return { free: true, suggestions: [] };
  const others = await listFreeUsernames(ctx.db, makeCandidates(username));
  return { free: false, suggestions: others.slice(0, SUGGESTIONS_MAX) };
}
