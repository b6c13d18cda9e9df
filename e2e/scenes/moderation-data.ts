import { COUNTED_MAX } from "#contract/limits.ts";
import type { LogEntry } from "#contract/moderation/audit-log.ts";
import type { CaseDetail, CaseReport, EvidenceImage, EvidenceMessage, QueuedCase } from "#contract/moderation/cases.ts";
import type { MemberRecord } from "#contract/moderation/member-records.ts";
import type { PastDecision } from "#contract/moderation/past-decisions.ts";
import type { Found } from "#contract/moderation/search.ts";
import type { UnassignedNotice } from "#contract/moderation/unassigned-notices.ts";

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** @param minutes from now; negative for the past */
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
/** @param n two digits at most */
export const uuid = (n: number): string => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, "0")}`;

const LONG = "Answers_everybody_at_once_2026";
const MINE = { by: "Grace Okafor", isMine: true, until: inMinutes(18) };
const THEIRS = { by: "Ada Lindqvist", isMine: false, until: inMinutes(11) };

const report = (reason: string, words = ""): QueuedCase["top"] => ({ kind: "report", reason, words });

const queued = (n: number, username: string | null, dueIn: number, changes: Partial<QueuedCase> = {}): QueuedCase => ({
  _id: uuid(n),
  kind: "member",
  memberId: uuid(50 + n),
  username,
  score: 1,
  dueAt: inMinutes(dueIn),
  openedAt: inMinutes(-3 * HOUR),
  version: 1,
  itemKinds: ["report"],
  items: 1,
  top: report("Fake profile or someone else's photos"),
  claim: null,
  ...changes,
});

export const QUEUE: readonly QueuedCase[] = [
  queued(1, "jordan_lifts", -42, {
    score: 12.4,
    items: 3,
    version: 4,
    top: report(
      "Someone is in danger",
      "He waits outside my gym every night this week, and tonight he had a knife with him.",
    ),
    claim: MINE,
  }),
  queued(2, LONG, 34, {
    items: 12,
    itemKinds: ["report", "notice", "fraud", "verification"],
    top: {
      kind: "notice",
      about: "intimate",
      words: `The second picture is me. I never agreed to it being anywhere: https://example.com/${"a-very-long-path/".repeat(2)}…`,
    },
  }),
  queued(3, "theo_rows", 3 * HOUR + 20, {
    itemKinds: ["appeal"],
    top: { kind: "appeal", acts: ["mute", "ask_to_change"] },
    claim: THEIRS,
  }),
  queued(4, "nina_climbs", 9 * HOUR, {
    kind: "picture",
    itemKinds: ["picture_check"],
    top: { kind: "picture_check", holdReason: "explicit" },
  }),
  queued(5, null, 21 * HOUR, {
    items: 2,
    itemKinds: ["report", "fraud"],
    top: { kind: "fraud", signal: "Shares a payment card with a suspended account" },
  }),
  queued(6, "sol_spins", 23 * HOUR, { kind: "picture", itemKinds: ["verification"], top: { kind: "verification" } }),
  queued(8, null, 23 * HOUR + 40, {
    kind: "contact",
    memberId: null,
    itemKinds: ["contact_message"],
    top: { kind: "contact_message", subject: "Account", words: "I cannot log in since yesterday." },
  }),
  queued(7, "kit", DAY + 22 * HOUR),
];

const message = (
  n: number,
  from: EvidenceMessage["from"],
  content: string,
  changes: Partial<EvidenceMessage> = {},
): EvidenceMessage => ({
  _id: uuid(20 + n),
  from,
  kind: "text",
  content,
  createdAt: inMinutes(-5 * HOUR + n),
  deletedAt: null,
  isReported: false,
  image: null,
  steps: [],
  ...changes,
});

const imageUrl = (n: number): string => `/api/moderation/cases/${uuid(1)}/images/${n}`;
const image = (n: number, caption: string, photoId: string | null = null): EvidenceImage => ({
  url: imageUrl(n),
  caption,
  photoId,
});

export const PHOTOS = [image(0, "photo 1", uuid(31)), image(1, "photo 2", uuid(32)), image(2, "photo 3", uuid(33))];

