import * as z from "zod/mini";
import { lengthLimit } from "#contract/form-fields.ts";
import { NOTICE_KINDS } from "#contract/moderation/notice-form.ts";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { CASE_KINDS } from "#contract/moderation/staff-roles.ts";
import { id, ok, time } from "#contract/schemas.ts";

/** Characters of a part of a username. */
export const NAME_PART_MIN = 3;
export const SEARCH_TEXT_MAX = 500;

const foundMember = z.object({
  _id: id,
  /** Null once the account is deleted. */
  username: z.nullable(z.string()),
  status: z.string(),
  joinedAt: time,
  /** A few letters of it, if the whole address was searched for. */
  email: z.nullable(z.string()),
});

/** Null for a case that the caller's role does not work on, and for a notice that leads to no member. */
const caseId = z.nullable(id);

const foundCase = z.object({
  _id: id,
  kind: z.enum(CASE_KINDS),
  isOpen: z.boolean(),
  openedAt: time,
  /** Null for contact messages of somebody who was not logged in. */
  memberId: z.nullable(id),
  username: z.nullable(z.string()),
});

const foundReport = z.object({
  number: z.string(),
  reason: z.string(),
  createdAt: time,
  isOpen: z.boolean(),
  caseId,
});

const foundNotice = z.object({
  number: z.string(),
  kind: z.enum(NOTICE_KINDS),
  createdAt: time,
  isOpen: z.boolean(),
  caseId,
});

const foundPayment = z.object({
  /** As it was searched for. */
  number: z.string(),
  product: z.string(),
  /** Null for a renewal: only the payment provider knows what was paid. */
  amountCents: z.nullable(z.int()),
  paidAt: time,
  memberId: id,
  username: z.nullable(z.string()),
});

const found = z.object({
  members: z.array(foundMember),
  /** More members have the part of the name. */
  isMore: z.boolean(),
  cases: z.array(foundCase),
  reports: z.array(foundReport),
  notices: z.array(foundNotice),
  payments: z.array(foundPayment),
});
export type Found = z.output<typeof found>;

/** A POST, so that no address is in a proxy's log. */
export const searchRecords = staffEndpoint({
  method: "POST",
  path: "/api/moderation/search",
  summary:
    "Find members by a part of their name, a whole email address, an id or a link, and cases, reports, notices and payments by their number. The search is recorded, and their number in a day is limited. The role `photos` finds only its cases, by their id",
  needs: "look",
  body: z.object({
    text: z.string().check(z.trim(), z.minLength(1, "Say what you look for"), lengthLimit(SEARCH_TEXT_MAX)),
  }),
  reply: z.extend(found, { success: ok }),
});
