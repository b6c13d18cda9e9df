import * as z from "zod/mini";
import { lengthLimit } from "#contract/form-fields.ts";
import { EMAIL_TOKEN_MAX, PROOF_MAX } from "#contract/limits.ts";
import { PROMPTS } from "#contract/members/catalog.ts";

/** A UUID, converted to lower case: ids are compared as text. */
export const id = z.uuid({ error: "That is not an id", abort: true }).check(z.toLowerCase());
export const emailToken = z.string().check(lengthLimit(EMAIL_TOKEN_MAX));
/** ISO 8601, UTC. */
export const time = z.iso.datetime();
/** The length of a time in ISO 8601, UTC. */
const TIME_MAX = 30;
const isTime = (text: string): boolean => time.safeParse(text).success;
export const sentTime = z.string().check(lengthLimit(TIME_MAX), z.refine(isTime, "That is no time"));
export const ok = z.literal(true);

export const okResponse = z.object({ success: ok });

/**
 * The proof after an error `proof_of_work_required`: the JSON text of `{ challenge, solution }`, with the error's `challenge`
 * and a `solution` of `{ counter, derivedKey }` from ALTCHA's `solveChallenge`. Valid for one call.
 */
export const proofField = z.optional(z.string().check(lengthLimit(PROOF_MAX)));

export const queryNumber = (least: number, most: number, error: string) =>
  z.coerce.number(error).check(z.int(error), z.minimum(least, error), z.maximum(most, error));

export const pageLimit = queryNumber(1, 100, "A limit is a whole number from 1 to 100");

/** `?limit=&cursor=`. The cursor is the `nextCursor` of the page before. */
export const page = z.object({
  limit: z.optional(pageLimit),
  cursor: z.optional(id),
});
export type Page = z.output<typeof page>;
export const nextCursor = z.nullable(z.string());
/** The place of a row in a list by time: it stays valid once the row is gone. */
const POSITION = /^\d{1,17}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const POSITION_MAX = 54;
const positionCursor = z.string().check(lengthLimit(POSITION_MAX), z.regex(POSITION, "That cursor is not one of ours"));

/** As `page`, of a list whose rows may go between two pages. */
export const positionPage = z.object({ limit: z.optional(pageLimit), cursor: z.optional(positionCursor) });
export type PositionPage = z.output<typeof positionPage>;

/** `contain`: the whole photo over its blurred copy. `cover`: it fills its frame. */
export const displayMode = z.enum(["contain", "cover"]);

export const focusCoordinate = z.int().check(z.minimum(0), z.maximum(100));

/** Why others do not see an image yet: `pending` until it is checked, `held` until a person has reviewed it. */
export const imageCheck = z.enum(["pending", "held"]);

export const photo = z.object({
  _id: id,
  /**
   * Relative to the root, at most 1080 px wide; `mediumUrl` at most 720 px, `thumbnailUrl` at most 320 px. The first two
   * answer with AVIF or WebP, depending on `Accept`.
   */
  url: z.string(),
  mediumUrl: z.string(),
  thumbnailUrl: z.string(),
  isMain: z.boolean(),
  displayMode,
  /** The point that stays in view where the photo is cropped, as with `object-position`. The default is the centre. */
  focusX: focusCoordinate,
  focusY: focusCoordinate,
  /** In pixels, of the full size. */
  width: z.int(),
  height: z.int(),
  /** A thumbhash, base64, to show while the photo loads. */
  blur: z.string(),
  alt: z.string(),
  /** For the owner: others do not see the photo yet. It is being checked, or waits for a person who reviews it. */
  check: z.optional(imageCheck),
});
export type Photo = z.output<typeof photo>;

export const promptAnswer = z.object({ question: z.string(), answer: z.string() });
export type PromptAnswer = z.output<typeof promptAnswer>;

/** Empty text if not given. */
export const publicProfile = z.object({
  age: z.nullable(z.int()),
  gender: z.string(),
  height: z.string(),
  bodyType: z.string(),
  location: z.string(),
  bio: z.string(),
  interests: z.array(z.string()),
  lookingFor: z.string(),
  photos: z.array(photo),
  prompts: z.array(promptAnswer),
});

/** An answer, by its question, or a photo. It may be gone since. */
export const crushAbout = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("prompt"), question: z.enum(PROMPTS) }),
  z.object({ kind: z.literal("photo"), photoId: id }),
]);
export type CrushAbout = z.output<typeof crushAbout>;

/** Of a card, which shows one photo. The profile has all. */
export const cardPhotos = {
  /** The main one, or none. */
  photos: z.array(photo),
  /** How many photos others see of the member. */
  photoCount: z.int(),
};

export const memberSummary = z.object({
  _id: id,
  username: z.string(),
  isDemo: z.boolean(),
  /** A person has compared a live selfie with their main photo. */
  isVerified: z.boolean(),
  profile: z.object({ age: z.nullable(z.int()), location: z.string(), ...cardPhotos }),
});
export type MemberSummary = z.output<typeof memberSummary>;

export const crushSender = z.extend(memberSummary, {
  /** Absent for a crush on the whole profile. */
  about: z.optional(crushAbout),
});
export type CrushSender = z.output<typeof crushSender>;

/** Present once little is left. */
export const remaining = z.object({
  left: z.int(),
  until: time,
});
export type Remaining = z.output<typeof remaining>;

/**
 * Per month. `stopped` ends with its period because of a suspension, and goes on if that is lifted before; `ends_now`
 * is about to end, as with an account that was ended.
 */
export const membership = z.object({
  state: z.enum(["renews", "stopped", "cancelled", "ends_now"]),
  periodEnd: time,
});
export type Membership = z.output<typeof membership>;
