import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { APPEAL_MAX } from "#contract/limits.ts";
import { emailToken, membership, ok, time } from "#contract/schemas.ts";

/** By the link in the statement of reasons, without a login. */

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
  statement,
  /** Null if there is none. */
  appeal: z.nullable(appeal),
  canAppeal: z.boolean(),
  /** For a member who was suspended by the decision, and cannot log in to cancel it. */
  membership: z.nullable(membership),
});

export const getAppeal = endpoint({
  method: "GET",
  path: "/api/appeals/:token",
  summary: "Get a decision about the member who got the link, and what became of their appeal",
  access: "anyone",
  params: byToken,
  reply,
});

export const sendAppeal = endpoint({
  method: "POST",
  path: "/api/appeals/:token",
  summary: "Appeal a decision, once, within six months. Another operator decides it, and the outcome is emailed",
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
