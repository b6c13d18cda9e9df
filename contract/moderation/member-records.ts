import * as z from "zod/mini";
import { linkedAccounts, note } from "#contract/moderation/cases.ts";
import { pastDecision } from "#contract/moderation/past-decisions.ts";
import { RULE_KEYS } from "#contract/moderation/rules.ts";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { CASE_KINDS } from "#contract/moderation/staff-roles.ts";
import { id, membership, ok, time } from "#contract/schemas.ts";

/** In UTC. */
const day = z.iso.date();

const payment = z.object({
  /** In the confirmation of the purchase; null for a renewal. */
  number: z.nullable(z.string()),
  /** At the payment provider; null while it is unknown. */
  paymentId: z.nullable(z.string()),
  product: z.string(),
  /** Null for a renewal: only the payment provider knows what was paid. */
  amountCents: z.nullable(z.int()),
  refundedCents: z.int(),
  /** The refund after a withdrawal; null without one. */
  withdrawal: z.nullable(z.enum(["pending", "refunded", "refused", "failed", "paid"])),
  paidAt: time,
});
export type RecordedPayment = z.output<typeof payment>;

/** Of a deleted account only what is kept: null or empty is not known any more. */
const memberRecord = z.object({
  _id: id,
  username: z.nullable(z.string()),
  status: z.string(),
  joinedOn: day,
  lastActiveOn: z.nullable(day),
  deletedOn: z.nullable(day),
  /** Their next account is suspended, too. Null if it is not. */
  ban: z.nullable(z.object({ until: z.nullable(time) })),
  /** A few letters of the address, to compare with one that somebody names. */
  email: z.nullable(z.string()),
  isEmailConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  sessions: z.array(z.object({ device: z.string(), lastUsedOn: day })),
  balance: z.nullable(z.int()),
  membership: z.nullable(membership),
  /** Because a bank has taken a payment back. */
  arePaymentsHeld: z.boolean(),
  /** The latest ones. */
  payments: z.array(payment),
  restrictions: z.array(
    z.object({
      kind: z.enum(["suspended", "unlisted", "messaging"]),
      /** Null: until somebody lifts it. */
      until: z.nullable(time),
      /** Null if no decision is known. */
      rule: z.nullable(z.enum(RULE_KEYS)),
    }),
  ),
  decisions: z.array(pastDecision),
  cases: z.array(
    z.object({ _id: id, kind: z.enum(CASE_KINDS), isOpen: z.boolean(), openedAt: time, closedAt: z.nullable(time) }),
  ),
  /** The latest 200. */
  notes: z.array(note),
  /** Earlier ones, beside these, up to `COUNTED_MAX`. */
  moreNotes: z.int(),
  ...linkedAccounts,
});
export type MemberRecord = z.output<typeof memberRecord>;

export const getMemberRecord = staffEndpoint({
  method: "GET",
  path: "/api/moderation/members/:memberId",
  summary:
    "What staff need to answer a member: account, payments, decisions and cases, and nothing that they wrote or showed. The look is recorded, and the number of members in a day is limited. Not for the role `photos`",
  needs: "look",
  params: z.object({ memberId: id }),
  reply: z.object({ success: ok, member: memberRecord }),
});
