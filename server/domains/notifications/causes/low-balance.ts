import { sql } from "kysely";
import { describePictures } from "#contract/billing/prices.ts";
import { DAY_MS } from "#contract/durations.ts";
import { CRUSH_COST, LOW_BALANCE } from "#contract/limits.ts";
import { formatCrushes, spelled } from "#contract/words.ts";
import { isSubscriptionActive } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { isFirstDaySql } from "#server/domains/members/members.queries.ts";
import { type EventCause, findRelevanceBy } from "#server/domains/notifications/causes/cause.ts";

/**
 * Irrelevant while a subscription pays for crushes. Nothing is sent in a member's first day: the first of the welcome
 * credits makes the balance low, and nobody should be asked to buy then.
 */
export const lowBalance: EventCause = {
  name: "low_balance",
  channels: ["app", "push", "email"],
  findRelevance: (db, candidates) =>
    findRelevanceBy(
      db,
      candidates,
      sql`
        select coalesce(candidate.arose_at, clock_timestamp()) as since, balance
        from wallets join members on members.id = wallets.member_id
        where wallets.member_id = candidate.member_id and balance < ${LOW_BALANCE} and not ${isFirstDaySql}
          and not exists (
            select 1 from subscriptions where subscriptions.member_id = candidate.member_id and ${isSubscriptionActive})`,
    ),
  push: { urgency: "low", path: () => "/profile?from=push#crushes" },
  emailInterval: { ms: 7 * DAY_MS, column: "low_balance_emailed_at" },
  email: ([{ balance }]) => {
    const left = `${formatCrushes(balance)} left`;
    return {
      subject: balance === 0 ? "You are out of crushes" : `You have ${left}`,
      preview: "Writing to your matches stays free.",
      heading: balance === 0 ? "No crushes left" : left,
      paragraphs: [
        `A crush takes ${spelled(CRUSH_COST)}, and ${describePictures()}. Writing to your matches stays free.`,
        "We mention this at most once a week.",
      ],
      label: "Open your wallet",
      path: "/profile#crushes",
    };
  },
};
