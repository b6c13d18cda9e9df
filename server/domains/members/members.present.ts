import { DELETED_MEMBER } from "#contract/chat/conversations.ts";
import { heightText } from "#contract/members/catalog.ts";
import type { MemberSummary, Photo } from "#contract/schemas.ts";
import type { CardRow, PageRow, PhotoRow } from "#server/domains/members/members.queries.ts";
import type { SignedCalendarUrls } from "#server/platform/adapters/signed-calendar-urls.ts";
import type { SignedPhotoUrls } from "#server/platform/adapters/signed-photo-urls.ts";

export interface ViewerContext {
  readonly viewerId: string;
  readonly photoUrls: SignedPhotoUrls;
  readonly calendarUrls: SignedCalendarUrls;
}

/** Photos in their order; the first is the main one. */
export const presentPhotos = (rows: readonly PhotoRow[], { viewerId, photoUrls }: ViewerContext): Photo[] =>
  rows.map((row, index) => {
    const urls = photoUrls.of(row.key, viewerId);
    return {
      _id: row.id,
      url: urls.full,
      mediumUrl: urls.medium,
      thumbnailUrl: urls.thumb,
      isMain: index === 0,
      displayMode: row.display_mode,
      focusX: row.focus_x,
      focusY: row.focus_y,
      width: row.width,
      height: row.height,
      blur: row.thumbhash,
      alt: row.alt,
      ...(row.check_state && { check: row.check_state }),
    };
  });

export const presentSummary = (row: CardRow, viewer: ViewerContext): MemberSummary => ({
  _id: row.id,
  username: row.username,
  isDemo: row.is_demo,
  isVerified: row.is_verified,
  profile: {
    age: row.age,
    location: row.location,
    photos: presentPhotos(row.photos, viewer),
    photoCount: row.photos[0]?.photo_count ?? 0,
  },
});

export const presentDeletedMember = (id: string): MemberSummary & { isGone: true } => ({
  _id: id,
  username: DELETED_MEMBER,
  isDemo: false,
  isVerified: false,
  isGone: true,
  profile: { age: null, location: "", photos: [], photoCount: 0 },
});

/** The public part of a profile, field by field. */
export const presentProfile = (row: PageRow, viewer: ViewerContext) => ({
  age: row.age,
  gender: row.gender ?? "",
  height: row.height_inches === null ? "" : heightText(row.height_inches),
  bodyType: row.body_type ?? "",
  location: row.location,
  bio: row.bio,
  interests: row.interests,
  lookingFor: row.looking_for ?? "",
  photos: presentPhotos(row.photos, viewer),
  prompts: row.prompts,
});
