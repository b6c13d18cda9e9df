import * as z from "zod/mini";
import { hasVisibleText, lengthLimit } from "#contract/form-fields.ts";
import { actChoice, FACTS_MAX, UNRESTORED, WORDS_MAX } from "#contract/moderation/acts.ts";
import { contactThread } from "#contract/moderation/contact-thread.ts";
import { NOTICE_KINDS } from "#contract/moderation/notice-form.ts";
import { RULE_KEYS } from "#contract/moderation/rules.ts";
import { CHOSEN_REFUSALS } from "#contract/moderation/selfies.ts";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { CASE_KINDS } from "#contract/moderation/staff-roles.ts";
import { id, membership, nextCursor, ok, okResponse, pageLimit, time } from "#contract/schemas.ts";

const claim = z.object({
  by: z.string(),
  isMine: z.boolean(),
  until: time,
});

export const HOLD_REASONS = ["removed_copy", "older_copy", "listed_copy", "explicit", "unchecked"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Why a case is open. Words of members and others are a first line, and empty for a role that does not see members. */
const topItem = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("report"), reason: z.string(), words: z.string() }),
  z.object({ kind: z.literal("notice"), about: z.enum(NOTICE_KINDS), words: z.string() }),
  /** Null if the picture is not held any more. */
  z.object({ kind: z.literal("picture_check"), holdReason: z.nullable(z.enum(HOLD_REASONS)) }),
  /** Acts of the decision. */
  z.object({ kind: z.literal("appeal"), acts: z.array(z.string()) }),
  z.object({ kind: z.literal("fraud"), signal: z.string() }),
  z.object({ kind: z.literal("verification") }),
  /** To a report, by its reason, or to a notice. */
  z.object({ kind: z.literal("objection"), to: z.string(), words: z.string() }),
  z.object({ kind: z.literal("contact_message"), subject: z.string(), words: z.string() }),
]);
export type TopItem = z.output<typeof topItem>;

const caseFields = z.object({
  _id: id,
  kind: z.enum(CASE_KINDS),
  /** Null for contact messages of somebody who was not logged in. */
  memberId: z.nullable(id),
  /** Null without a member, and once the account is deleted. */
  username: z.nullable(z.string()),
  /** Summed weights of the items, by the record of the reporters. */
  score: z.number(),
  dueAt: time,
  openedAt: time,
  version: z.int(),
  /** `report`, `appeal` and others, each once. */
  itemKinds: z.array(z.string()),
  /** Open ones, of each kind up to `COUNTED_MAX`. All notices from outside are one. */
  items: z.int(),
  /** Null if nobody works on it. */
  claim: z.nullable(claim),
});

const queuedCase = z.extend(caseFields, {
  /** The most serious open item, of these the one that is due first. Null if there is none. */
  top: z.nullable(topItem),
});
export type QueuedCase = z.output<typeof queuedCase>;

export const listQueue = staffEndpoint({
  method: "GET",
  path: "/api/moderation/cases",
  summary: "List open cases of the kinds that the caller's role works on, the one with the least time left first",
  needs: "look",
  isPolled: true,
  query: z.object({
    kind: z.optional(z.enum(CASE_KINDS)),
    limit: z.optional(pageLimit),
    cursor: z.optional(id),
  }),
  reply: z.object({ success: ok, cases: z.array(queuedCase), nextCursor }),
});

/** Staff see it blurred until they press it. */
const evidenceImage = z.object({
  url: z.string(),
  /** `photo`, `message`, `picture`. */
  caption: z.string(),
  photoId: z.nullable(id),
});
export type EvidenceImage = z.output<typeof evidenceImage>;

const side = z.enum(["reported", "reporter"]);

const evidenceStep = z.object({
  /** Null if the end of the contact has called it off. */
  by: z.nullable(side),
  /** See `DATE_STEP_WORDS`. */
  act: z.string(),
  at: time,
  text: z.string(),
});
export type EvidenceStep = z.output<typeof evidenceStep>;

/** The sender of a report or a notice in which nothing was found asks for another look. */
export const objection = z.object({
  words: z.string(),
  sentAt: time,
  /** Who found nothing in it; null if nobody is known to. */
  decidedBy: z.nullable(z.string()),
  /** The caller did, and a colleague who was at work lately decides it. */
  isForAnother: z.boolean(),
});
export type Objection = z.output<typeof objection>;

