import type { QueryClient } from "@tanstack/react-query";
import type { MemberView } from "#contract/discovery.ts";
import { memberKey } from "#web/features/members/member.api.ts";
import type { Live } from "#web/lib/live.ts";

/** Notes on a member's profile that my crush on them is in, or that we match. */
export function noteOnProfile(
  cache: QueryClient,
  memberId: string,
  what: Partial<Pick<MemberView, "crushSent" | "isMatch">>,
): void {
  cache.setQueryData<MemberView>(memberKey(memberId), (view) => view && { ...view, ...what });
}

export const membersLive: Live = {
  crush_sent: ({ userId }, cache) => noteOnProfile(cache, userId, { crushSent: true }),
  matched: ({ with: { _id } }, cache) => noteOnProfile(cache, _id, { crushSent: true, isMatch: true }),
};
