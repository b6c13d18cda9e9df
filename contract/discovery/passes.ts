import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, nextCursor, ok, okResponse, positionPage, time } from "#contract/schemas.ts";

/** For `PASS_DAYS` days. A crush from that member is declined for that time. Only the current member learns of it. */

export const passMember = endpoint({
  method: "PUT",
  path: "/api/passes/:userId",
  summary:
    "Pass on a member: they are not shown in Browse for 30 days, and a crush that they have sent is not listed. They are not informed. Idempotent",
  access: "member",
  params: z.object({ userId: id }),
  reply: z.object({
    success: ok,
    /** Then they are shown again. */
    until: time,
  }),
});

export const undoPass = endpoint({
  method: "DELETE",
  path: "/api/passes/:userId",
  summary: "Show a member again. The response is the same for a member who was not passed",
  access: "member",
  params: z.object({ userId: id }),
  reply: okResponse,
});

export const listPasses = endpoint({
  method: "GET",
  path: "/api/passes",
  summary: "List the members whom the current member has passed on in the last 30 days, the latest first",
  access: "member",
  query: positionPage,
  reply: z.object({
    success: ok,
    passes: z.array(z.object({ _id: id, username: z.string(), until: time })),
    nextCursor,
  }),
});
