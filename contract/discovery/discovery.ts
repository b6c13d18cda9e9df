import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { CARDS_MAX } from "#contract/limits.ts";
import { cardPhotos, crushAbout, id, nextCursor, ok, page, publicProfile, remaining, time } from "#contract/schemas.ts";
import { SPORTS } from "#contract/training/sports.ts";
import { COARSE_PARTS } from "#contract/training/training-week.ts";

/**
 * `new`: joined within `NEW_MEMBER_DAYS`. `active`: last active within `ACTIVE_DAYS`, counted in days. Null for demo
 * members, and on profiles of members with a crush or match.
 */
const recency = z.nullable(z.enum(["new", "active"]));
export type Recency = z.output<typeof recency>;

const reason = z.object({
  kind: z.enum(["time", "interests", "lookingFor", "level", "place", "new", "fit"]),
  text: z.string(),
});
export type Reason = z.output<typeof reason>;

/** Shown to others who say the same of theirs. An empty list is nothing said, or not to the viewer. */
const sharedWeek = z.object({
  parts: z.array(z.enum(COARSE_PARTS)),
  sports: z.array(z.object({ sport: z.enum(SPORTS), level: z.int() })),
});
export type SharedWeek = z.output<typeof sharedWeek>;

export const browseProfile = z.object({
  id,
  username: z.string(),
  isDemo: z.boolean(),
  isVerified: z.boolean(),
  age: z.nullable(z.int()),
  location: z.string(),
  ...cardPhotos,
  /** I have crushed on them, matched or not. */
  crushSent: z.boolean(),
  /** They have crushed on me, and I have not crushed back. */
  crushedOnMe: z.boolean(),
  isMatch: z.boolean(),
  /** A band in words, or null if either side has no place. */
  distance: z.nullable(z.string()),
  recency,
  /** The best first; at least one. */
  reasons: z.array(reason),
});
export type BrowseProfile = z.output<typeof browseProfile>;

export const browse = endpoint({
  method: "GET",
  path: "/api/profile/all",
  summary:
    "List members who fit the current member's search preferences, in their order, real members before demo members",
  access: "member",
  query: z.object({ limit: page.shape.limit, cursor: z.optional(z.string().check(lengthLimit(60))) }),
  reply: z.object({
    success: ok,
    profiles: z.array(browseProfile),
    nextCursor,
    /** As `sendCrush` has it. */
    newPeople: z.optional(remaining),
    /** People who can still be shown today, if few are left. */
    cards: z.optional(remaining),
  }),
});

export const findUnavailable = endpoint({
  method: "POST",
  path: "/api/profile/unavailable",
  summary:
    "Return which of the given members can no longer be discovered, without the reason, and which of the others have a crush of the current member or are matches",
  access: "member",
  bodyBytesMax: 32 * 1024,
  body: z.object({ ids: z.array(id).check(z.maxLength(CARDS_MAX, `Ask about ${CARDS_MAX} members at a time`)) }),
  reply: z.object({ success: ok, gone: z.array(id), crushSent: z.array(id), matches: z.array(id) }),
});

export const getMember = endpoint({
  method: "GET",
  path: "/api/users/:userId",
  summary: "Get another member's profile",
  access: "member",
  params: z.object({ userId: id }),
  reply: z.object({
    success: ok,
    user: z.object({
      _id: id,
      username: z.string(),
      isDemo: z.boolean(),
      isVerified: z.boolean(),
      profile: publicProfile,
    }),
    crushSent: z.boolean(),
    /** They have crushed on me, matched or not. */
    crushedOnMe: z.boolean(),
    /** The part of my profile that their crush is about, if they have said so. */
    crushAbout: z.optional(crushAbout),
    /** Until when I have passed on them; null if I have not. */
    passedUntil: z.nullable(time),
    isMatch: z.boolean(),
    distance: z.nullable(z.string()),
    recency,
    /** Null if nothing is shared, or the viewer shares nothing. */
    week: z.nullable(sharedWeek),
    /** As in the reply of `sendCrush`; present if the viewer could send this member a crush. */
    newPeople: z.optional(remaining),
    /** Profiles of new people that can still be opened today, if few are left. */
    profiles: z.optional(remaining),
  }),
});
export type MemberView = z.output<(typeof getMember)["reply"]>;
