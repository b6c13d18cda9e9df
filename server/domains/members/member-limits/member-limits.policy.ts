import { DAY_S, MINUTE_S } from "#contract/durations.ts";
import type { MemberLimitCode } from "#contract/errors.ts";
import { formatCount } from "#contract/format.ts";
import {
  CARDS_A_DAY,
  type DailyLimit,
  MESSAGES_A_MINUTE,
  NEW_PEOPLE_A_DAY,
  PROFILES_A_DAY,
  UNLIMITED_A_DAY,
} from "#contract/limits.ts";

export type LimitKind = "crushes" | "profiles" | "cards" | "messages" | "rankings" | "counts" | "searches";

export interface Level {
  /** In their first 24 hours, or with an address that is not confirmed. */
  readonly isRestricted: boolean;
  readonly isUnlimited: boolean;
}

interface LimitRule {
  readonly code: MemberLimitCode;
  /** From the first use on; the window does not slide. */
  readonly windowSeconds: number;
  readonly limit: DailyLimit | number;
  /** For Unlimited Members, if it differs. */
  readonly unlimited?: number;
  /** The remaining number is reported if it is at most this; never if absent. */
  readonly reportedFrom?: number;
  /** The error message, by the limit that was reached; the code's default if absent. */
  readonly words?: (limit: number) => string;
}

/**
 * A member at 99% of normal use reaches no limit (decision 034), estimated from the time and money that each use takes:
 * 60 crushes are four Power Packs, 300 profiles 100 minutes of reading, 1,500 cards 75 minutes of looking, 60 messages
 * one a second. Messages without an answer are counted in `relationships`, changes of gender and age in
 * `profile_changes`.
 */
export const LIMITS: Readonly<Record<LimitKind, LimitRule>> = {
  crushes: {
    code: "daily_crush_limit",
    windowSeconds: DAY_S,
    limit: NEW_PEOPLE_A_DAY,
    unlimited: UNLIMITED_A_DAY,
    reportedFrom: 5,
    words: (limit) => `That is ${formatCount(limit)} new people today.`,
  },
  profiles: {
    code: "daily_profile_limit",
    windowSeconds: DAY_S,
    limit: PROFILES_A_DAY,
    unlimited: UNLIMITED_A_DAY,
    reportedFrom: 10,
    words: (limit) => `That is ${formatCount(limit)} profiles today.`,
  },
  cards: {
    code: "daily_browse_limit",
    windowSeconds: DAY_S,
    limit: CARDS_A_DAY,
    unlimited: CARDS_A_DAY.standard,
    reportedFrom: 50,
    words: (limit) => `That is ${formatCount(limit)} people today.`,
  },
  messages: { code: "message_rate_limit", windowSeconds: MINUTE_S, limit: MESSAGES_A_MINUTE },
  /** New rankings: a new search, or the same one after a minute. */
  rankings: { code: "browse_rate_limit", windowSeconds: MINUTE_S, limit: 60 },
  /** Apart from rankings, so that somebody who tries filters can still save them and browse. */
  counts: { code: "browse_rate_limit", windowSeconds: MINUTE_S, limit: 60 },
  /** In messages, while typing. */
  searches: { code: "search_rate_limit", windowSeconds: MINUTE_S, limit: 120 },
};

/** @param level not needed for a limit that is the same for everybody */
export function limitFor(kind: LimitKind, level?: Level): number {
  const { limit, unlimited } = LIMITS[kind];
  if (level?.isUnlimited && unlimited !== undefined) return unlimited;
  if (typeof limit === "number") return limit;
  return level?.isRestricted === false ? limit.standard : limit.restricted;
}