const evidenceMessage = z.object({
  _id: id,
  from: side,
  kind: z.string(),
  content: z.string(),
  createdAt: time,
  deletedAt: z.nullable(time),
  isReported: z.boolean(),
  image: z.nullable(z.string()),
  /** Steps of a workout date. Empty for other messages. */
  steps: z.array(evidenceStep),
});
export type EvidenceMessage = z.output<typeof evidenceMessage>;

const caseReport = z.object({
  _id: id,
  /** As the reporter knows it. */
  number: z.string(),
  reason: z.string(),
  details: z.string(),
  createdAt: time,
  dueAt: time,
  isOpen: z.boolean(),
  objection: z.nullable(objection),
  reporter: z.object({
    username: z.nullable(z.string()),
    upheld: z.int(),
    dismissed: z.int(),
  }),
  /** At the time of the report. */
  profile: z.array(z.object({ name: z.string(), value: z.string() })),
  messages: z.array(evidenceMessage),
  images: z.array(evidenceImage),
});
export type CaseReport = z.output<typeof caseReport>;

/** The sender's address is needed for no decision. */
const caseNotice = z.object({
  _id: id,
  /** As the sender knows it. */
  number: z.string(),
  kind: z.enum(NOTICE_KINDS),
  /** In the sender's words. */
  place: z.string(),
  details: z.string(),
  /** Null for an anonymous notice. */
  from: z.nullable(z.string()),
  createdAt: time,
  dueAt: time,
  isOpen: z.boolean(),
  objection: z.nullable(objection),
});
export type CaseNotice = z.output<typeof caseNotice>;

/** The latest, up to a number. */
export const linkedAccounts = {
  linked: z.array(
    z.object({
      memberId: id,
      username: z.nullable(z.string()),
      status: z.string(),
      /** What both accounts have. */
      kinds: z.array(z.enum(["email", "given_email", "card", "device"])),
      isBanned: z.boolean(),
    }),
  ),
  /** There are more. */
  isMoreLinked: z.boolean(),
};

/** By a payment or a sign-up. */
const fraudSignal = z.object({ text: z.string(), at: time, isOpen: z.boolean() });
export type FraudSignal = z.output<typeof fraudSignal>;

/** Waits for a decision. */
const caseSelfie = z.object({
  _id: id,
  pose: z.string(),
  /** From a live camera, as the app says. */
  isLive: z.boolean(),
  submittedAt: time,
  image: evidenceImage,
  /** An approval names its `photoId`. Null if the member has none any more. */
  mainPhoto: z.nullable(evidenceImage),
});
export type CaseSelfie = z.output<typeof caseSelfie>;

/** Why a check has held a picture. */
const hold = z.object({
  reason: z.enum(HOLD_REASONS),
  /** The list that has the picture of which it is a copy. */
  list: z.nullable(z.string()),
  /** Bits of 256 in which the two differ; null if the list does not have it any more. */
  distance: z.nullable(z.int()),
  /** The most probable explicit class, with its probability from 0 to 1. Null if the model has not looked. */
  explicit: z.nullable(z.object({ class: z.enum(["porn", "hentai"]), probability: z.number() })),
});
export type Hold = z.output<typeof hold>;

export const note = z.object({ note: z.string(), by: z.string(), at: time });

const decision = z.object({
  _id: id,
  /** Null for a decision outside of a case. */
  caseId: z.nullable(id),
  acts: z.array(z.string()),
  rule: z.string(),
  facts: z.string(),
  words: z.string(),
  by: z.string(),
  at: time,
  /** Null if it cannot be undone. */
  undoUntil: z.nullable(time),
  undoneAt: z.nullable(time),
});

const appeal = z.object({
  _id: id,
  words: z.string(),
  createdAt: time,
  decision,
  /** Without a person. */
  isAutomated: z.boolean(),
  /** What the decision answered, with its evidence. */
  reports: z.array(caseReport),
  /** Answered by the decision, too, and not in the list. */
  moreReports: z.int(),
  notices: z.array(caseNotice),
  moreNotices: z.int(),
  /** Why the picture was held that it was about. */
  hold: z.nullable(hold),
  /** What it removed. */
  images: z.array(evidenceImage),
  /** The caller made it, and a colleague who was at work lately decides the appeal. */
  isForAnother: z.boolean(),
});
export type CaseAppeal = z.output<typeof appeal>;

const caseHead = z.extend(caseFields, {
  isOpen: z.boolean(),
  /** All open items are appeals and objections to the caller's decisions, which a colleague decides. */
  isForAnother: z.boolean(),
});
export type CaseHead = z.output<typeof caseHead>;