const REPORT: CaseReport = {
  _id: uuid(11),
  number: "R-7KQ2M9",
  reason: "Harassment or threats",
  details: "I asked him to stop twice. Now he says he knows where I train.",
  createdAt: inMinutes(-3 * HOUR),
  dueAt: inMinutes(HOUR),
  isOpen: true,
  objection: null,
  reporter: { username: "maya_runs", upheld: 3, dismissed: 1 },
  profile: [
    { name: "username", value: "jordan_lifts" },
    { name: "age", value: "34" },
    { name: "location", value: "Austin, TX" },
    { name: "bio", value: "Powerlifting before work, tacos after it.\nLooking for somebody who can keep up." },
    { name: "interests", value: "Powerlifting\nHiking\nCold plunges" },
  ],
  messages: [
    message(0, "reported", "Lift: Saturday, November 28, 9:00 AM, Iron Temple Gym", {
      kind: "date",
      steps: [
        {
          by: "reported",
          act: "propose",
          at: inMinutes(-6 * HOUR),
          text: "Lift: Friday, November 27, 9:00 PM, my garage",
        },
        {
          by: "reporter",
          act: "counter",
          at: inMinutes(-6 * HOUR + 20),
          text: "Lift: Saturday, November 28, 9:00 AM, Iron Temple Gym",
        },
        {
          by: "reporter",
          act: "call_off",
          at: inMinutes(-5 * HOUR - 9),
          text: "Lift: Saturday, November 28, 9:00 AM, Iron Temple Gym",
        },
      ],
    }),
    message(1, "reported", "Leg day tomorrow?"),
    message(2, "reporter", "Not this week, sorry."),
    message(3, "reported", "You said that last week. You owe me one."),
    message(4, "reporter", "Please stop writing to me."),
    message(5, "reported", "", { kind: "image", image: imageUrl(3) }),
    message(6, "reported", "I never said that.", { deletedAt: inMinutes(-4 * HOUR) }),
    message(7, "reported", "I know which gym you go to. Answer me, or you will be sorry.", { isReported: true }),
    message(8, "reporter", "I am reporting this."),
  ],
  images: [],
};

/** A case with a report about a message, which the person who is logged in works on. */
export const CASE: CaseDetail = {
  ...(QUEUE[0] as QueuedCase),
  items: 1,
  isOpen: true,
  isForAnother: false,
  hold: null,
  contact: null,
  subject: {
    status: "active",
    joinedAt: inMinutes(-90 * DAY),
    restrictions: [],
    membership: { state: "renews", periodEnd: inMinutes(12 * DAY) },
    images: PHOTOS,
  },
  reports: [REPORT],
  notices: [],
  moreReports: 0,
  moreNotices: 0,
  signals: [],
  moreSignals: 0,
  selfies: [],
  appeals: [],
  decisions: [],
  history: [
    { at: inMinutes(-3 * HOUR), kind: "opened", by: null, note: "", item: null },
    { at: inMinutes(-2), kind: "looked", by: MINE.by, note: "", item: null },
    { at: inMinutes(-1), kind: "claimed", by: MINE.by, note: "", item: null },
  ],
  memberNotes: [],
  moreNotes: 0,
  moreHistory: 0,
  otherCases: [],
  linked: [],
  isMoreLinked: false,
};

const DECISION: CaseDetail["decisions"][number] = {
  _id: uuid(41),
  caseId: uuid(8),
  acts: ["mute", "ask_to_change"],
  rule: "consent",
  facts: "Messages that harass or threaten.",
  words: "Please write to people as you would speak to them at the gym. Take a no as a no.",
  by: THEIRS.by,
  at: inMinutes(-20 * DAY),
  undoUntil: inMinutes(10 * DAY),
  undoneAt: null,
};

const APPEAL: CaseDetail["appeals"][number] = {
  _id: uuid(42),
  words:
    "The three messages were a joke between us. We have trained together since spring, and she laughed.\n\nPlease read " +
    "the conversation from its beginning.",
  createdAt: inMinutes(-2 * HOUR),
  decision: DECISION,
  isAutomated: false,
  reports: [{ ...REPORT, isOpen: false }],
  notices: [],
  moreReports: 12,
  moreNotices: 0,
  hold: null,
  images: [],
  isForAnother: false,
};

