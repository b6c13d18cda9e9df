import * as z from "zod/mini";
import { browseProfile } from "#contract/discovery/discovery.ts";
import { endpoint } from "#contract/endpoint.ts";
import { ok } from "#contract/schemas.ts";

/** In UTC, as `YYYY-MM-DD`. */
const day = z.string();

const dailySet = z.object({
  day,
  /** At most `DAILY_SET_SIZE`. */
  size: z.int(),
  /** Decided members: a crush or a pass since, or not available any more. All of them complete the set. */
  racked: z.int(),
  /** Undecided members, fewer once the daily limit of cards is reached. */
  profiles: z.array(browseProfile),
  /** From Monday. `open` is today, while the set is not complete; `none` a day without a completed set. */
  week: z.array(z.object({ day, state: z.enum(["done", "open", "future", "none"]) })),
  fullWeekSets: z.int(),
  /** 0 if the operator gives none. */
  fullWeekBonus: z.int(),
  /** `open`: still to be had. `needs_email`: held back until the email address is confirmed. */
  bonus: z.enum(["granted", "open", "needs_email"]),
});
export type DailySet = z.output<typeof dailySet>;

export const getDailySet = endpoint({
  method: "GET",
  path: "/api/browse/daily-set",
  summary:
    "Get the current member's set of today: five of their best matches, the same ones all day unless the search changes. Null if it is turned off or the search finds fewer than 15 people. Nobody learns that they are in a set",
  access: "member",
  reply: z.object({ success: ok, dailySet: z.nullable(dailySet) }),
});
