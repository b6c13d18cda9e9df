import * as z from "zod/mini";
import { CRUSH_LISTS } from "#contract/crushes/crush-lists.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CRUSH_COST } from "#contract/limits.ts";
import {
  crushAbout,
  crushSender,
  id,
  memberSummary,
  nextCursor,
  ok,
  okResponse,
  positionPage,
  remaining,
} from "#contract/schemas.ts";
import { spellCredits } from "#contract/words.ts";

export const crushLists = z.object({
  /** Everyone who has crushed on me, matched or not. */
  crushesReceived: z.array(crushSender),
  /** They have not crushed back yet. */
  crushesSent: z.array(memberSummary),
  /** All matches, the active ones included. */
  matches: z.array(memberSummary),
  /** Matches with at least one message. */
  activeConnections: z.array(memberSummary),
});
export type CrushLists = z.output<typeof crushLists>;

export const getCrushes = endpoint({
  method: "GET",
  path: "/api/crushes",
  summary: "List crushes received and sent, matches and active connections, newest first, at most 200 of each",
  access: "member",
  reply: z.object({ success: ok, crushes: crushLists }),
});

export const crushListEntry = z.extend(crushSender, { isMatch: z.boolean() });
export type CrushListEntry = z.output<typeof crushListEntry>;

export const getCrushList = endpoint({
  method: "GET",
  path: "/api/crushes/lists/:list",
  summary: "List a page of crushes received or sent, of matches, or of active connections, newest first",
  access: "member",
  params: z.object({ list: z.enum(CRUSH_LISTS) }),
  query: positionPage,
  reply: z.object({ success: ok, members: z.array(crushListEntry), nextCursor }),
});

/** Each up to `CRUSH_COUNT_MAX`. */
export const crushCounts = z.object({
  received: z.int(),
  sent: z.int(),
  matches: z.int(),
  active: z.int(),
});
export type CrushCounts = z.output<typeof crushCounts>;

export const getCrushCounts = endpoint({
  method: "GET",
  path: "/api/crushes/counts",
  summary: "Count crushes received and sent, matches and active connections, each up to 200",
  access: "member",
  reply: z.object({ success: ok, counts: crushCounts }),
});

export const getUnseenCrushCount = endpoint({
  method: "GET",
  path: "/api/crushes/unseen",
  summary:
    "Count the crushes received since the current member last opened My Crushes, up to 100, without those whose match was celebrated",
  access: "member",
  reply: z.object({ success: ok, unseen: z.int() }),
});

export const markCrushesSeen = endpoint({
  method: "PUT",
  path: "/api/crushes/seen",
  summary: "Mark the crushes received as seen",
  access: "member",
  reply: okResponse,
});

export const getNewMatches = endpoint({
  method: "GET",
  path: "/api/crushes/new-matches",
  summary:
    "List matches that others have made by answering the current member's crush, and that were not celebrated yet, the newest first",
  access: "member",
  reply: z.object({
    success: ok,
    /** At most `NEW_MATCHES_MAX`, without those that have begun to chat. */
    matches: z.array(memberSummary),
    /** The number of further matches, less than `PAGE_SIZE`. */
    more: z.int(),
  }),
});

export const markMatchesSeen = endpoint({
  method: "PUT",
  path: "/api/crushes/new-matches/seen",
  summary: "Mark the matches as celebrated",
  access: "member",
  reply: okResponse,
});

export const sendCrush = endpoint({
  method: "POST",
  path: "/api/match/send-crush",
  summary: `Send a crush for ${spellCredits(CRUSH_COST)}. It is a match if the other member has sent one`,
  access: "member",
  body: z.object({
    recipientId: id,
    /** Shown to the recipient, as long as it is on their profile. */
    about: z.optional(crushAbout),
  }),
  reply: z.object({
    success: ok,
    message: z.string(),
    remainingCrushes: z.int(),
    isMatch: z.boolean(),
    /** Present if few are left. */
    newPeople: z.optional(remaining),
  }),
});
