import type { MemberLimitCode } from "#contract/errors.ts";
import {
  CARDS_A_DAY,
  type DailyLimit,
  MESSAGES_A_MINUTE,
  NEW_PEOPLE_A_DAY,
  PROFILES_A_DAY,
  UNLIMITED_A_DAY,
} from "#contract/limits.ts";

const A_MINUTE = 60;
const A_DAY = 24 * 3600;

/** The kinds of uses that are limited per member. */
export type LimitKind = "crushes" | "profiles" | "cards" | "messages" | "rankings" | "counts" | "searches";

/** How far a member may go. */
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

const count = new Intl.NumberFormat("en-US");

/**
 * Every limit that is counted in `member_usage`. The reasons for the numbers are in decision 034. Messages without an answer
 * are counted in the row of the two members (`relationships`), changes of gender and age in their history
 * (`profile_changes`).
 */
export const LIMITS: Readonly<Record<LimitKind, LimitRule>> = {
  crushes: {
    code: "daily_crush_limit",
    windowSeconds: A_DAY,
    limit: NEW_PEOPLE_A_DAY,
    unlimited: UNLIMITED_A_DAY,
    reportedFrom: 5,
    words: (limit) => `That is ${count.format(limit)} new people today.`,
  },
  profiles: {
    code: "daily_profile_limit",
    windowSeconds: A_DAY,
    limit: PROFILES_A_DAY,
    unlimited: UNLIMITED_A_DAY,
    reportedFrom: 10,
    words: (limit) => `That is ${count.format(limit)} profiles today.`,
  },
  cards: {
    code: "daily_browse_limit",
    windowSeconds: A_DAY,
    limit: CARDS_A_DAY,
    unlimited: CARDS_A_DAY.standard,
    reportedFrom: 50,
    words: (limit) => `That is ${count.format(limit)} people today.`,
  },
  messages: { code: "message_rate_limit", windowSeconds: A_MINUTE, limit: MESSAGES_A_MINUTE },
  /** New rankings: a new search, or the same one after a minute. */
  rankings: { code: "browse_rate_limit", windowSeconds: A_MINUTE, limit: 60 },
  /** Apart from rankings, so that somebody who tries filters can still save them and browse. */
  counts: { code: "browse_rate_limit", windowSeconds: A_MINUTE, limit: 60 },
  /** In messages, while typing. */
  searches: { code: "search_rate_limit", windowSeconds: A_MINUTE, limit: 40 },
};

/** How often a member may do something in one window. @param level not needed for a limit that is the same for everybody */
export function limitFor(kind: LimitKind, level?: Level): number {
  const { limit, unlimited } = LIMITS[kind];
  if (level?.isUnlimited && unlimited !== undefined) return unlimited;
  if (typeof limit === "number") return limit;
  return level?.isRestricted === false ? limit.standard : limit.restricted;
}
