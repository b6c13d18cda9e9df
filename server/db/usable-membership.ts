import { type RawBuilder, sql } from "kysely";

/**
 * Whether a member can neither buy nor send for free, because a payment is disputed and that is not settled.
 * @param memberId an id, or a column of ids
 */
export const isHeld = (memberId: string | RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from payment_holds where payment_holds.member_id = ${memberId})`;

/**
 * Until when a membership may be used, as far as was heard. One that ends does so with its period. A renewal that is not
 * paid leaves it three weeks, and so does a provider of whom nothing is heard.
 */
export const usableUntil = sql<Date>`
  least(period_end + case when ends then interval '0' else interval '21 days' end, unpaid_since + interval '21 days')`;

/** Whether a membership may be used now: not while a payment of its member's is disputed. */
export const isUsable = sql<boolean>`(is_active and ${usableUntil} > now()
  and not ${isHeld(sql.ref("memberships.member_id"))})`;
