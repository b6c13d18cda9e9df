import type { Page } from "@playwright/test";
import type { Message, MessagesPage } from "#contract/chat/messages.ts";
import { DATE_PLACE_MAX } from "#contract/training/date-rules.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { composer, log } from "#e2e/support/chat-page.ts";
import { OUTAGE_MESSAGE, REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { changeResponse, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { fill, go, press, see } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

const [HOUR_MS, DAY_MS] = [3_600_000, 24 * 3_600_000];
const PROPOSALS = "**/api/dates";

/** A time some days from now, at an hour of the clocks in Chicago, such as 15 for 9 o'clock in winter. */
const daysAhead = (days: number, hour = 15): string => {
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  return `${day}T${String(hour).padStart(2, "0")}:00:00.000Z`;
};
const hoursAhead = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

interface CardIds {
  readonly me: string;
  readonly other: string;
}
type Change = (ids: CardIds) => Partial<WorkoutDate>;

const makeDate = ({ me, other }: CardIds): WorkoutDate => ({
  sport: "run",
  times: [daysAhead(3)],
  timeZone: "America/Chicago",
  minutes: 60,
  place: "Zilker Park, by the rock",
  effort: "chatty",
  state: "proposed",
  changedBy: me,
  changedAt: hoursAhead(-1),
  turn: other,
  version: 1,
  earlier: null,
  onMyWay: [],
  calendarUrl: null,
});

async function openCard(stage: Stage, change: Change, ready: string | RegExp): Promise<void> {
  const { me, talker } = stage.cast;
  const ids = { me: me.id, other: talker.id };
  await changeResponse<MessagesPage>(stage.page, `**/api/messages/${talker.id}*`, (page) => {
    const date = { ...makeDate(ids), ...change(ids) };
    const isMine = date.turn !== me.id || date.state === "changed";
    const toCard = (message: Message): Message => ({
      ...message,
      messageType: "date",
      content: "Run",
      sender: { ...message.sender, _id: isMine ? me.id : talker.id },
      read: true,
      date,
    });
    // Empty in a reply with the changes since.
    const last = page.messages.toSorted((a, b) => a.seq - b.seq).at(-1);
    return { ...page, messages: page.messages.map((message) => (message === last ? toCard(message) : message)) };
  });
  await openChat(stage);
  await see(stage.page, ready);
}

async function openChat(stage: Stage): Promise<void> {
  const { id, username } = stage.cast.talker;
  await go(stage, "me", `/messages/${id}`, username);
  await composer(stage.page).waitFor();
}

const card = (name: string, change: Change, ready: string | RegExp): Scene => ({
  name: `date-${name}`,
  open: (stage) => openCard(stage, change, ready),
});

const myTurn: Change = ({ me, other }) => ({ turn: me, changedBy: other });
const agreed: Change = () => ({ state: "agreed", turn: null, calendarUrl: "/calendar/1.ics" });
const severalTimes = { times: [daysAhead(3), daysAhead(4, 1), daysAhead(5, 16)] };
const longPlace = { place: "The climbing hall behind the old station, second entrance, by the bikes; ring twice" };

const BEFORE: NonNullable<WorkoutDate["earlier"]> = {
  sport: "run",
  times: [daysAhead(3)],
  minutes: 60,
  place: "Barton Springs, main entrance",
  effort: "chatty",
};
const changed: Change = (ids) => ({
  ...myTurn(ids),
  state: "changed",
  version: 4,
  sport: "ride",
  minutes: 90,
  effort: "steady",
  times: [daysAhead(4)],
  earlier: BEFORE,
});

const CARDS: readonly Scene[] = [
  card("waiting", () => ({}), /^Waiting for/),
  card("waiting-several", () => severalTimes, /^Waiting for/),
  card("asked", myTurn, "Agree"),
  card("asked-several", (ids) => ({ ...myTurn(ids), ...severalTimes, ...longPlace }), "Choose a time to agree"),
  card("countered", (ids) => ({ ...myTurn(ids), state: "countered", version: 2 }), /suggests this instead$/),
  card("agreed", agreed, "It’s a date"),
  card("changed", changed, /would like to change it$/),
  card("changed-leaving", (ids) => ({ ...changed(ids), earlier: { ...BEFORE, times: [hoursAhead(1)] } }), "On my way"),
  card(
    "kept",
    (ids) => ({ ...agreed(ids), kept: true, changedBy: ids.other, effort: undefined }),
    /would like to keep/,
  ),
  card("change-waiting", (ids) => ({ ...changed(ids), turn: ids.other, changedBy: ids.me }), /^Keep /),
  card("declined", ({ other }) => ({ state: "declined", turn: null, changedBy: other }), /cannot make it/),
  card("called-off", (ids) => ({ ...agreed(ids), state: "called_off", changedBy: ids.other }), /called it off$/),
  card("expired", () => ({ times: [daysAhead(-2)] }), "Its time passed without an answer"),
  card("leaving", (ids) => ({ ...agreed(ids), times: [hoursAhead(1)] }), "On my way"),
  card(
    "on-the-way",
    (ids) => ({ ...agreed(ids), times: [hoursAhead(1)], onMyWay: [ids.me, ids.other] }),
    "You are both on your way.",
  ),
  {
    name: "date-loading",
    open: async (stage) => {
      await holdRequests(stage.page, "**/assets/date-parts-*.js");
      await openCard(stage, myTurn, "Run");
    },
  },
  {
    name: "date-call-off-question",
    open: async (stage) => {
      await openCard(stage, agreed, "It’s a date");
      await press(stage.page, "Call off");
      await see(stage.page, "Call off this date?");
    },
  },
  {
    name: "date-changed-meanwhile",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", "**/api/dates/*/agree", 409, { code: "date_changed" });
      await openCard(stage, myTurn, "Agree");
      await press(stage.page, "Agree");
      await see(stage.page, "It has changed since: look again.");
    },
  },
  {
    name: "date-offline",
    expectedMessages: OUTAGE_MESSAGE,
    open: async (stage) => {
      await openCard(stage, myTurn, "Agree");
      await stage.page.context().setOffline(true);
      await see(stage.page, "You are offline. You can answer once you are back.");
    },
  },
  {
    name: "date-pinned",
    open: async (stage) => {
      await openCard(stage, myTurn, "Agree");
      await log(stage.page).evaluate((element) => element.scrollTo(0, -element.scrollHeight));
      await see(stage.page, "Waiting for you");
    },
  },
];

const PLAN = { Time: "09:00", Where: "Zilker Park, by the rock" };

async function openForm(stage: Stage): Promise<void> {
  await openChat(stage);
  await press(stage.page, "Plan a workout");
  await see(stage.page, "Send Proposal");
}

async function fillForm(page: Page, place = PLAN.Where): Promise<void> {
  await press(page, /^Run$/);
  await fill(page, { ...PLAN, Where: place, Day: daysAhead(3).slice(0, 10) });
  await press(page, "Chatty");
}

async function send(stage: Stage): Promise<void> {
  await openForm(stage);
  await fillForm(stage.page);
  await press(stage.page, "Send Proposal");
}

const FORMS: readonly Scene[] = [
  { name: "date-form", open: openForm },
  {
    name: "date-form-full",
    open: async (stage) => {
      await openForm(stage);
      await fillForm(stage.page);
      await press(stage.page, "Add another time");
    },
  },
  {
    name: "date-form-places",
    open: async (stage) => {
      const places = [longPlace.place.padEnd(DATE_PLACE_MAX, ", at the gate"), `Hall ${"x".repeat(60)}`, "The track"];
      await stage.page.addInitScript((habits) => localStorage.setItem("dateHabits", JSON.stringify(habits)), {
        me: stage.cast.me.id,
        sport: "run",
        places,
        times: [
          { weekday: 5, time: "09:00" },
          { weekday: 0, time: "18:30" },
          { weekday: 2, time: "07:00" },
        ],
      });
      await openForm(stage);
      await see(stage.page, "The track");
    },
  },
  {
    name: "date-form-mistakes",
    open: async (stage) => {
      await openForm(stage);
      await press(stage.page, "Send Proposal");
      await see(stage.page, "Choose a sport");
    },
  },
  {
    name: "date-form-advice",
    open: async (stage) => {
      await openForm(stage);
      await fillForm(stage.page, "My place");
      await see(stage.page, "Meet where others train.");
    },
  },
  {
    name: "date-unsent",
    expectedMessages: OUTAGE_MESSAGE,
    open: async (stage) => {
      await openForm(stage);
      await fillForm(stage.page);
      await stage.page.context().setOffline(true);
      await press(stage.page, "Send Proposal");
      await see(stage.page, "Sends when you are back online");
    },
  },
  {
    name: "date-rejected",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", PROPOSALS, 400, { message: "That time has passed" });
      await send(stage);
      await see(stage.page, "Edit");
    },
  },
];

/** Cards of workout dates in all their states, and their form. */
export const dating: SceneGroup = { group: "Workout dates", scenes: [...CARDS, ...FORMS] };
