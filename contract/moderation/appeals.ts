import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { APPEAL_MAX } from "#contract/limits.ts";
import { REPORT_OUTCOMES } from "#contract/moderation/reports.ts";
import { emailToken, membership, ok, time } from "#contract/schemas.ts";

/** By the link in a statement of reasons, or in the outcome of a report or a notice, without a login. */

const byToken = z.object({ token: emailToken });

const statement = z.object({
  acts: z.array(z.string()),
  facts: z.string(),
  rule: z.string(),
  words: z.string(),
  /** Without a person. */
  automated: z.boolean(),
  decidedAt: time,
  /** The decision does not apply any more. */
  isTakenBack: z.boolean(),
  appealUntil: time,
});

/** A report or a notice of the reader's. */
const answered = z.object({
  kind: z.enum(["report", "notice"]),
  number: z.string(),
  /** Null while it is looked at again. */
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  decidedAt: z.nullable(time),
  objectUntil: z.nullable(time),
});

const appeal = z.object({
  words: z.string(),
  sentAt: time,
  /** Null until it is decided. */
  outcome: z.nullable(z.enum(["upheld", "reversed"])),
  /** The operator's words about the outcome; empty for none. */
  answer: z.string(),
});

const reply = z.object({
  success: ok,
  /** About the member who has the link; null for a link to `answered`. */
  statement: z.nullable(statement),
  answered: z.nullable(answered),
  /** Null if there is none. `reversed`: the reader was right. */
  appeal: z.nullable(appeal),
  canAppeal: z.boolean(),
  /** For a member who was suspended by the decision, and cannot log in to cancel it. */
  membership: z.nullable(membership),
});

export const getAppeal = endpoint({
  method: "GET",
  path: "/api/appeals/:token",
  summary:
    "Get a decision about the member who got the link, or the outcome of a report or notice of theirs, and what became of their objection",
  access: "anyone",
  params: byToken,
  reply,
});

export const sendAppeal = endpoint({
  method: "POST",
  path: "/api/appeals/:token",
  summary:
    "Object to a decision, or to the outcome of a report or notice in which nothing was found, once, within six months. Another operator decides, and the outcome is emailed",
  access: "anyone",
  params: byToken,
  body: z.object({
    words: z
      .string("Say why")
      .check(
        z.trim(),
        z.minLength(1, "Say why you think that this is a mistake"),
        lengthLimit(APPEAL_MAX, `An objection can have ${APPEAL_MAX} characters`),
      ),
  }),
  reply,
  status: 201,
});

export const cancelMembership = endpoint({
  method: "POST",
  path: "/api/appeals/:token/cancel-membership",
  summary: "Cancel the membership of a suspended member for the end of its period. Repeating it is harmless",
  access: "anyone",
  params: byToken,
  reply,
});
