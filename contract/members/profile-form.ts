import * as z from "zod/mini";
import { lengthLimit } from "#contract/form-fields.ts";
import { formatAlternatives } from "#contract/format.ts";
import {
  AGE_MAX,
  AGE_MIN,
  BIO_MAX,
  CHOICE_MAX,
  INTERESTS_MAX,
  LOCATION_MAX,
  PROMPT_ANSWER_MAX,
  PROMPTS_MAX,
} from "#contract/limits.ts";
import { BODY_TYPES, GENDERS, HEIGHTS, INTERESTS, LOOKING_FOR, PROMPTS } from "#contract/members/catalog.ts";

const degrees = (name: string, most: number) => {
  const error = `${name} must be a number from -${most} to ${most}`;
  return z.number(error).check(z.minimum(-most, error), z.maximum(most, error));
};
export const latitude = degrees("Latitude", 90);
export const longitude = degrees("Longitude", 180);

/** A GeoJSON point: longitude first. */
const point = z.object({ type: z.optional(z.literal("Point")), coordinates: z.tuple([longitude, latitude]) });
export type Point = z.output<typeof point>;

export const locationTypes = z.enum(["manual", "device"]);

/** Null or empty text clears it. */
const oneOf = (list: readonly string[], error: string) =>
  z.optional(
    z.nullable(
      z.string(error).check(
        lengthLimit(CHOICE_MAX, error),
        z.refine((value) => value === "" || list.includes(value), error),
      ),
    ),
  );

const ageError = `Age must be between ${AGE_MIN} and ${AGE_MAX}`;
const interestsError = `Choose up to ${INTERESTS_MAX} interests from the list`;

/** Absent fields are kept; null, empty text or an empty list clears a field. */
export const profileUpdate = z.object({
  age: z.optional(
    z.nullable(
      z.union(
        [z.int(ageError).check(z.minimum(AGE_MIN, ageError), z.maximum(AGE_MAX, ageError)), z.literal("")],
        ageError,
      ),
    ),
  ),
  gender: oneOf(GENDERS, `Gender must be ${formatAlternatives(GENDERS)}`),
  height: oneOf(HEIGHTS, "Choose a height from the list"),
  bodyType: oneOf(BODY_TYPES, "Choose a body type from the list"),
  location: z.optional(
    z.nullable(z.string().check(z.trim(), lengthLimit(LOCATION_MAX, `Location can have ${LOCATION_MAX} characters`))),
  ),
  coordinates: z.optional(z.nullable(point)),
  locationType: z.optional(locationTypes),
  bio: z.optional(z.nullable(z.string().check(z.trim(), lengthLimit(BIO_MAX, `Bio can have ${BIO_MAX} characters`)))),
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
            question: z.string().check(
              lengthLimit(CHOICE_MAX, "Choose a prompt from the list"),
              z.refine((q) => q === "" || (PROMPTS as readonly string[]).includes(q), "Choose a prompt from the list"),
            ),
            answer: z
              .string()
              .check(z.trim(), lengthLimit(PROMPT_ANSWER_MAX, `An answer can have ${PROMPT_ANSWER_MAX} characters`)),
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
export type ProfileUpdate = z.output<typeof profileUpdate>;
