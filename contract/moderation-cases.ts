import * as z from "zod/mini";
import { id, nextCursor, ok, pageLimit, time } from "#contract/schemas.ts";
import { staffEndpoint } from "#contract/staff-endpoint.ts";
import { CASE_KINDS } from "#contract/staff-roles.ts";

/** The work of the moderation console: the queue, one case, and what is decided about it. */

const claim = z.object({
  /** The name of the person who works on it. */
  by: z.string(),
  isMine: z.boolean(),
  until: time,
});

const queuedCase = z.object({
  _id: id,
  kind: z.enum(CASE_KINDS),
  memberId: id,
  /** Null once the account is deleted. */
  username: z.nullable(z.string()),
  /** The weights of what is in it, by the record of who reported it. */
  score: z.number(),
  dueAt: time,
  openedAt: time,
  version: z.int(),
  /** What is in it: `report`, `appeal` and others, each once. */
  itemKinds: z.array(z.string()),
  /** How many open items it has. */
  items: z.int(),
  /** Null if nobody works on it. */
  claim: z.nullable(claim),
});
export type QueuedCase = z.output<typeof queuedCase>;

export const listQueue = staffEndpoint({
  method: "GET",
  path: "/api/moderation/cases",
  summary: "List open cases of the kinds that the caller's role works on, the one with the least time left first",
  needs: "look",
  query: z.object({
    kind: z.optional(z.enum(CASE_KINDS)),
    limit: z.optional(pageLimit),
    cursor: z.optional(id),
  }),
  reply: z.object({ success: ok, cases: z.array(queuedCase), nextCursor }),
});
