import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { CARDS_MAX } from "#contract/limits.ts";
import { done, id, nextCursor, page, photo, publicProfile } from "#contract/shapes.ts";

/** One card on the browse page. */
export const browseProfile = z.object({
  id,
  username: z.string(),
  isDemo: z.boolean(),
  age: z.nullable(z.int()),
  location: z.string(),
  photos: z.array(photo),
  /** I have crushed on them, matched or not. */
  crushSent: z.boolean(),
  /** A band in words, or null where either side has no place. */
  distance: z.nullable(z.string()),
  /** Why they are shown, the best first. */
  reasons: z.array(z.object({ kind: z.enum(["interests", "lookingFor"]), text: z.string() })),
});
export type BrowseProfile = z.output<typeof browseProfile>;

export const browse = endpoint({
  method: "GET",
  path: "/api/profile/all",
  summary: "Members to discover within one's filters, the best suited first, real members before demo ones",
  access: "member",
  query: z.object({ limit: page.shape.limit, cursor: z.optional(z.string().check(z.maxLength(60))) }),
  reply: z.object({ success: done, profiles: z.array(browseProfile), nextCursor }),
});

export const whoHasGone = endpoint({
  method: "POST",
  path: "/api/profile/gone",
  summary: "Those of the members on one's cards who are not to be discovered any more, whatever the reason",
  access: "member",
  body: z.object({ ids: z.array(id).check(z.maxLength(CARDS_MAX, `Ask about ${CARDS_MAX} members at a time`)) }),
  reply: z.object({ success: done, gone: z.array(id) }),
});

export const getMember = endpoint({
  method: "GET",
  path: "/api/users/:userId",
  summary: "Another member's profile",
  access: "member",
  params: z.object({ userId: id }),
  reply: z.object({
    success: done,
    user: z.object({ _id: id, username: z.string(), isDemo: z.boolean(), profile: publicProfile }),
    crushSent: z.boolean(),
    isMatch: z.boolean(),
    distance: z.nullable(z.string()),
  }),
});
export type MemberView = z.output<(typeof getMember)["reply"]>;
