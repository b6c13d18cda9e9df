import type { MemberView } from "#contract/discovery/discovery.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import type { TrainingWeek } from "#contract/training/training.ts";
import { coarseBits, coarsePartsOf, countedBits } from "#contract/training/training-week.ts";
import { PhotoCarousel } from "#web/domains/members/photos/photo-carousel.tsx";
import { ProfileDetails } from "#web/domains/members/profile-details.tsx";
import { useTraining } from "#web/screens/profile-editor/training/training.queries.ts";

/** The profile view, rendered from the values of the edit form, as it is for members who share their week. */
export function ProfilePreview({ own: { _id, username, isVerified, profile } }: { own: OwnProfile }) {
  const { data: week } = useTraining();
  const user = { _id, username, isDemo: false, isVerified, profile };
  return (
    <>
      <PhotoCarousel photos={profile.photos} username={username} />
      <ProfileDetails
        view={{
          success: true,
          user,
          crushSent: false,
          crushedOnMe: false,
          passedUntil: null,
          isMatch: false,
          distance: null,
          recency: null,
          week: week?.isShared ? shareWeek(week) : null,
        }}
        ownInterests={[]}
      />
    </>
  );
}

/** As others see a week once it counts. */
const shareWeek = ({ parts, sports }: TrainingWeek): MemberView["week"] => ({
  parts: coarsePartsOf(countedBits(coarseBits(parts))),
  sports,
});
