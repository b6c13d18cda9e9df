import { username as usernameSchema } from "#contract/account-forms.ts";
import { USERNAME_MAX } from "#contract/limits.ts";
import { assertNameAllowed } from "#server/modules/profiles/usernames.ts";

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

/**
 * Names that begin like a taken one, with a number at the end.
 * @param random from 0 to below 1
 */
export function makeCandidates(username: string, random: () => number = Math.random): string[] {
  const base = username.slice(0, USERNAME_MAX - SUFFIX_MAX).trimEnd();
  const candidates = Array.from({ length: CANDIDATES }, (_, i) => {
    // Two digits for the first half, then three.
    const least = i < CANDIDATES / 2 ? 10 : 100;
    return `${base}${least + Math.floor(random() * least * 9)}`;
  });
  return [...new Set(candidates)].filter(isAllowed);
}
