import type { Message, MessagesPage } from "#contract/chat/messages.ts";
import type { OwnOutcome } from "#contract/training/date-outcomes.ts";
import type { WeekComparison } from "#contract/training/week-comparisons.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { composer } from "#e2e/support/chat-page.ts";
import { OUTAGE_MESSAGE, REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { changeResponse, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { answer, go, press, see, seeSkeleton } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

const COMPARISON = "**/api/matches/*/week-comparison";
const EXPECTED_MESSAGES = new RegExp(`${REJECTION_MESSAGE.source}|${OUTAGE_MESSAGE.source}`);
const HOUR_MS = 3_600_000;

const inHours = (hours: number): string =>
  new Date(Math.floor((Date.now() + hours * HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString();

async function openChat({ page, cast, ...stage }: Stage): Promise<void> {
  await go({ page, cast, ...stage }, "me", `/messages/${cast.talker.id}`, cast.talker.username);
  await composer(page).waitFor();
}

async function openComparison(stage: Stage): Promise<void> {
  await openChat(stage);
  await press(stage.page, "Compare weeks");
}

const compared = (name: string, comparison: WeekComparison, ready: string): Scene => ({
  name: `compare-weeks-${name}`,
  open: async (stage) => {
    await answer(stage.page, "GET", COMPARISON, { success: true, comparison });
    await openComparison(stage);
    await see(stage.page, ready);
  },
});

const COMPARISONS: readonly Scene[] = [
  {
    name: "chat-compare-weeks",
    open: async (stage) => {
      await openChat(stage);
      await stage.page.getByRole("button", { name: "Compare weeks" }).waitFor();
    },
  },
  compared("open", { state: "open" }, "I would compare"),
  compared("no-week", { state: "no_week" }, "Say when you train"),
  compared("asked", { state: "asked" }, "You would compare."),
  compared("shown", { state: "shown", parts: [4, 10, 21, 31, 40], until: inHours(150) }, "You both train then:"),
  compared("nothing", { state: "shown", parts: [], until: inHours(150) }, "No time in common this week."),
  compared("resting", { state: "resting", until: inHours(100) }, "You can both ask again"),
  {
    name: "compare-weeks-loading",
    open: async (stage) => {
      await holdRequests(stage.page, COMPARISON);
      await openComparison(stage);
      await seeSkeleton(stage.page);
    },
  },
  {
    name: "compare-weeks-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", COMPARISON, 400);
      await openComparison(stage);
      await see(stage.page, "This did not load.");
    },
  },
  {
    name: "compare-weeks-offline",
    expectedMessages: EXPECTED_MESSAGES,
    open: async (stage) => {
      await answer(stage.page, "GET", COMPARISON, { success: true, comparison: { state: "open" } });
      await openComparison(stage);
      await see(stage.page, "I would compare");
      await stage.page.context().setOffline(true);
      await see(stage.page, "You are offline.");
    },
  },
];

const DATE: WorkoutDate = {
  sport: "run",
  times: [inHours(-20)],
  timeZone: "America/Chicago",
  minutes: 60,
  place: "Zilker Park, by the big rock",
  effort: "chatty",
  state: "agreed",
  changedBy: null,
  changedAt: inHours(-70),
  turn: null,
  version: 2,
  earlier: null,
  onMyWay: [],
  calendarUrl: null,
};

async function openCard(stage: Stage, own: OwnOutcome): Promise<void> {
  const { page, cast } = stage;
  await answer(page, "GET", "**/api/dates/*/outcome", { success: true, ...own });
  await changeResponse<MessagesPage>(page, `**/api/messages/${cast.talker.id}*`, (reply) => {
    const last = reply.messages.findLastIndex(({ messageType }) => messageType === "text");
    const date: WorkoutDate = { ...DATE, ...(own.trainedTogether && { trainedTogether: true }) };
    const toCard = (message: Message): Message => ({ ...message, messageType: "date", content: "Run", date });
    return {
      ...reply,
      messages: reply.messages.slice(0, last + 1).map((message, i) => (i === last ? toCard(message) : message)),
      ...(own.trainedTogether && { trainedTogether: 3 }),
    };
  });
  await openChat(stage);
}

const answered = (name: string, own: OwnOutcome, ready: string): Scene => ({
  name: `date-outcome-${name}`,
  open: async (stage) => {
    await openCard(stage, own);
    await see(stage.page, ready);
  },
});

const OUTCOMES: readonly Scene[] = [
  answered("question", { outcome: null, trainedTogether: false }, "How did it go?"),
  answered("trained", { outcome: "trained", trainedTogether: false }, "Only you see this, unless you both say so."),
  answered("missed", { outcome: "missed", trainedTogether: false }, "Only you see this. It changes nothing."),
  answered("wrong", { outcome: "wrong", trainedTogether: false }, "Only you see this. Your report is with us."),
  answered("together", { outcome: "trained", trainedTogether: true }, "You trained together"),
  {
    name: "date-outcome-failed",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "PUT", "**/api/dates/*/outcome", 500);
      await openCard(stage, { outcome: null, trainedTogether: false });
      await press(stage.page, "Trained together");
      await see(stage.page, "That did not work. Please try again.");
    },
  },
];

export const afterwards: SceneGroup = { group: "Compare weeks and afterwards", scenes: [...COMPARISONS, ...OUTCOMES] };
