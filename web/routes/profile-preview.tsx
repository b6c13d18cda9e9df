import type { OwnProfile } from "#contract/profiles.ts";
import { PhotoCarousel } from "#web/features/browse/photo-carousel.tsx";
import { ProfileStory } from "#web/features/browse/profile-story.tsx";

/** The parts of the profile view, told what the form holds. */
export function ProfilePreview({ own: { _id, username, profile } }: { own: OwnProfile }) {
  const user = { _id, username, isDemo: false, profile };
  return (
    <>
      <PhotoCarousel photos={profile.photos} username={username} />
      <ProfileStory view={{ success: true, user, crushSent: false, isMatch: false, distance: null }} mine={[]} />
    </>
  );
}
