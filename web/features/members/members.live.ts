import type { QueryClient } from "@tanstack/react-query";
import type { MemberView } from "#contract/discovery.ts";
import { isEndingContact } from "#web/features/members/contact.queries.ts";
import { memberKey, membersKey } from "#web/features/members/member.queries.ts";
import { type EventHandlers, refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

/** Notes on a member's profile that my crush on them is in, or that we match. */
export function noteOnProfile(
  cache: QueryClient,
  memberId: string,
  what: Partial<Pick<MemberView, "crushSent" | "isMatch">>,
): void {
  updateQuery<MemberView>(cache, memberKey(memberId), (view) => ({ ...view, ...what }));
}

/** Refetches the members in the cache, except those with whom this tab is ending contact: their requests would be refused. */
function refetchMembers(cache: QueryClient): void {
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: membersKey })) {
    const [, id] = queryKey;
    if (typeof id === "string" && !isEndingContact(cache, id)) void refetchQuery(cache, queryKey);
  }
}

export const membersLive: EventHandlers = {
  crush_sent: ({ userId }, cache) => noteOnProfile(cache, userId, { crushSent: true }),
  matched: ({ with: { _id } }, cache) => noteOnProfile(cache, _id, { crushSent: true, isMatch: true }),
  /** What I may see of them now, if anything, the server knows. */
  relationship_ended: ({ userId }, cache) => {
    if (!isEndingContact(cache, userId)) void cache.resetQueries({ queryKey: memberKey(userId) });
  },
  discovery_invalidated: (_, cache) => refetchMembers(cache),
  member_deleted: ({ userId }, cache) => void cache.resetQueries({ queryKey: memberKey(userId) }),
  onReconnect: refetchMembers,
};