/** A case with everything that a case can hold besides an appeal and a selfie. */
export const FULL_CASE: CaseDetail = {
  ...CASE,
  username: LONG,
  items: 12,
  subject: {
    status: "suspended",
    joinedAt: inMinutes(-400 * DAY),
    restrictions: [
      { kind: "suspended", until: inMinutes(30 * DAY) },
      { kind: "unlisted", until: null },
      { kind: "messaging", until: inMinutes(3 * DAY) },
    ],
    membership: { state: "stopped", periodEnd: inMinutes(12 * DAY) },
    images: [...PHOTOS, image(4, "photo 4", uuid(34)), image(5, "photo 5", uuid(35)), image(9, "photo 6", uuid(36))],
  },
  reports: [
    { ...REPORT, images: [image(4, "photo 1"), image(5, "picture 2")] },
    {
      ...REPORT,
      _id: uuid(12),
      number: "R-3HXC8W",
      reason: "Fake profile or someone else's photos",
      details: `These are photos of a trainer from another city: https://example.com/${"a-very-long-path/".repeat(9)}`,
      isOpen: false,
      reporter: { username: null, upheld: 0, dismissed: 0 },
      messages: [],
    },
  ],
  notices: [
    {
      _id: uuid(13),
      number: "N-9DTM4KQX",
      kind: "illegal",
      place: "The second picture of the profile, and the sentence below it",
      details: "It offers things for sale that need a prescription.",
      from: null,
      createdAt: inMinutes(-5 * HOUR),
      dueAt: inMinutes(19 * HOUR),
      isOpen: true,
      objection: null,
    },
    {
      _id: uuid(14),
      number: "N-2WXR8PLD",
      kind: "minor",
      place: "The profile",
      details: "She told me that she is still at school.",
      from: "Priya Raman",
      createdAt: inMinutes(-4 * HOUR),
      dueAt: inMinutes(-5),
      isOpen: true,
      objection: null,
    },
  ],
  moreReports: 12,
  moreNotices: COUNTED_MAX,
  signals: [
    { text: "Shares a payment card with a suspended account", at: inMinutes(-6 * HOUR), isOpen: true },
    { text: "A bank has taken a payment back", at: inMinutes(-30 * DAY), isOpen: false },
  ],
  moreSignals: 3,
  decisions: [
    { ...DECISION, _id: uuid(43), acts: ["suspend", "remove_photo"], rule: "be_you", at: inMinutes(-DAY), words: "" },
    DECISION,
    { ...DECISION, _id: uuid(44), acts: ["no_action"], facts: "", words: "", undoUntil: null },
    { ...DECISION, _id: uuid(45), acts: ["unlist"], undoneAt: inMinutes(-19 * DAY) },
  ],
  history: [
    { at: inMinutes(-5 * HOUR), kind: "opened", by: null, note: "", item: null },
    { at: inMinutes(-4 * HOUR), kind: "attached", by: null, note: "", item: "notice" },
    {
      at: inMinutes(-2 * HOUR),
      kind: "noted",
      by: THEIRS.by,
      note: "Asked the payment team about the card.",
      item: null,
    },
    { at: inMinutes(-HOUR), kind: "released", by: THEIRS.by, note: "", item: null },
    { at: inMinutes(-1), kind: "claimed", by: MINE.by, note: "", item: null },
  ],
  moreHistory: COUNTED_MAX,
  memberNotes: [
    {
      note: "Wrote the same to two others in spring.\nBoth have blocked them.",
      by: THEIRS.by,
      at: inMinutes(-9 * DAY),
    },
  ],
  otherCases: [
    { _id: uuid(8), kind: "member", isOpen: false, openedAt: inMinutes(-20 * DAY), closedAt: inMinutes(-20 * DAY) },
    { _id: uuid(9), kind: "picture", isOpen: true, openedAt: inMinutes(-HOUR), closedAt: null },
  ],
  linked: [
    { memberId: uuid(61), username: "jordan_again", status: "suspended", kinds: ["email", "card"], isBanned: true },
    { memberId: uuid(62), username: null, status: "deleted", kinds: ["card"], isBanned: false },
  ],
  isMoreLinked: true,
};

export const CLAIMED_CASE: CaseDetail = { ...CASE, claim: THEIRS };

