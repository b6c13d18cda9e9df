import * as z from "zod/mini";
import { BODY_TYPES, GENDERS, HEIGHTS, INTERESTS, LOOKING_FOR, PROMPTS } from "#contract/catalog.ts";
import { endpoint } from "#contract/endpoint.ts";
import {
  AGE_MAX,
  AGE_MIN,
  BIO_MAX,
  INTERESTS_MAX,
  LOCATION_MAX,
  PHOTO_ALT_MAX,
  PHOTOS_MAX,
  PROMPT_ANSWER_MAX,
  PROMPTS_MAX,
} from "#contract/limits.ts";
import { displayMode, done, id, photo, publicProfile } from "#contract/shapes.ts";

const degrees = (name: string, most: number) => {
  const error = `${name} must be a number from -${most} to ${most}`;
  return z.number(error).check(z.minimum(-most, error), z.maximum(most, error));
};
const latitude = degrees("Latitude", 90);
const longitude = degrees("Longitude", 180);

/** Longitude first. */
const place = z.tuple([z.number(), z.number()]);

/** A GeoJSON point: longitude first. */
const point = z.object({ type: z.optional(z.literal("Point")), coordinates: z.tuple([longitude, latitude]) });
export type Point = z.output<typeof point>;

export const locationTypes = z.enum(["manual", "device"]);

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

const own = z.object({
  _id: id,
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  profile: ownProfile,
});
export type OwnProfile = z.output<typeof own>;

/** One of a list; null or empty text clears it. */
const oneOf = (list: readonly string[], error: string) =>
  z.optional(z.nullable(z.string(error).check(z.refine((value) => value === "" || list.includes(value), error))));

const ageError = `Age must be between ${AGE_MIN} and ${AGE_MAX}`;
const interestsError = `Choose up to ${INTERESTS_MAX} interests from the list`;

/** Absent keeps what is there; null, empty text or an empty list clears it. */
export const profileChange = z.object({
  age: z.optional(
    z.nullable(
      z.union(
        [z.int(ageError).check(z.minimum(AGE_MIN, ageError), z.maximum(AGE_MAX, ageError)), z.literal("")],
        ageError,
      ),
    ),
  ),
  gender: oneOf(GENDERS, "Gender must be Man or Woman"),
  height: oneOf(HEIGHTS, "Choose a height from the list"),
  bodyType: oneOf(BODY_TYPES, "Choose a body type from the list"),
  location: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(LOCATION_MAX, `Location can have ${LOCATION_MAX} characters`))),
  ),
  coordinates: z.optional(z.nullable(point)),
  locationType: z.optional(locationTypes),
  bio: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(BIO_MAX, `Bio can have ${BIO_MAX} characters`)))),
  interests: z.optional(
    z.nullable(
      z.array(z.enum(INTERESTS, interestsError)).check(
        z.maxLength(INTERESTS_MAX, interestsError),
        z.refine((list) => new Set(list).size === list.length, interestsError),
      ),
    ),
  ),
  lookingFor: oneOf(LOOKING_FOR, "Choose what you are looking for from the list"),
  prompts: z.optional(
    z.nullable(
      z
        .array(
          z.object({
            question: z
              .string()
              .check(
                z.refine(
                  (q) => q === "" || (PROMPTS as readonly string[]).includes(q),
                  "Choose a prompt from the list",
                ),
              ),
            answer: z
              .string()
              .check(z.trim(), z.maxLength(PROMPT_ANSWER_MAX, `An answer can have ${PROMPT_ANSWER_MAX} characters`)),
          }),
        )
        .check(
          z.maxLength(PROMPTS_MAX, `Answer up to ${PROMPTS_MAX} prompts`),
          z.refine((list) => {
            const asked = list.map((p) => p.question).filter((q) => q !== "");
            return new Set(asked).size === asked.length;
          }, "Answer each prompt once"),
        ),
    ),
  ),
});
export type ProfileChange = z.output<typeof profileChange>;

export const getProfile = endpoint({
  method: "GET",
  path: "/api/profile",
  summary: "One's own profile, private parts included",
  access: "member",
  reply: z.object({ success: done, profile: own }),
});

export const updateProfile = endpoint({
  method: "PUT",
  path: "/api/profile",
  summary:
    "Change one's own profile; absent fields stay, empty ones are cleared, text places are located by the server",
  access: "member",
  body: profileChange,
  reply: z.object({ success: done, message: z.string(), profile: own }),
});

const photoList = z.object({ success: done, photos: z.array(photo) });

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

export const orderPhotos = endpoint({
  method: "PUT",
  path: "/api/profile/photos/order",
  summary: "Put one's photos into an order; the first is the main photo",
  access: "member",
  body: z.object({ photoIds: z.array(id).check(z.maxLength(PHOTOS_MAX)) }),
  reply: photoList,
});

export const changePhoto = endpoint({
  method: "PUT",
  path: "/api/profile/photos/:photoId",
  summary: "Change how a photo is shown, or the words that stand for it; absent fields stay",
  access: "member",
  params: z.object({ photoId: id }),
  body: z.object({
    displayMode: z.optional(displayMode),
    alt: z.optional(
      z.string().check(z.trim(), z.maxLength(PHOTO_ALT_MAX, `A description can have ${PHOTO_ALT_MAX} characters`)),
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
  reply: z.object({ success: done, location: z.string() }),
});

export const geocode = endpoint({
  method: "POST",
  path: "/api/profile/geocode",
  summary: "Where a named place is, and what else it may be where that is not clear",
  access: "member",
  body: z.object({ location: z.string().check(z.trim(), z.minLength(1), z.maxLength(LOCATION_MAX)) }),
  reply: z.object({
    success: done,
    coordinates: z.object({ coordinates: place }),
    /** Two or more, the most likely first, where the text may mean several places; else none. */
    choices: z.array(z.object({ location: z.string(), coordinates: z.object({ coordinates: place }) })),
  }),
});
