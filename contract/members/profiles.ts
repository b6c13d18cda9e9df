import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { LOCATION_MAX, PHOTO_ALT_MAX, PHOTOS_MAX } from "#contract/limits.ts";
import { latitude, locationTypes, longitude, profileUpdate } from "#contract/members/profile-form.ts";
import { LATER_FLAGS, NOTIFICATION_FLAGS, type NotificationFlag } from "#contract/notifications/notification-causes.ts";
import { quietHours } from "#contract/notifications/quiet-hours.ts";
import { displayMode, focusCoordinate, id, ok, photo, publicProfile, time } from "#contract/schemas.ts";

export type { Point, ProfileUpdate as ProfileChange } from "#contract/members/profile-form.ts";

/** Longitude first. */
const place = z.tuple([z.number(), z.number()]);

export const notificationFlags = z.object(
  Object.fromEntries(NOTIFICATION_FLAGS.map((flag) => [flag, z.boolean()])) as Record<
    NotificationFlag,
    z.ZodMiniBoolean
  >,
);

/** Flags that an earlier version does not know stay as they are. */
export const notificationFlagsUpdate = z.partial(
  notificationFlags,
  Object.fromEntries(LATER_FLAGS.map((flag) => [flag, true])) as Record<(typeof LATER_FLAGS)[number], true>,
);

const ownProfile = z.object({
  ...publicProfile.shape,
  coordinates: z.nullable(z.object({ type: z.literal("Point"), coordinates: z.tuple([z.number(), z.number()]) })),
  locationType: locationTypes,
  notifications: notificationFlags,
  quietHours: z.nullable(quietHours),
  /** A whole percentage; 4 of the 6 points are 67. */
  completion: z.int(),
});

const rareChange = z.object({
  left: z.int(),
  /** Null while changes are left. */
  nextAt: z.nullable(time),
  countsAt: z.nullable(time),
});

export const RESTRICTION_KINDS = ["unlisted", "messaging"] as const;

const restriction = z.object({
  /** `unlisted`: not in Browse and in no daily set. `messaging`: no messages, attachments and crushes. */
  kind: z.enum(RESTRICTION_KINDS),
  since: time,
  /** Null if it has no end of its own. */
  until: z.nullable(time),
  /** For `/appeal/:token`. */
  appealToken: z.string(),
});
export type Restriction = z.output<typeof restriction>;

const own = z.object({
  _id: id,
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  isVerified: z.boolean(),
  /** An operator has asked for a selfie: the member is not listed until it is approved. */
  isSelfieRequired: z.boolean(),
  hidden: z.boolean(),
  hiddenUntil: z.nullable(time),
  /** The longest first. */
  restrictions: z.array(restriction),
  profile: ownProfile,
  /** Absent if changes are not limited. */
  changes: z.optional(z.object({ age: rareChange, gender: rareChange })),
});
export type OwnProfile = z.output<typeof own>;

export const getProfile = endpoint({
  method: "GET",
  path: "/api/profile",
  summary: "Get the current member's profile, including private fields",
  access: "member",
  reply: z.object({ success: ok, profile: own }),
});

export const updateProfile = endpoint({
  method: "PUT",
  path: "/api/profile",
  summary:
    "Update the current member's profile. Absent fields keep their values, empty ones are cleared, text locations are geocoded",
  access: "member",
  body: profileUpdate,
  reply: z.object({ success: ok, message: z.string(), profile: own }),
});

/** Another main photo than the verified one takes the badge away: `isVerified` is false then. */
const photoList = z.object({ success: ok, photos: z.array(photo), isVerified: z.boolean() });

export const addPhotos = endpoint({
  method: "POST",
  path: "/api/profile/photos",
  summary: "Add photos (repeated field `photos`). One invalid file rejects the whole upload",
  access: "member",
  multipart: { file: "photos", filesMax: PHOTOS_MAX },
  reply: photoList,
  status: 201,
});

export const removePhoto = endpoint({
  method: "DELETE",
  path: "/api/profile/photos/:photoId",
  summary: "Remove a photo. The next one becomes the main photo",
  access: "member",
  params: z.object({ photoId: id }),
  reply: photoList,
});

export const reorderPhotos = endpoint({
  method: "PUT",
  path: "/api/profile/photos/order",
  summary: "Reorder photos. The first is the main photo",
  access: "member",
  body: z.object({ photoIds: z.array(id).check(z.maxLength(PHOTOS_MAX)) }),
  reply: photoList,
});

export const updatePhoto = endpoint({
  method: "PUT",
  path: "/api/profile/photos/:photoId",
  summary: "Update a photo's display mode, focus point or alternative text. Absent fields keep their values",
  access: "member",
  params: z.object({ photoId: id }),
  body: z.object({
    displayMode: z.optional(displayMode),
    focusX: z.optional(focusCoordinate),
    focusY: z.optional(focusCoordinate),
    alt: z.optional(
      z.string().check(z.trim(), lengthLimit(PHOTO_ALT_MAX, `A description can have ${PHOTO_ALT_MAX} characters`)),
    ),
  }),
  reply: photoList,
});

export const reverseGeocode = endpoint({
  method: "POST",
  path: "/api/profile/reverse-geocode",
  summary: "Get the name of a place as 'City, Region', from the centre of its cell",
  access: "member",
  body: z.object({ latitude, longitude }),
  reply: z.object({ success: ok, location: z.string() }),
});

export const geocode = endpoint({
  method: "POST",
  path: "/api/profile/geocode",
  summary: "Get the coordinates of a named place, and alternatives if the name is ambiguous",
  access: "member",
  body: z.object({ location: z.string().check(z.trim(), z.minLength(1), lengthLimit(LOCATION_MAX)) }),
  reply: z.object({
    success: ok,
    coordinates: z.object({ coordinates: place }),
    /** 'City, Region' of a town; null for other places, and if the text is ambiguous. */
    name: z.nullable(z.string()),
    /** Empty unless the text is ambiguous; then two or more, the most likely first. */
    choices: z.array(z.object({ location: z.string(), coordinates: z.object({ coordinates: place }) })),
  }),
});
