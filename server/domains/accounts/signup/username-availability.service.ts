import { username as usernameSchema } from "#contract/accounts/account-forms.ts";
import { HOUR_S } from "#contract/durations.ts";
import { USERNAME_MAX } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { assertNetworkLimit, type RateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { listFreeUsernames } from "#server/domains/members/profiles/profiles.service.ts";
import { assertNameAllowed } from "#server/domains/members/profiles/usernames.ts";

/** A signup needs about ten. A network may be a whole gym's; members can see each other's usernames anyway. */
const CHECKS: RateLimit = { name: "username checks by network", limit: 300, windowSeconds: HOUR_S };

const SUGGESTIONS_MAX = 3;

/** More than are offered, because some may be taken. */
const CANDIDATES = 12;
const SUFFIX_MAX = 4;

/** Numbers that stand for sex, drugs, violence or hatred, or for the age of a minor. */
const UNWANTED_ENDINGS = ["13", "14", "15", "16", "17", "18", "28", "69", "88", "187", "311", "420", "666", "911"];

function isAllowed(name: string): boolean {
  if (UNWANTED_ENDINGS.some((ending) => name.endsWith(ending))) return false;
  if (!usernameSchema.safeParse(name).success) return false;
  try {
    assertNameAllowed(name);
    return true;
  } catch {
    return false;
  }
}

/** With a number at the end. @param random from 0 to below 1 */
export function makeCandidates(username: string, random: () => number = Math.random): string[] {
  const base = username.slice(0, USERNAME_MAX - SUFFIX_MAX).trimEnd();
  const candidates = Array.from({ length: CANDIDATES }, (_, i) => {
    // Two digits for the first half, then three.
    const least = i < CANDIDATES / 2 ? 10 : 100;
    return `${base}${least + Math.floor(random() * least * 9)}`;
  });
  return [...new Set(candidates)].filter(isAllowed);
}

/**
 * Also similar free names if it is taken.
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
