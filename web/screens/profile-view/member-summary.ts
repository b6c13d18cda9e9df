import type { MemberView } from "#contract/discovery/discovery.ts";
import type { MemberSummary } from "#contract/schemas.ts";

/** What other screens show of a member whose profile is open. */
export const toMemberSummary = ({ profile, ...member }: MemberView["user"]): MemberSummary => ({
  ...member,
  profile: {
    age: profile.age,
    location: profile.location,
    photos: profile.photos.slice(0, 1),
    photoCount: profile.photos.length,
  },
});
