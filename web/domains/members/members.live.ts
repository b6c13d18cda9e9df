import type { QueryClient } from "@tanstack/react-query";
import type { MemberView } from "#contract/discovery/discovery.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { isEndingContact } from "#web/domains/members/ending-contact.ts";
import { memberKey, membersKey } from "#web/domains/members/member.queries.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { type EventHandlers, refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

/** Updates the relationship in a cached profile. */
export function updateMemberView(
  cache: QueryClient,
  memberId: string,
  change: Partial<Pick<MemberView, "crushSent" | "crushedOnMe" | "passedUntil" | "isMatch">>,
): void {
  updateQuery<MemberView>(cache, memberKey(memberId), (view) => ({ ...view, ...change }));
}

/** Refetches cached members, except those with whom this tab is ending contact: these requests would be rejected. */
function refetchMembers(cache: QueryClient): void {
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: membersKey })) {
    const [, id] = queryKey;
    if (typeof id === "string" && !isEndingContact(cache, id)) void refetchQuery(cache, queryKey);
  }
}

const withoutCheck = ({ check: _, ...photo }: OwnProfile["profile"]["photos"][number]) => photo;

/** The own profile after one of its photos was checked. */
export function withPhotoCheck(own: OwnProfile, photoId: string, check: "pending" | "held" | null): OwnProfile {
  const photos = own.profile.photos.map((photo) => {
    if (photo._id !== photoId) return photo;
    return check === null ? withoutCheck(photo) : { ...photo, check };
  });
  return { ...own, profile: { ...own.profile, photos } };
}

export const membersLive: EventHandlers = {
  crush_received: ({ from: { _id, about } }, cache) =>
    updateMemberView(cache, _id, { crushedOnMe: true, ...(about && { crushAbout: about }) }),
  /** Only the server knows until when. */
  pass_changed: ({ userId }, cache) => void refetchQuery(cache, memberKey(userId)),
  crush_sent: ({ userId }, cache) => updateMemberView(cache, userId, { crushSent: true }),
  matched: ({ with: { _id } }, cache) => updateMemberView(cache, _id, { crushSent: true, isMatch: true }),
  /** Only the server knows what I may still see of them. */
  relationship_ended: ({ userId }, cache) => {
    if (!isEndingContact(cache, userId)) void cache.resetQueries({ queryKey: memberKey(userId) });
  },
  photo_checked({ photoId, check }, cache) {
    cache.setQueryData<OwnProfile>(ownProfileKey, (own) => own && withPhotoCheck(own, photoId, check));
    // The reply to the upload may still be under way, with the state before.
    void refetchQuery(cache, ownProfileKey);
  },
  discovery_invalidated: (_, cache) => refetchMembers(cache),
  member_deleted: ({ userId }, cache) => void cache.resetQueries({ queryKey: memberKey(userId) }),
  onReconnect(cache) {
    refetchMembers(cache);
    const own = cache.getQueryData<OwnProfile>(ownProfileKey);
    if (own?.profile.photos.some(({ check }) => check)) void refetchQuery(cache, ownProfileKey);
  },
};
