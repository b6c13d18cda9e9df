import type { OwnProfile } from "#contract/profiles.ts";
import { PhotoCarousel } from "#web/features/browse/photo-carousel.tsx";
import { ProfileDetails } from "#web/features/members/profile-details.tsx";

/** The profile view, rendered from the values of the edit form. */
export function ProfilePreview({ own: { _id, username, isVerified, profile } }: { own: OwnProfile }) {
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
          week: null,
        }}
        ownInterests={[]}
      />
    </>
  );
}
