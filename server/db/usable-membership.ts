import { sql } from "kysely";

/**
 * Until when a membership may be used, as far as was heard. One that ends does so with its period. A renewal that is not
 * paid leaves it three weeks, and so does a provider of whom nothing is heard.
 */
export const usableUntil = sql<Date>`
  least(period_end + case when ends then interval '0' else interval '21 days' end, unpaid_since + interval '21 days')`;

/** Whether a membership may be used now. */
export const isUsable = sql<boolean>`(is_active and ${usableUntil} > now())`;
