import * as z from "zod/mini";
import { ACT_NAMES } from "#contract/moderation/acts.ts";
import { RULE_KEYS } from "#contract/moderation/rules.ts";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { id, nextCursor, ok, pageLimit, time } from "#contract/schemas.ts";

/** Operators without an account of the staff, in filters by person. */
export const COMMAND_LINE = "command_line";

export const byPerson = z.union([z.literal(COMMAND_LINE), id]);

/** For filters by person, also those who were removed. */
export const people = z.array(z.object({ _id: id, name: z.string() }));

export const pastDecision = z.object({
  _id: id,
  /** Null for a decision outside of a case, and for a case that the caller's role does not work on. */
  caseId: z.nullable(id),
  memberId: id,
  /** Null once the account is deleted. */
  username: z.nullable(z.string()),
  acts: z.array(z.string()),
  rule: z.enum(RULE_KEYS),
  by: z.string(),
  at: time,
  undoneAt: z.nullable(time),
  /** Null if there is no appeal. */
  appeal: z.nullable(z.enum(["open", "upheld", "reversed"])),
});
export type PastDecision = z.output<typeof pastDecision>;

export const listDecisions = staffEndpoint({
  method: "GET",
  path: "/api/moderation/decisions",
  summary:
    "List decisions, the latest first; for the role `photos` those about pictures. What members wrote is in their cases. The look is recorded",
  needs: "look",
  query: z.object({
    by: z.optional(byPerson),
    act: z.optional(z.enum(ACT_NAMES)),
    rule: z.optional(z.enum(RULE_KEYS)),
    limit: z.optional(pageLimit),
    cursor: z.optional(id),
  }),
  reply: z.object({ success: ok, decisions: z.array(pastDecision), people, nextCursor }),
});
