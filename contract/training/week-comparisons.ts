import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, ok, time } from "#contract/schemas.ts";
import { SHARED_PARTS_MAX } from "#contract/training/date-rules.ts";

const params = z.object({ userId: id });
const comparison = z.discriminatedUnion("state", [
  z.object({ state: z.enum(["no_week", "open", "asked"]) }),
  z.object({ state: z.literal("shown"), parts: z.array(z.int()).check(z.maxLength(SHARED_PARTS_MAX)), until: time }),
  z.object({ state: z.literal("resting"), until: time }),
]);
export type WeekComparison = z.output<typeof comparison>;
const reply = z.object({ success: ok, comparison });

export const getWeekComparison = endpoint({
  method: "GET",
  path: "/api/matches/:userId/week-comparison",
  summary: "Get when the current member and a match both train, if both have asked",
  access: "member",
  params,
  reply,
});

export const compareWeeks = endpoint({
  method: "POST",
  path: "/api/matches/:userId/week-comparison",
  summary: "Ask to compare training weeks with a match. Shown to both once both have asked. Idempotent.",
  access: "member",
  params,
  reply,
});

export const withdrawWeekComparison = endpoint({
  method: "DELETE",
  path: "/api/matches/:userId/week-comparison",
  summary: "Take back the own question while nothing is shown. Idempotent.",
  access: "member",
  params,
  reply,
});