export const CLOSED_CASE: CaseDetail = {
  ...CASE,
  isOpen: false,
  claim: null,
  reports: [{ ...REPORT, isOpen: false }],
  decisions: [{ ...DECISION, caseId: CASE._id, by: MINE.by, at: inMinutes(-2), undoUntil: inMinutes(30 * DAY) }],
};

/** Somebody who was not logged in, was answered, and wrote back. */
export const CONTACT_CASE: CaseDetail = {
  ...CASE,
  ...(QUEUE[6] as QueuedCase),
  claim: MINE,
  subject: { status: null, joinedAt: null, restrictions: [], membership: null, images: [] },
  reports: [],
  contact: {
    number: "C-7KQ2M8XT",
    answerTo: { name: "Robin Castellanos-Whitfield", email: "robin.castellanos.whitfield@mail.example.com" },
    entries: [
      {
        kind: "message",
        _id: uuid(71),
        at: inMinutes(-2 * DAY),
        text: "Hi, I have a new phone, and now the app wants a code that I do not have.\n\nCan you let me in? I have <b>two</b> dates this week.",
        subject: "Account Issue",
        sender: { name: "Robin Castellanos-Whitfield", email: "robin.castellanos.whitfield@mail.example.com" },
        isByLink: false,
        isOpen: false,
      },
      {
        kind: "answer",
        _id: uuid(72),
        at: inMinutes(-DAY),
        text: "Hello Robin,\n\nplease write to us from the address of your account, so that we know it is you.",
        by: THEIRS.by,
        isMailed: true,
      },
      {
        kind: "message",
        _id: uuid(73),
        at: inMinutes(-20),
        text: "That was my old address. I have it no more, what can I do?",
        subject: "Account Issue",
        sender: { name: "Robin Castellanos-Whitfield", email: "robin.castellanos.whitfield@mail.example.com" },
        isByLink: true,
        isOpen: true,
      },
    ],
  },
};

/** Of a member, as a colleague without the claim sees it. */
const UNADDRESSED = CONTACT_CASE.contact && {
  ...CONTACT_CASE.contact,
  answerTo: null,
  entries: CONTACT_CASE.contact.entries.map((entry) => (entry.kind === "message" ? { ...entry, sender: null } : entry)),
};
export const CONTACT_CASE_OF_MEMBER: CaseDetail = {
  ...CONTACT_CASE,
  memberId: uuid(58),
  username: "robin_rows",
  claim: THEIRS,
  subject: { ...CASE.subject, images: [] },
  contact: UNADDRESSED,
};

export const APPEAL_CASE: CaseDetail = {
  ...CLOSED_CASE,
  isOpen: true,
  claim: MINE,
  itemKinds: ["appeal"],
  reports: [],
  decisions: [DECISION],
  appeals: [APPEAL],
};

export const OWN_APPEAL_CASE: CaseDetail = {
  ...APPEAL_CASE,
  claim: null,
  isForAnother: true,
  appeals: [{ ...APPEAL, isForAnother: true, decision: { ...DECISION, by: MINE.by } }],
};

export const SELFIE_CASE: CaseDetail = {
  ...CASE,
  kind: "picture",
  itemKinds: ["verification"],
  reports: [],
  selfies: [
    {
      _id: uuid(46),
      pose: "Put one hand flat on top of your head.",
      isLive: true,
      submittedAt: inMinutes(-40),
      image: image(0, "selfie"),
      mainPhoto: image(3, "main photo", uuid(31)),
    },
  ],
};

export const PICTURE_CASE: CaseDetail = {
  ...CASE,
  kind: "picture",
  itemKinds: ["picture_check"],
  hold: { reason: "listed_copy", list: "ncii", distance: 12, explicit: { class: "porn", probability: 0.93 } },
  reports: [],
  // As for the role `photos`.
  subject: {
    status: null,
    joinedAt: null,
    restrictions: [],
    membership: null,
    images: [image(2, "picture"), image(0, "photo 1", uuid(31))],
  },
};