const caseEvidence = z.object({
  /** Null if no check opened the case. */
  hold: z.nullable(hold),
  subject: z.object({
    status: z.nullable(z.string()),
    joinedAt: z.nullable(time),
    /** Null: until somebody lifts it. */
    restrictions: z.array(z.object({ kind: z.enum(["suspended", "unlisted", "messaging"]), until: z.nullable(time) })),
    /** For roles that decide on members; null for nothing. */
    membership: z.nullable(membership),
    images: z.array(evidenceImage),
  }),
  /** Null in a case of another kind. */
  contact: z.nullable(contactThread),
  /** The open ones first, up to a number, as the notices. */
  reports: z.array(caseReport),
  /** Reports beside these, up to `COUNTED_MAX`: no action closes them, as unexamined, and other acts leave them open. */
  moreReports: z.int(),
  notices: z.array(caseNotice),
  moreNotices: z.int(),
  /** The open ones first, up to a number. */
  signals: z.array(fraudSignal),
  moreSignals: z.int(),
  /** Selfies and appeals that are not decided. Some acts wait for them; see `waitsFor`. */
  selfies: z.array(caseSelfie),
  appeals: z.array(appeal),
  /** About this member, the latest first; for a role that does not work on members, only those of a picture's own case. */
  decisions: z.array(decision),
  /** The latest 200, oldest first. */
  history: z.array(
    z.object({
      at: time,
      kind: z.string(),
      by: z.nullable(z.string()),
      note: z.string(),
      /** The kind of what was attached; null for other events. */
      item: z.nullable(z.string()),
    }),
  ),
  /** Earlier ones, beside these, up to `COUNTED_MAX`. */
  moreHistory: z.int(),
  /** The latest 200. This and what follows is empty for a role that does not work on members. */
  memberNotes: z.array(note),
  moreNotes: z.int(),
  otherCases: z.array(
    z.object({ _id: id, kind: z.enum(CASE_KINDS), isOpen: z.boolean(), openedAt: time, closedAt: z.nullable(time) }),
  ),
  ...linkedAccounts,
});
export type CaseEvidence = z.output<typeof caseEvidence>;
export type CaseDetail = CaseHead & CaseEvidence;

/** Null unless the reader has claimed the case, or given a reason to look within the last hour. */
const caseReply = z.object({ success: ok, case: caseHead, evidence: z.nullable(caseEvidence) });

const ofCase = z.object({ caseId: id });
/** The version that the caller has seen. A decision covers the items of that version. */
const version = z.int();

export const getCase = staffEndpoint({
  method: "GET",
  path: "/api/moderation/cases/:caseId",
  summary: "A case; for who has claimed it, or has just said why they look, with its evidence. That look is recorded",
  needs: "look",
  params: ofCase,
  reply: caseReply,
});

export const ACCESS_REASON_MIN = 10;
export const ACCESS_REASON_MAX = 300;

export const lookAtCase = staffEndpoint({
  method: "POST",
  path: "/api/moderation/cases/:caseId/look",
  summary:
    "See a case that the caller has not claimed, for an hour. The reason is recorded with each look, and the number of such cases in a day is limited. Not for the role `photos`",
  needs: "look",
  params: ofCase,
  body: z.object({
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(ACCESS_REASON_MIN, "Say why, in a few words"),
        lengthLimit(ACCESS_REASON_MAX),
        z.refine(hasVisibleText, "Say why, in a few words"),
      ),
  }),
  reply: caseReply,
});

export const claimCase = staffEndpoint({
  method: "POST",
  path: "/api/moderation/cases/:caseId/claim",
  summary: "Work on a case: for 20 minutes nobody else can decide it. The look at its evidence is recorded",
  needs: "act",
  params: ofCase,
  body: z.object({ version }),
  reply: caseReply,
});

export const releaseCase = staffEndpoint({
  method: "POST",
  path: "/api/moderation/cases/:caseId/release",
  summary: "Leave a case to others. Nothing changes if the caller has claimed it again since. Repeating it is harmless",
  needs: "act",
  params: ofCase,
  body: z.object({ until: time }),
  reply: z.object({ success: ok, claim: z.nullable(claim) }),
});

export const CASE_NOTE_MAX = 2000;

export const addNote = staffEndpoint({
  method: "POST",
  path: "/api/moderation/cases/:caseId/notes",
  summary:
    "Write a note about a case, or about its member in every case, for roles that work on members. Only staff see it",
  needs: "act",
  params: ofCase,
  body: z.object({
    note: z.string().check(z.trim(), z.minLength(1, "Write something"), lengthLimit(CASE_NOTE_MAX)),
    about: z.enum(["case", "member"]),
  }),
  reply: okResponse,
});

