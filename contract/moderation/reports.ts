import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { REPORT_DETAILS_MAX } from "#contract/limits.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import { emailToken, id, nextCursor, ok, page, positionPage, time } from "#contract/schemas.ts";

/** The other member gets no notice; both lose access to the conversation, and unblocking restores nothing. */

const toMember = z.object({ userId: id });
const reply = z.object({ success: ok, message: z.string() });

export const unmatch = endpoint({
  method: "POST",
  path: "/api/match/unmatch",
  summary: "End a match. Both members lose the conversation, and neither can send the other a crush again",
  access: "member",
  body: toMember,
  reply,
});

export const blockMember = endpoint({
  method: "POST",
  path: "/api/safety/block",
  summary:
    "Block a member. Neither sees the other any more, and their match ends. Idempotent. The response is the same for an id that is unknown or not visible",
  access: "member",
  body: toMember,
  reply,
});

export const unblockMember = endpoint({
  method: "POST",
  path: "/api/safety/unblock",
  summary: "Unblock a member. The match stays ended. The response is the same for any id that is not blocked",
  access: "member",
  body: toMember,
  reply,
});

export const listBlocked = endpoint({
  method: "GET",
  path: "/api/safety/blocked",
  summary: "List the members whom the current member has blocked, the latest first",
  access: "member",
  query: positionPage,
  reply: z.object({
    success: ok,
    blocked: z.array(z.object({ _id: id, username: z.string(), blockedAt: time })),
    nextCursor,
  }),
});

/** The entry looks the same whoever ended contact and how, also for a deleted account. */
const pastContact = z.object({
  _id: id,
  /** As it was while they were here. */
  username: z.string(),
  lastContactAt: time,
  isBlocked: z.boolean(),
});
export type PastContact = z.output<typeof pastContact>;

export const listPastContacts = endpoint({
  method: "GET",
  path: "/api/safety/past-contacts",
  summary: "List members with whom contact ended in the last 30 days, by either side. They can still be reported",
  access: "member",
  query: page,
  reply: z.object({ success: ok, contacts: z.array(pastContact), nextCursor }),
});

const detailsError = `Details can have ${REPORT_DETAILS_MAX} characters`;

export const reportMember = endpoint({
  method: "POST",
  path: "/api/safety/report",
  summary:
    "Report a member to the operator. Their profile and messages, including messages deleted in the last 30 days, are kept as evidence; `block` also blocks them. Accepts members who are visible, blocked or past contacts",
  access: "member",
  body: z.object({
    userId: id,
    reason: z.enum(REPORT_REASONS, "Choose a reason"),
    details: z.optional(z.string().check(z.trim(), lengthLimit(REPORT_DETAILS_MAX, detailsError))),
    /** By the reported member, deleted or not. */
    messageId: z.optional(id),
    block: z.optional(z.boolean()),
  }),
  reply: z.object({
    success: ok,
    message: z.string(),
    /** Names the report in emails and questions, such as R-7K2M9Q. */
    number: z.string(),
  }),
  status: 201,
});

/** `noted`: it was right, and nothing new was decided because of it. `unexamined`: closed without a closer look. */
export const REPORT_OUTCOMES = ["upheld", "noted", "not_upheld", "refunded", "unexamined"] as const;

const ownReport = z.object({
  /** Such as R-7K2M9Q. */
  number: z.string(),
  /** Null once the reported account is deleted. */
  about: z.nullable(z.string()),
  reason: z.string(),
  sentAt: time,
  /** Null until it is decided, and for a minute and a half after. Nobody is informed about acts. */
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  decidedAt: z.nullable(time),
  /** For `GET /api/appeals/:token`. Null if the reporter has nothing to object to, or has done so. */
  objectToken: z.nullable(emailToken),
});
export type OwnReport = z.output<typeof ownReport>;

export const listReports = endpoint({
  method: "GET",
  path: "/api/safety/reports",
  summary: "List the current member's own reports with their outcomes, the latest first",
  access: "member",
  query: page,
  reply: z.object({ success: ok, reports: z.array(ownReport), nextCursor }),
});