/** Of several people, one of whom asks for another look: danger first, though it came last. */
export const MIXED_CASE: CaseDetail = {
  ...CASE,
  itemKinds: ["report", "notice", "objection"],
  items: 3,
  reports: [
    {
      ...REPORT,
      reason: "Someone is in danger",
      details: "He waits outside my gym tonight with a knife.",
      dueAt: inMinutes(20),
    },
    {
      ...REPORT,
      _id: uuid(12),
      number: "R-3HXC8W",
      reason: "Hate or discrimination",
      details: "",
      dueAt: inMinutes(20 * HOUR),
      objection: {
        words: "You looked at the wrong message. It was the one before.",
        sentAt: inMinutes(-HOUR),
        decidedBy: THEIRS.by,
        isForAnother: false,
      },
    },
  ],
  notices: [
    {
      _id: uuid(13),
      number: "N-9DTM4KQX",
      kind: "illegal",
      place: "Somewhere on the profile",
      details: "Sells steroids.",
      from: "Priya Raman",
      createdAt: inMinutes(-5 * HOUR),
      dueAt: inMinutes(19 * HOUR),
      isOpen: true,
      objection: null,
    },
  ],
};

export const NOTICES: readonly UnassignedNotice[] = [
  {
    _id: uuid(71),
    number: "N-4PXK2MWT",
    kind: "minor",
    dueAt: inMinutes(48),
    place: "The person with the skateboard, near Barton Springs",
    details: "She is in my daughter's class. She cannot be older than 15.",
    username: "skate_or_nothing",
    objection: null,
  },
  {
    _id: uuid(72),
    number: "N-8QDH7RCM",
    kind: "intimate",
    dueAt: inMinutes(41 * HOUR),
    place: `https://spotter.example/profile/${"f".repeat(70)}`,
    details: "The third picture was taken at my home, and I have never agreed to it.",
    username: "",
    objection: {
      words: "The link that I sent was cut off. It is the account with the red kayak.",
      sentAt: inMinutes(-20),
      decidedBy: "Grace Okafor",
      isForAnother: true,
    },
  },
];

const PAST = {
  _id: uuid(41),
  caseId: uuid(8),
  memberId: uuid(51),
  username: "jordan_lifts",
  acts: ["mute", "ask_to_change"],
  rule: "consent",
  by: THEIRS.by,
  at: inMinutes(-20 * DAY),
  undoneAt: null,
  appeal: "upheld",
} as const satisfies PastDecision;

export const DECISIONS: readonly PastDecision[] = [
  {
    ...PAST,
    _id: uuid(43),
    memberId: uuid(52),
    username: LONG,
    acts: ["end_account"],
    rule: "fraud",
    at: inMinutes(-50),
    appeal: null,
  },
  {
    ...PAST,
    _id: uuid(44),
    memberId: uuid(53),
    username: null,
    acts: ["suspend", "remove_photo"],
    rule: "intimate_pictures",
    at: inMinutes(-7 * HOUR),
    undoneAt: inMinutes(-6 * HOUR),
    appeal: "open",
  },
  {
    ...PAST,
    _id: uuid(45),
    caseId: null,
    by: "spotter (sudo by ada)",
    acts: ["no_action"],
    at: inMinutes(-3 * DAY),
    appeal: null,
  },
  PAST,
];

export const PEOPLE = [
  { _id: uuid(98), name: THEIRS.by },
  { _id: uuid(99), name: MINE.by },
];

const entry = (n: number, minutes: number, changes: Partial<LogEntry>): LogEntry => ({
  _id: uuid(n),
  at: inMinutes(-minutes),
  by: MINE.by,
  action: "show case",
  target: { _id: uuid(1), kind: "case", name: "jordan_lifts" },
  reason: "",
  details: [],
  ...changes,
});

export const LOG: readonly LogEntry[] = [
  entry(60, 1, { action: "list log", target: null, details: [{ name: "count", value: "50" }] }),
  entry(61, 4, { reason: "The member asked support why they cannot write." }),
  entry(62, 9, {
    action: "search",
    target: { _id: uuid(52), kind: "member", name: LONG },
    details: [
      { name: "by", value: "email" },
      { name: "term", value: "9f2c11d07ab3" },
      { name: "found", value: "1" },
    ],
  }),
  entry(63, 3 * HOUR, {
    by: "spotter (sudo by ada)",
    action: "suspend",
    target: { _id: uuid(53), kind: "member", name: null },
    reason: "Sent threats",
  }),
  entry(64, 5 * HOUR, { by: "ada", action: "invite staff", target: { _id: uuid(99), kind: "staff", name: MINE.by } }),
  entry(65, DAY, {
    by: "scheduler",
    action: "lift",
    target: { _id: uuid(77), kind: "other", name: null },
    reason: "expired",
  }),
];