export const ACTS_MAX = 9;
export const CLOSED_AT_ONCE_MAX = 100;
const UPHELD_MAX = 200;

const decisionBody = z.object({
  version,
  acts: z.array(actChoice).check(z.minLength(1, "Choose an act"), z.maxLength(ACTS_MAX)),
  rule: z.enum(RULE_KEYS),
  facts: z.string().check(z.trim(), lengthLimit(FACTS_MAX)),
  words: z.string().check(z.trim(), lengthLimit(WORDS_MAX)),
  /** Reports and notices that were so. The senders of the others learn that nothing was found in theirs. */
  upheld: z.array(id).check(z.maxLength(UPHELD_MAX)),
});
export type DecisionBody = z.output<typeof decisionBody>;

export const decideCase = staffEndpoint({
  method: "POST",
  path: "/api/moderation/cases/:caseId/decide",
  summary:
    "Decide by one or more acts what a case had at a version. What came in since stays open. The member gets a statement, the reporters an outcome, each after a delay. `end_account` requires a recent authentication. Repeating it is harmless",
  needs: "act",
  params: ofCase,
  body: decisionBody,
  reply: z.object({ success: ok, decisionId: id, undoUntil: z.nullable(time) }),
});

/** As the member will read it. */
const statementPreview = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** The labels of its links. */
  links: z.array(z.string()),
});
export type StatementPreview = z.output<typeof statementPreview>;

export const previewDecision = staffEndpoint({
  method: "POST",
  path: "/api/moderation/cases/:caseId/preview",
  summary:
    "The email that a decision would send to the member. Changes nothing. Facts that are missing are an ellipsis",
  needs: "act",
  params: ofCase,
  body: decisionBody,
  /** Null if the member gets none. */
  reply: z.object({ success: ok, email: z.nullable(statementPreview) }),
});

/** Reasons for pictures that are not back. */
const unrestored = z.array(z.enum(UNRESTORED));

export const undoDecision = staffEndpoint({
  method: "POST",
  path: "/api/moderation/decisions/:decisionId/undo",
  summary:
    "Take a decision back within 30 days, as if it had not been made. Requires a recent authentication. Repeating it is harmless",
  needs: "act",
  params: z.object({ decisionId: id }),
  reply: z.object({ success: ok, caseId: z.nullable(id), isReopened: z.boolean(), unrestored }),
});

export const closeCases = staffEndpoint({
  method: "POST",
  path: "/api/moderation/cases/close",
  summary:
    "Close cases without action. Senders learn if the caller has not looked at theirs. What came in since they were listed stays open. Requires a recent authentication",
  needs: "act",
  body: z.object({
    cases: z.array(z.object({ caseId: id, version })).check(z.minLength(1), z.maxLength(CLOSED_AT_ONCE_MAX)),
  }),
  reply: z.object({ success: ok, closed: z.int(), left: z.int() }),
});

export const decideAppeal = staffEndpoint({
  method: "POST",
  path: "/api/moderation/appeals/:appealId/decide",
  summary:
    "Decide an appeal: `upheld` keeps the decision, `reversed` takes it back and requires a recent authentication. The member gets the answer",
  needs: "act",
  params: z.object({ appealId: id }),
  body: z.object({
    outcome: z.enum(["upheld", "reversed"]),
    answer: z.string().check(z.trim(), lengthLimit(FACTS_MAX)),
  }),
  reply: z.object({ success: ok, unrestored }),
});

const ofVerification = z.object({ verificationId: id });

export const approveVerification = staffEndpoint({
  method: "POST",
  path: "/api/moderation/verifications/:verificationId/approve",
  summary:
    "Give a member the badge for the main photo that the caller has compared with their selfie, and delete the selfie",
  needs: "act",
  params: ofVerification,
  body: z.object({ photoId: id }),
  reply: z.object({ success: ok, isListedAgain: z.boolean() }),
});

export const refuseVerification = staffEndpoint({
  method: "POST",
  path: "/api/moderation/verifications/:verificationId/refuse",
  summary: "Refuse a selfie with a sentence for the member, and delete it. The member can try again",
  needs: "act",
  params: ofVerification,
  body: z.object({ reason: z.enum(CHOSEN_REFUSALS, "Choose a reason") }),
  reply: okResponse,
});
