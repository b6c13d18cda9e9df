import type { QueryClient } from "@tanstack/react-query";
import type { MemberView } from "#contract/discovery.ts";
import { isEnding } from "#web/features/members/ending.ts";
import { memberKey, membersKey } from "#web/features/members/member.api.ts";
import { askAgain, type Live, write } from "#web/lib/live.ts";

/** Notes on a member's profile that my crush on them is in, or that we match. */
export function noteOnProfile(
  cache: QueryClient,
  memberId: string,
  what: Partial<Pick<MemberView, "crushSent" | "isMatch">>,
): void {
  write<MemberView>(cache, memberKey(memberId), (view) => ({ ...view, ...what }));
}

export const membersLive: Live = {
  crush_sent: ({ userId }, cache) => noteOnProfile(cache, userId, { crushSent: true }),
  matched: ({ with: { _id } }, cache) => noteOnProfile(cache, _id, { crushSent: true, isMatch: true }),
  /** What I may see of them now, if anything, the server knows. */
  relationship_ended: ({ userId }, cache) => {
    if (!isEnding(cache, userId)) void cache.resetQueries({ queryKey: memberKey(userId) });
  },
  discovery_invalidated: (_, cache) => void askAgain(cache, membersKey),
  member_deleted: ({ userId }, cache) => void cache.resetQueries({ queryKey: memberKey(userId) }),
  missed: (cache) => void askAgain(cache, membersKey),
};
