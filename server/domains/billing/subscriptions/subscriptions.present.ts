import type { Membership as MembershipReply } from "#contract/schemas.ts";
import type { Membership } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";

export const presentMembership = (membership: Membership | undefined): MembershipReply | null =>
  membership ? { state: membership.state, periodEnd: membership.periodEnd.toISOString() } : null;
