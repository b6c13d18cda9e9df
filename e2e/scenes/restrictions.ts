import type { Page } from "@playwright/test";
import type { MessagesPage } from "#contract/chat/messages.ts";
import type { OwnProfile, Restriction } from "#contract/members/profiles.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { abortRequests, changeResponse, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { answer, at, fill, go, press, see } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

/** A decision about a member. */

const DECISION = "**/api/appeals/*";
const ADDRESS = "/appeal/a-link";
const QUESTION = "Did we get it wrong?";

const STATEMENT = {
  acts: [
    "You cannot send messages, pictures and crushes until January 31, 2027 at 12:00 PM CST. You can still read and receive them.",
    "You are not shown in Browse and in daily sets any more, until we lift that. Your matches and crushes stay, and can still see you and write to you.",
  ],
  facts:
    "On three days you wrote about somebody's weight after they had asked you to stop.\nOne of the messages was a threat.",
  rule: "All bodies, all levels",
  words: "Please take a no the first time.",
  automated: false,
  decidedAt: "2027-01-24T18:00:00.000Z",
  isTakenBack: false,
  appealUntil: "2027-07-24T18:00:00.000Z",
};
const APPEAL = {
  words: "The three messages were a joke between us. We have trained together since spring, and she laughed.",
  sentAt: "2027-01-25T08:00:00.000Z",
  outcome: null,
  answer: "",
};
const ANSWER = "We read the conversation again. She had asked you twice to stop, and you went on.";

const SUSPENDED = {
  ...STATEMENT,
  acts: ["Your account is suspended. It has no end of its own. You cannot log in, and nobody sees your profile."],
};
const MEMBERSHIP = { state: "stopped", periodEnd: "2027-02-12T18:00:00.000Z" };

const OF_REPORT = {
  statement: null,
  answered: {
    kind: "report",
    number: "R-7K2M9Q",
    outcome: "not_upheld",
    decidedAt: STATEMENT.decidedAt,
    objectUntil: STATEMENT.appealUntil,
  },
};

const decision = (changes: object = {}) => ({
  success: true,
  statement: STATEMENT,
  answered: null,
  appeal: null,
  canAppeal: false,
  membership: null,
  ...changes,
});

const shown = (name: string, changes: object, ready: string): Scene => ({
  name: `decision-${name}`,
  open: async (stage) => {
    await answer(stage.page, "GET", DECISION, decision(changes));
    await go(stage, "visitor", ADDRESS, ready);
  },
});

async function openForm(stage: Stage): Promise<void> {
  await answer(stage.page, "GET", DECISION, decision({ canAppeal: true }));
  await go(stage, "visitor", ADDRESS, QUESTION);
}

