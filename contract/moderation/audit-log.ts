import * as z from "zod/mini";
import { lengthLimit } from "#contract/form-fields.ts";
import { byPerson, people } from "#contract/moderation/past-decisions.ts";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { id, nextCursor, ok, pageLimit, time } from "#contract/schemas.ts";

const ACTION_MAX = 50;

const logEntry = z.object({
  _id: id,
  at: time,
  by: z.string(),
  action: z.string(),
  /** The name is that of the member, also for a case, or of the person. Null if it is not known any more. */
  target: z.nullable(
    z.object({ _id: id, kind: z.enum(["member", "case", "staff", "other"]), name: z.nullable(z.string()) }),
  ),
  reason: z.string(),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type LogEntry = z.output<typeof logEntry>;

export const listLog = staffEndpoint({
  method: "GET",
  path: "/api/moderation/log",
  summary:
    "List what staff and operators have done and read, the latest first, for who reads the log. That is recorded",
  needs: "look",
  query: z.object({
    by: z.optional(byPerson),
    action: z.optional(z.string().check(lengthLimit(ACTION_MAX))),
    /** A member, with their cases, or something else. */
    about: z.optional(id),
    limit: z.optional(pageLimit),
    cursor: z.optional(id),
  }),
  reply: z.object({ success: ok, entries: z.array(logEntry), people, actions: z.array(z.string()), nextCursor }),
});
