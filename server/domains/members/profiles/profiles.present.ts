import type { OwnProfile } from "#contract/members/profiles.ts";
import { presentProfile, type ViewerContext } from "#server/domains/members/members.present.ts";
import type { Profile } from "#server/platform/db/schema/profiles.ts";
import { centreOf } from "#server/platform/geo/geo-cells.ts";

interface Own {
  readonly page: Parameters<typeof presentProfile>[0];
  readonly profile: Profile;
  readonly email: { readonly email: string; readonly verified: boolean };
  readonly settings: Pick<OwnProfile["profile"], "notifications" | "quietHours">;
  readonly privacy: Pick<OwnProfile, "hidden" | "hiddenUntil">;
  readonly restrictions: OwnProfile["restrictions"];
  readonly isSelfieRequired: boolean;
  readonly changes: OwnProfile["changes"];
}

/** With the private parts. Coordinates are the cell's centre. */
export function presentOwn(
  { page, profile, email, settings, privacy, restrictions, isSelfieRequired, changes }: Own,
  viewing: ViewerContext,
): OwnProfile {
  const centre = profile.h3_cell === null ? null : centreOf(profile.h3_cell);
  return {
    _id: page.id,
    username: page.username,
    email: email.email,
    emailVerified: email.verified,
    isVerified: page.is_verified,
    isSelfieRequired,
    hidden: privacy.hidden,
    hiddenUntil: privacy.hiddenUntil,
    restrictions,
    profile: {
      ...presentProfile(page, viewing),
      coordinates: centre && { type: "Point", coordinates: [centre.lng, centre.lat] },
      locationType: profile.location_type,
      ...settings,
      completion: profile.completion,
    },
    changes,
  };
}
