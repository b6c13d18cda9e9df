import * as z from "zod/mini";
import { lengthLimit } from "#contract/form-fields.ts";
import { USERNAME_MAX } from "#contract/limits.ts";
import { objection } from "#contract/moderation/cases.ts";
import { NOTICE_KINDS } from "#contract/moderation/notice-form.ts";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { id, ok, okResponse, time } from "#contract/schemas.ts";

/** Notices about a known member are in that member's case. */

const unassignedNotice = z.object({
  _id: id,
  number: z.string(),
  kind: z.enum(NOTICE_KINDS),
  dueAt: time,
  /** In the sender's words. */
  place: z.string(),
  details: z.string(),
  /** As the sender gave it; no member has it. Empty for none. */
  username: z.string(),
  /** It was closed before. */
  objection: z.nullable(objection),
});
export type UnassignedNotice = z.output<typeof unassignedNotice>;

const ofNotice = z.object({ noticeId: id });

export const listUnassignedNotices = staffEndpoint({
  method: "GET",
  path: "/api/moderation/notices",
  summary: "List open notices that lead to no member, the most urgent kind and the oldest first. The look is recorded",
  needs: "look",
  isPolled: true,
  reply: z.object({ success: ok, notices: z.array(unassignedNotice) }),
});

export const assignNotice = staffEndpoint({
  method: "POST",
  path: "/api/moderation/notices/:noticeId/assign",
  summary: "Make a notice part of the case of a member",
  needs: "act",
  params: ofNotice,
  body: z.object({ username: z.string().check(z.trim(), z.minLength(1, "Say who it is"), lengthLimit(USERNAME_MAX)) }),
  reply: z.object({ success: ok, caseId: id }),
});

export const closeNotice = staffEndpoint({
  method: "POST",
  path: "/api/moderation/notices/:noticeId/close",
  summary: "Close a notice that leads to no member, and tell its sender that nothing was found",
  needs: "act",
  params: ofNotice,
  reply: okResponse,
});
