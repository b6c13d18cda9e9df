import * as z from "zod/mini";
import { lengthLimit, toVisibleLine } from "#contract/form-fields.ts";
import { id, sentTime, time } from "#contract/schemas.ts";
import { timeZone } from "#contract/time-zones.ts";
import {
  DATE_MINUTES_MAX,
  DATE_MINUTES_MIN,
  DATE_PLACE_MAX,
  DATE_STATES,
  DATE_TIMES_MAX,
} from "#contract/training/date-rules.ts";
import { EFFORTS, SPORTS } from "#contract/training/sports.ts";

const placeError = `A place has up to ${DATE_PLACE_MAX} characters`;
const timesError = `Choose one to ${DATE_TIMES_MAX} times`;
const minutesError = `Choose ${DATE_MINUTES_MIN} to ${DATE_MINUTES_MAX} minutes`;

export const dateDetails = z.object({
  sport: z.enum(SPORTS, "Choose a sport"),
  times: z.array(sentTime, timesError).check(
    z.minLength(1, timesError),
    z.maxLength(DATE_TIMES_MAX, timesError),
    z.refine((times) => new Set(times.map(Date.parse)).size === times.length, "Each time must be another one"),
  ),
  /** In the place. */
  timeZone,
  minutes: z
    .int(minutesError)
    .check(z.minimum(DATE_MINUTES_MIN, minutesError), z.maximum(DATE_MINUTES_MAX, minutesError)),
  place: z
    .string("Say where")
    .check(
      z.trim(),
      z.minLength(1, "Say where"),
      lengthLimit(DATE_PLACE_MAX, placeError),
      z.overwrite(toVisibleLine),
      z.minLength(1, "Say where"),
    ),
  effort: z.optional(z.enum(EFFORTS, "Choose chatty, steady or hard")),
});
export type DateDetails = z.output<typeof dateDetails>;

export const workoutDate = z.object({
  ...dateDetails.shape,
  state: z.enum(DATE_STATES),
  /** Null if contact ended. */
  changedBy: z.nullable(id),
  changedAt: time,
  /** Null if there is nothing to answer. */
  turn: z.nullable(id),
  /** Raised by each change. */
  version: z.int(),
  /** The agreement that holds while a change waits for an answer. */
  earlier: z.nullable(z.pick(dateDetails, { sport: true, times: true, minutes: true, place: true, effort: true })),
  onMyWay: z.array(id),
  /** Relative to the root, for its reader only. Null until the date is agreed. */
  calendarUrl: z.nullable(z.string()),
  /** The last change: a wish to change the agreement was refused or withdrawn. */
  kept: z.optional(z.literal(true)),
  /** Both have said that they trained together. */
  trainedTogether: z.optional(z.literal(true)),
});
export type WorkoutDate = z.output<typeof workoutDate>;
