import * as z from "zod/mini";
import { LEVELED_SPORTS_MAX } from "#contract/limits.ts";
import { LEVEL_MAX } from "#contract/members/catalog.ts";
import { SPORTS } from "#contract/training/sports.ts";
import { WEEK_PARTS } from "#contract/training/training-week.ts";

const partError = "Choose the times from the week";
const sportsError = `Choose up to ${LEVELED_SPORTS_MAX} sports, each with a level`;

const leveledSport = z.object({
  sport: z.enum(SPORTS, sportsError),
  /** From 1 to 5; `LEVEL_LABELS` has the words. */
  level: z.int(sportsError).check(z.minimum(1, sportsError), z.maximum(LEVEL_MAX, sportsError)),
});
export type LeveledSport = z.output<typeof leveledSport>;

/** Repeated parts count once. */
export const trainingUpdate = z
  .object({
    /** Parts of the week; see `training-week.ts`. */
    parts: z
      .array(z.int(partError).check(z.minimum(0, partError), z.maximum(WEEK_PARTS - 1, partError)), partError)
      .check(z.maxLength(WEEK_PARTS, partError)),
    sports: z.array(leveledSport, sportsError).check(
      z.maxLength(LEVELED_SPORTS_MAX, sportsError),
      z.refine((list) => new Set(list.map(({ sport }) => sport)).size === list.length, "Choose each sport once"),
    ),
    isShared: z.boolean("Choose whether others are matched by it"),
    /** As the member has agreed to. */
    consentVersion: z.int(),
  })
  .check(
    z.refine(({ parts, sports }) => parts.length + sports.length > 0, {
      error: "Choose a time or a sport first",
      path: ["parts"],
    }),
  );
export type TrainingUpdate = z.output<typeof trainingUpdate>;
