import { sql } from "kysely";
import { heightText } from "#contract/members/catalog.ts";
import { imageFile, jsonFile } from "#server/domains/members/member-data/archive.ts";
import {
  DERIVED,
  FIELDS,
  fields,
  ID,
  IMAGE_METADATA,
  type MemberData,
  NORMALIZED,
  ownRows,
  row,
  rows,
  shown,
  within,
} from "#server/domains/members/member-data/member-data.ts";
import { deleteProfileData } from "#server/domains/members/profiles/profiles.service.ts";
import { checkSql } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import { centreOf } from "#server/platform/geo/geo-cells.ts";

const profile = row<{ height: number | null; coordinates: string | null }>(
  {
    ...fields(
      "profiles",
      `username age gender body_type location location_type location_changes_date:placeChangesOn
        location_changes_today:placeChanges bio interests looking_for prompts texts_changed_at completion
        effective_gender:countedGender effective_age:countedAge gender_effective_at:genderCountsAt
        age_effective_at:ageCountsAt verified_at height_inches:height h3_cell:coordinates`,
    ),
  },
  (me) => sql`profiles where member_id = ${me}`,
);

const photos = rows<{ file: string; position: number }>(
  {
    ...fields("photos", "key:file position width height display_mode focus_x focus_y alt created_at:addedAt"),
    check: checkSql,
  },
  (me) => sql`photos left join image_checks using (key) where member_id = ${me} order by position`,
);

export const memberData: MemberData = {
  tables: {
    profiles: {
      withheld: {
        [ID]: "member_id verified_photo_id",
        [NORMALIZED]: "username_normalized username_skeleton",
        "derived from the date of birth, which is exported": "next_birthday",
      },
      erased: { phase: "profile" },
    },
    profile_changes: {
      withheld: {
        [ID]: "id member_id",
        "derived: the first change of its field, without a previous value": "is_first",
      },
      erased: { phase: "profile" },
    },
    photos: {
      withheld: { [ID]: "id member_id", [IMAGE_METADATA]: "thumbhash", [DERIVED]: "check_state" },
      erased: { phase: "profile" },
    },
  },
  export: {
    "profile.json": {
      [FIELDS]: {
        shows: profile.shows,
        async read(ctx, me) {
          const found = await profile.read(ctx, me);
          if (!found) return null;
          const { height, coordinates: cell } = found;
          return {
            ...found,
            height: height === null ? null : heightText(height),
            coordinates: cell === null ? null : centreOf(cell),
          };
        },
      },
      changes: ownRows(
        "profile_changes",
        "field old_value:before new_value:after changed_at effective_at:countsAt",
        "changed_at, id",
      ),
    },
    "photos.json": {
      showsIn: {
        "photos.json": {
          ...photos.shows,
          ...within("*.check", shown("image_checks", "state requested_at checked_at scores")),
        },
      },
      async *files(ctx, me) {
        const found = await photos.read(ctx, me);
        const nameAt = (position: number) => `photos/${position + 1}.webp`;
        yield jsonFile(
          "photos.json",
          found.map((photo) => ({ ...photo, file: nameAt(photo.position), position: photo.position + 1 })),
        );
        for (const { file: key, position } of found) yield* imageFile(ctx, nameAt(position), key);
      },
    },
  },
  close: { profile: ({ ctx, tx, id }) => deleteProfileData(ctx, tx, id) },
};