const DECISIONS: readonly Scene[] = [
  {
    name: "decision-loading",
    open: async (stage) => {
      await holdRequests(stage.page, DECISION);
      await go(stage, "visitor", ADDRESS, "One moment...");
    },
  },
  { name: "decision-open", open: openForm },
  {
    name: "decision-mistakes",
    open: async (stage) => {
      await openForm(stage);
      await press(stage.page, "Send objection");
      await see(stage.page, "Please say why");
    },
  },
  {
    name: "decision-too-long",
    open: async (stage) => {
      await openForm(stage);
      await fill(stage.page, { "Why is it a mistake?": "It was a joke between us. ".repeat(90) });
      await press(stage.page, "Send objection");
      await see(stage.page, /Please shorten it/);
    },
  },
  {
    name: "decision-not-sent",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", DECISION, 500);
      await openForm(stage);
      await fill(stage.page, { "Why is it a mistake?": APPEAL.words });
      await press(stage.page, "Send objection");
      await see(stage.page, "Your objection was not sent. Please try again.");
    },
  },
  {
    name: "decision-offline",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await abortRequests(stage.page, "POST", DECISION);
      await openForm(stage);
      await fill(stage.page, { "Why is it a mistake?": APPEAL.words });
      await press(stage.page, "Send objection");
      await see(stage.page, "Something went wrong. Please try again.");
    },
  },
  shown(
    "membership",
    { canAppeal: true, statement: SUSPENDED, membership: MEMBERSHIP },
    "If the suspension is lifted before",
  ),
  {
    name: "decision-membership-not-cancelled",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", `${DECISION}/cancel-membership`, 500);
      await answer(
        stage.page,
        "GET",
        DECISION,
        decision({ statement: SUSPENDED, membership: { ...MEMBERSHIP, state: "renews" } }),
      );
      await go(stage, "visitor", ADDRESS, "It renews on");
      await press(stage.page, "Cancel Subscription");
      await see(stage.page, "Your membership was not cancelled. Please try again.");
    },
  },
  shown(
    "membership-cancelled",
    { statement: SUSPENDED, membership: { ...MEMBERSHIP, state: "cancelled" } },
    "It is cancelled",
  ),
  shown("of-report", { ...OF_REPORT, canAppeal: true }, "Your report R-7K2M9Q"),
  shown("of-report-reversed", { ...OF_REPORT, appeal: { ...APPEAL, outcome: "reversed" } }, "You were right"),
  shown("sent", { appeal: APPEAL }, "We have your objection"),
  shown("upheld", { appeal: { ...APPEAL, outcome: "upheld", answer: ANSWER } }, "Our decision stays"),
  shown("reversed", { appeal: { ...APPEAL, outcome: "reversed" } }, "We took back our decision"),
  shown("taken-back", { statement: { ...STATEMENT, isTakenBack: true } }, "We took back our decision"),
  shown("expired", { statement: { ...STATEMENT, facts: "", words: "", automated: true } }, "It was possible to object"),
  {
    name: "decision-unknown",
    expectedMessages: REJECTION_MESSAGE,
    open: at("visitor", "/appeal/nothing", "Invalid Link"),
  },
  {
    name: "decision-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", DECISION, 500);
      await go(stage, "visitor", ADDRESS, "Our decision did not load");
    },
  },
];

const UNLISTED: Restriction = {
  kind: "unlisted",
  since: "2027-01-24T18:00:00.000Z",
  until: null,
  appealToken: "a-link",
};
const UNTIL = new Date(Date.now() + 6 * 86_400_000).toISOString();
const MUTED: Restriction = { ...UNLISTED, kind: "messaging", until: UNTIL };

const restrict = (page: Page, ...restrictions: Restriction[]): Promise<void> =>
  changeResponse<{ profile: OwnProfile }>(page, "**/api/profile", (reply) => ({
    ...reply,
    profile: { ...reply.profile, restrictions },
  }));

const CLOSED = "You cannot send anything";

async function openRestrictedChat(stage: Stage, who: "talker" | "quiet", until: string | null): Promise<void> {
  const { id } = stage.cast[who];
  await restrict(stage.page, { ...MUTED, until });
  await changeResponse<MessagesPage>(stage.page, `**/api/messages/${id}*`, (page) => ({
    ...page,
    restricted: { until },
  }));
  await go(stage, "me", `/messages/${id}`, CLOSED);
}

const RESTRICTED: readonly Scene[] = [
  { name: "restricted-chat", open: (stage) => openRestrictedChat(stage, "talker", UNTIL) },
  { name: "restricted-chat-hello", open: (stage) => openRestrictedChat(stage, "quiet", null) },
  {
    name: "restricted-browse",
    open: async (stage) => {
      await restrict(stage.page, UNLISTED, MUTED);
      await go(stage, "me", "/browse", "Nobody new finds you");
    },
  },
  {
    name: "restricted-profile",
    open: async (stage) => {
      await restrict(stage.page, UNLISTED);
      await go(stage, "me", "/profile", "Nobody new finds you");
    },
  },
  {
    name: "restricted-crush",
    isTemporary: true,
    open: async (stage) => {
      await restrict(stage.page, MUTED);
      await go(stage, "me", `/profile/${stage.cast.newcomer.id}`, stage.cast.newcomer.username);
      await press(stage.page, /^Send (a )?Crush/);
      await see(stage.page, "You cannot send crushes");
    },
  },
];

export const restrictions: SceneGroup = { group: "Decisions", scenes: [...DECISIONS, ...RESTRICTED] };
