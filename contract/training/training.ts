import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { ok, time } from "#contract/schemas.ts";
import { SPORTS } from "#contract/training/sports.ts";
import { trainingUpdate } from "#contract/training/training-form.ts";

/** Only the member's own devices see it. They get changes as `settings_changed`. */

const trainingWeek = z.object({
  /** Parts of the week in their order; see `training-week.ts`. */
  parts: z.array(z.int()),
  sports: z.array(z.object({ sport: z.enum(SPORTS), level: z.int() })),
  isShared: z.boolean(),
  consentVersion: z.int(),
  /** From then on it counts for matching; null if it counts already, or never will. */
  countsFrom: z.nullable(time),
});
export type TrainingWeek = z.output<typeof trainingWeek>;

/** Null without a week. */
const reply = z.object({ success: ok, week: z.nullable(trainingWeek) });

export const getTraining = endpoint({
  method: "GET",
  path: "/api/training",
  summary: "Get the current member's training week",
  access: "member",
  reply,
});

export const updateTraining = endpoint({
  method: "PUT",
  path: "/api/training",
  summary: "Replace the current member's training week. It counts for matching from the next day, in UTC",
  access: "member",
  body: trainingUpdate,
  reply,
});

export const deleteTraining = endpoint({
  method: "DELETE",
  path: "/api/training",
  summary: "Delete the current member's training week, at once. Idempotent",
  access: "member",
  reply: z.object({ success: ok }),
});
