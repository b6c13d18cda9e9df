import * as z from "zod/mini";
import { REPORT_REASONS } from "#contract/catalog.ts";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { REPORT_DETAILS_MAX } from "#contract/limits.ts";
import { id, nextCursor, ok, page, time } from "#contract/schemas.ts";

/**
 * Ends contact without notice to the other member; both lose access to the conversation, and unblocking restores
 * nothing.
 */

const toMember = z.object({ userId: id });
const reply = z.object({ success: ok, message: z.string() });

export const unmatch = endpoint({
  method: "POST",
  path: "/api/match/unmatch",
  summary: "End a match: the conversation leaves both sides, and neither can send the other a crush again",
  access: "member",
  body: toMember,
  reply,
});

export const blockMember = endpoint({
  method: "POST",
  path: "/api/safety/block",
  summary:
    "Block a member: neither sees the other any more, and a match between them ends; again is no harm. An unknown id, or one that is not visible to me, gets the same answer",
  access: "member",
  body: toMember,
  reply,
});

export const unblockMember = endpoint({
  method: "POST",
  path: "/api/safety/unblock",
  summary: "Take a block back; what it ended stays ended. Without a block the answer is the same for any id",
  access: "member",
  body: toMember,
  reply,
});

export const listBlocked = endpoint({
  method: "GET",
  path: "/api/safety/blocked",
  summary: "The members I have blocked, the latest first",
  access: "member",
  query: page,
  reply: z.object({
    success: ok,
    blocked: z.array(z.object({ _id: id, username: z.string(), blockedAt: time })),
    nextCursor,
  }),
});

/**
 * A member with whom contact has ended. The entry looks the same whoever ended it and how, also for a deleted account.
 */
const pastContact = z.object({
  _id: id,
  /** As it was while they were here. */
  username: z.string(),
  /** Of the latest message, match or crush between us. */
  lastContactAt: time,
  /** I have blocked them. */
  isBlocked: z.boolean(),
});
export type PastContact = z.output<typeof pastContact>;

export const listPastContacts = endpoint({
  method: "GET",
  path: "/api/safety/past-contacts",
  summary: "People with whom contact has ended in the last 30 days, whoever ended it: they can still be reported",
  access: "member",
  query: page,
  reply: z.object({ success: ok, contacts: z.array(pastContact), nextCursor }),
});

const detailsError = `Details can have ${REPORT_DETAILS_MAX} characters`;

export const reportMember = endpoint({
  method: "POST",
  path: "/api/safety/report",
  summary:
    "Report a member to the operator, with what they show and wrote kept as evidence, deleted messages of the last 30 days included; `block` blocks them in the same step. It takes members who are visible to me, those I have blocked, and my past contacts",
  access: "member",
  body: z.object({
    userId: id,
    reason: z.enum(REPORT_REASONS, "Choose a reason"),
    details: z.optional(z.string().check(z.trim(), lengthLimit(REPORT_DETAILS_MAX, detailsError))),
    /** A message of theirs that it is about, deleted or not. */
    messageId: z.optional(id),
    block: z.optional(z.boolean()),
  }),
  reply,
  status: 201,
});
