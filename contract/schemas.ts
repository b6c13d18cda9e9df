import * as z from "zod/mini";
import { EMAIL_TOKEN_MAX, PROOF_MAX } from "#contract/limits.ts";

/** Shapes that several calls share. */

/**
 * The maximum length of a text. It ends the check of a longer one, so no pattern after it ever sees more than `most` characters.
 * Each text that a call takes has one before its first pattern.
 * @param error absent: what zod says
 */
export const lengthLimit = (most: number, error?: string) =>
  z.maxLength(most, { abort: true, ...(error !== undefined && { error }) });

/** A UUID, in lower case whatever was sent: ids are compared as text. */
export const id = z.uuid({ error: "That is not an id", abort: true }).check(z.toLowerCase());
/** The token in a link that was mailed. */
export const emailToken = z.string().check(lengthLimit(EMAIL_TOKEN_MAX));
/** ISO 8601, UTC. */
export const time = z.iso.datetime();
export const ok = z.literal(true);

/** A reply that says no more than that it is done. */
export const okResponse = z.object({ success: ok });

/**
 * Proves work after a refusal with `proof_of_work_required`: the JSON text of `{ challenge, solution }`, where `challenge` is
 * the refusal's and `solution` is `{ counter, derivedKey }` as ALTCHA's `solveChallenge` finds it. Good for one call.
 */
export const proofField = z.optional(z.string().check(lengthLimit(PROOF_MAX)));

/** A whole number in an address, where one is refused in words. */
export const queryNumber = (least: number, most: number, error: string) =>
  z.coerce.number(error).check(z.int(error), z.minimum(least, error), z.maximum(most, error));

export const pageLimit = queryNumber(1, 100, "A limit is a whole number from 1 to 100");

/** `?limit=&cursor=`, for lists that can grow. The cursor is one that an earlier page answered as `nextCursor`. */
export const page = z.object({
  limit: z.optional(pageLimit),
  cursor: z.optional(id),
});
export type Page = z.output<typeof page>;
export const nextCursor = z.nullable(z.string());

/** `contain`: the whole picture over its own blur. `cover`: it fills its frame. */
export const displayMode = z.enum(["contain", "cover"]);

export const photo = z.object({
  _id: id,
  /** Relative to the root, at most 1080 px wide; `thumbnailUrl` at most 320 px. */
  url: z.string(),
  thumbnailUrl: z.string(),
  isMain: z.boolean(),
  displayMode,
  /** The full picture's size in pixels. */
  width: z.int(),
  height: z.int(),
  /** A thumbhash, base64: what stands in while the picture loads. */
  blur: z.string(),
  alt: z.string(),
});
export type Photo = z.output<typeof photo>;

export const promptAnswer = z.object({ question: z.string(), answer: z.string() });
export type PromptAnswer = z.output<typeof promptAnswer>;

/** What any member may see of another: nothing else leaves. Empty text stands for what was not told. */
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

/** What somebody is called who has deleted their account. */
export const DELETED_MEMBER = "Deleted member";

/** A member on a card or in a list. */
export const memberSummary = z.object({
  _id: id,
  username: z.string(),
  /** One of the illustrated members that show the product. */
  isDemo: z.boolean(),
  profile: z.object({ age: z.nullable(z.int()), location: z.string(), photos: z.array(photo) }),
});
export type MemberSummary = z.output<typeof memberSummary>;

/** How much of a limit is left, where that is little. */
export const remaining = z.object({
  left: z.int(),
  /** When it begins anew. */
  until: time,
});
export type Remaining = z.output<typeof remaining>;
