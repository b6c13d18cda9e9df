import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, ok } from "#contract/schemas.ts";

/** The other member never learns of it, except that both have said `trained`. `wrong`: reported for the date. */
const OUTCOMES = ["trained", "missed", "wrong"] as const;
const outcome = z.enum(OUTCOMES);
export type DateOutcome = z.output<typeof outcome>;

const params = z.object({ messageId: id });
const reply = z.object({
  success: ok,
  /** The current member's own answer; null before it. */
  outcome: z.nullable(outcome),
  /** Both have said that they trained together, which stays. */
  trainedTogether: z.boolean(),
});
export type OwnOutcome = Omit<z.output<typeof reply>, "success">;

export const getDateOutcome = endpoint({
  method: "GET",
  path: "/api/dates/:messageId/outcome",
  summary: "Get what the current member has said after a workout date",
  access: "member",
  params,
  reply,
});

export const setDateOutcome = endpoint({
  method: "PUT",
  path: "/api/dates/:messageId/outcome",
  summary: "Say how an agreed workout date went, within 30 days of its end. Private, unless both trained. Idempotent.",
  access: "member",
  params,
  body: z.object({ outcome: z.enum(["trained", "missed"], "Choose whether you trained together") }),
  reply,
});