export const FOUND: Found = {
  members: [
    { _id: uuid(51), username: "jordan", status: "active", joinedAt: inMinutes(-90 * DAY), email: null },
    { _id: uuid(52), username: LONG, status: "suspended", joinedAt: inMinutes(-400 * DAY), email: null },
    { _id: uuid(53), username: null, status: "deleted", joinedAt: inMinutes(-2 * DAY), email: null },
  ],
  isMore: true,
  cases: [
    {
      _id: uuid(1),
      kind: "member",
      isOpen: true,
      openedAt: inMinutes(-3 * HOUR),
      memberId: uuid(51),
      username: "jordan",
    },
  ],
  reports: [
    {
      number: "R-7KQ2M9",
      reason: "Someone is in danger",
      createdAt: inMinutes(-3 * HOUR),
      isOpen: true,
      caseId: uuid(1),
    },
  ],
  notices: [{ number: "N-9DTM4KQX", kind: "intimate", createdAt: inMinutes(-DAY), isOpen: false, caseId: null }],
  payments: [
    {
      number: "pi_3OtXYZ2eZvKYlo2C1a2b3c4d",
      product: "Power Pack",
      amountCents: 999,
      paidAt: inMinutes(-9 * DAY),
      memberId: uuid(51),
      username: "jordan",
    },
  ],
};

const today = (days: number): string => inMinutes(-days * DAY).slice(0, 10);

export const RECORD: MemberRecord = {
  _id: uuid(51),
  username: LONG,
  status: "suspended",
  joinedOn: today(400),
  lastActiveOn: today(1),
  deletedOn: null,
  ban: null,
  email: "j…@e….com",
  isEmailConfirmed: true,
  hasSecondFactor: false,
  sessions: [
    { device: "Safari on iPhone", lastUsedOn: today(1) },
    { device: "Chrome on Windows", lastUsedOn: today(12) },
  ],
  balance: 7,
  membership: { state: "stopped", periodEnd: inMinutes(12 * DAY) },
  arePaymentsHeld: true,
  payments: [
    {
      number: `cs_live_${"a1B2c3D4".repeat(7)}`,
      paymentId: "pi_3OtXYZ2eZvKYlo2C1a2b3c4d",
      product: "Power Pack",
      amountCents: 999,
      refundedCents: 500,
      withdrawal: "refused",
      paidAt: inMinutes(-9 * DAY),
    },
    {
      number: null,
      paymentId: "pi_3OtXYZ2eZvKYlo2C5e6f7g8h",
      product: "Unlimited membership",
      amountCents: null,
      refundedCents: 0,
      withdrawal: null,
      paidAt: inMinutes(-18 * DAY),
    },
  ],
  restrictions: [
    { kind: "suspended", until: inMinutes(30 * DAY), rule: "consent" },
    { kind: "unlisted", until: null, rule: "be_you" },
  ],
  decisions: [DECISIONS[1] as PastDecision, PAST],
  cases: [
    { _id: uuid(1), kind: "member", isOpen: true, openedAt: inMinutes(-3 * HOUR), closedAt: null },
    { _id: uuid(8), kind: "picture", isOpen: false, openedAt: inMinutes(-21 * DAY), closedAt: inMinutes(-20 * DAY) },
  ],
  notes: [{ note: "Wrote to support twice about the same match.", by: THEIRS.by, at: inMinutes(-20 * DAY) }],
  moreNotes: 0,
  linked: [{ memberId: uuid(54), username: "theo_rows", status: "active", kinds: ["card", "device"], isBanned: false }],
  isMoreLinked: true,
};

/** What is left of a deleted account. */
export const FORMER_RECORD: MemberRecord = {
  ...RECORD,
  username: null,
  status: "deleted",
  lastActiveOn: null,
  deletedOn: today(30),
  ban: { until: null },
  email: null,
  isEmailConfirmed: false,
  sessions: [],
  balance: null,
  membership: null,
  arePaymentsHeld: false,
  payments: [],
  restrictions: [],
  decisions: [],
  cases: [],
  notes: [],
  linked: [],
  isMoreLinked: false,
};
