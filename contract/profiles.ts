import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { LOCATION_MAX, PHOTO_ALT_MAX, PHOTOS_MAX } from "#contract/limits.ts";
import { latitude, locationTypes, longitude, profileUpdate } from "#contract/profile-form.ts";
import { displayMode, id, lengthLimit, ok, photo, publicProfile, time } from "#contract/schemas.ts";

export type { Point, ProfileUpdate as ProfileChange } from "#contract/profile-form.ts";

/** Longitude first. */
const place = z.tuple([z.number(), z.number()]);

/** The six flags of what a member wants to be told of. */
export const notificationFlags = z.object({
  emailEnabled: z.boolean(),
  crushReceived: z.boolean(),
  newMessage: z.boolean(),
  newMatch: z.boolean(),
  lowCrushBalance: z.boolean(),
  marketing: z.boolean(),
});

const ownProfile = z.object({
  ...publicProfile.shape,
  coordinates: z.nullable(z.object({ type: z.literal("Point"), coordinates: z.tuple([z.number(), z.number()]) })),
  locationType: locationTypes,
  notifications: notificationFlags,
  /** A whole percentage; 4 of the 6 points are 67. */
  completion: z.int(),
});

/** How often something can still change this year. */
const rareChange = z.object({
  left: z.int(),
  /** When one more change is free, where none is left. */
  nextAt: z.nullable(time),
  /** When the last change counts for who sees whom, where it does not yet. */
  countsAt: z.nullable(time),
});

const own = z.object({
  _id: id,
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  profile: ownProfile,
  /** Absent where changes are not limited. */
  changes: z.optional(z.object({ age: rareChange, gender: rareChange })),
});
export type OwnProfile = z.output<typeof own>;

export const getProfile = endpoint({
  method: "GET",
  path: "/api/profile",
  summary: "One's own profile, private parts included",
  access: "member",
  reply: z.object({ success: ok, profile: own }),
});

export const updateProfile = endpoint({
  method: "PUT",
  path: "/api/profile",
  summary:
    "Change one's own profile; absent fields stay, empty ones are cleared, text places are located by the server",
  access: "member",
  body: profileUpdate,
  reply: z.object({ success: ok, message: z.string(), profile: own }),
});

const photoList = z.object({ success: ok, photos: z.array(photo) });

export const addPhotos = endpoint({
  method: "POST",
  path: "/api/profile/photos",
  summary: "Add photos (repeated field `photos`); one bad file refuses the whole upload",
  access: "member",
  multipart: true,
  reply: photoList,
  status: 201,
});

export const removePhoto = endpoint({
  method: "DELETE",
  path: "/api/profile/photos/:photoId",
  summary: "Remove a photo; the next one becomes the main photo",
  access: "member",
  params: z.object({ photoId: id }),
  reply: photoList,
});

export const reorderPhotos = endpoint({
  method: "PUT",
  path: "/api/profile/photos/order",
  summary: "Put one's photos into an order; the first is the main photo",
  access: "member",
  body: z.object({ photoIds: z.array(id).check(z.maxLength(PHOTOS_MAX)) }),
  reply: photoList,
});

export const updatePhoto = endpoint({
  method: "PUT",
  path: "/api/profile/photos/:photoId",
  summary: "Change how a photo is shown, or the words that stand for it; absent fields stay",
  access: "member",
  params: z.object({ photoId: id }),
  body: z.object({
    displayMode: z.optional(displayMode),
    alt: z.optional(
      z.string().check(z.trim(), lengthLimit(PHOTO_ALT_MAX, `A description can have ${PHOTO_ALT_MAX} characters`)),
    ),
  }),
  reply: photoList,
});

export const reverseGeocode = endpoint({
  method: "POST",
  path: "/api/profile/reverse-geocode",
  summary: "The name of a place, as 'City, Region', found from the centre of its cell",
  access: "member",
  body: z.object({ latitude, longitude }),
  reply: z.object({ success: ok, location: z.string() }),
});

export const geocode = endpoint({
  method: "POST",
  path: "/api/profile/geocode",
  summary: "Where a named place is, and what else it may be where that is not clear",
  access: "member",
  body: z.object({ location: z.string().check(z.trim(), z.minLength(1), lengthLimit(LOCATION_MAX)) }),
  reply: z.object({
    success: ok,
    coordinates: z.object({ coordinates: place }),
    /** Two or more, the most likely first, where the text may mean several places; else none. */
    choices: z.array(z.object({ location: z.string(), coordinates: z.object({ coordinates: place }) })),
  }),
});
