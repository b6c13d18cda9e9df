import { expect, test } from "vitest";
import { dateInForce } from "#contract/training/date-rules.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import {
  canShareDate,
  describeChange,
  describeKeep,
  describeKept,
  describeOnMyWay,
  mayBeShared,
  summarizeDate,
  viewDate,
} from "#web/domains/training/date-state.ts";

const NOW = Date.parse("2026-11-25T18:00:00Z");
const SATURDAY = "2026-11-28T15:00:00.000Z";
const READER = { me: "me", username: "maya" };

const buildDate = (more: Partial<WorkoutDate> = {}): WorkoutDate => ({
  sport: "run",
  times: [SATURDAY],
  timeZone: "America/Chicago",
  minutes: 60,
  place: "Zilker Park",
  effort: "chatty",
  state: "proposed",
  changedBy: "maya",
  changedAt: "2026-11-25T17:00:00.000Z",
  turn: "me",
  version: 1,
  earlier: null,
  onMyWay: [],
  calendarUrl: null,
  ...more,
});
const view = (more: Partial<WorkoutDate>, now = NOW) => viewDate(buildDate(more), READER, now);
const AGREED = { state: "agreed", turn: null, calendarUrl: "/calendar" } as const;

test("whoever has to answer can agree to the times ahead, suggest others or decline", () => {
  const passed = "2026-11-25T17:30:00.000Z";
  expect(view({ times: [passed, SATURDAY] })).toMatchObject({
    tone: "open",
    status: "maya asks you",
    choices: [SATURDAY],
    ending: "decline",
    canChange: false,
  });
  expect(view({ state: "countered" }).status).toBe("maya suggests this instead");
});

test("whoever has asked waits, and can take it back", () => {
  expect(view({ turn: "maya", changedBy: "me" })).toMatchObject({
    tone: "open",
    status: "Waiting for maya’s answer",
    choices: [],
    ending: "take_back",
  });
});

const words = (text: string | undefined) => text?.replaceAll("\u202f", " ").replace(/ C[DS]T$/, "");

test.each([
  ["2026-11-28T17:00:00.000Z", "Keep 9:00 AM"],
  ["2026-11-29T15:00:00.000Z", "Keep Sat, Nov 28, 9:00 AM"],
  [SATURDAY, "Keep it as agreed"],
])("what was agreed can be kept when it is wished for %s", (time, label) => {
  const { sport, minutes, place, times } = buildDate();
  const date = buildDate({ state: "changed", times: [time], earlier: { sport, minutes, place, times } });
  expect(words(describeKeep(date, NOW))).toBe(label);
  expect(describeKeep({ ...date, state: "proposed", earlier: null }, NOW)).toBeUndefined();
});

test("who has wished for a change is told that it is kept", () => {
  const kept = buildDate({ ...AGREED, kept: true });
  expect(words(describeKept(kept, READER))).toBe("maya would like to keep 9:00 AM");
  expect(describeKept({ ...kept, changedBy: "me" }, READER)).toBeUndefined();
  expect(describeChange(kept, READER, NOW)).toMatch(/^maya would like to keep 9:00.+: Run, Saturday/);
});

test("an agreed date can be changed and called off until it begins", () => {
  expect(view(AGREED)).toMatchObject({ tone: "agreed", status: "It’s a date", ending: "call_off", canChange: true });
  const start = Date.parse(SATURDAY);
  expect(view(AGREED, start + 1)).toMatchObject({ tone: "agreed", ending: undefined, canChange: false });
  expect(view(AGREED, start + 60 * 60_000)).toMatchObject({ tone: "closed", status: "This date is over" });
});

test("a date that both have trained at says so, and nothing is left to do", () => {
  const trained = view({ ...AGREED, trainedTogether: true }, Date.parse(SATURDAY) + 60 * 60_000);
  expect(trained).toMatchObject({ tone: "trained", status: "You trained together", isOff: false, canChange: false });
});

test("a change has to be agreed again, and ends the date if it is not wanted", () => {
  expect(view({ state: "changed" })).toMatchObject({
    status: "maya would like to change it",
    choices: [SATURDAY],
    ending: "call_off",
  });
  expect(view({ state: "changed", turn: "maya", changedBy: "me" })).toMatchObject({
    status: "maya has to agree to the change",
    choices: [],
    ending: "call_off",
  });
});

test("once it has begun, or somebody is on the way, it can be called off only, and a change without an answer is void", () => {
  const hour = 60 * 60_000;
  const start = Date.parse(SATURDAY);
  const changed: Partial<WorkoutDate> = { state: "changed", times: ["2026-11-28T19:00:00.000Z"], place: "Elsewhere" };
  const { sport, times, minutes, place, effort } = buildDate();
  const earlier = { sport, times, minutes, place, effort };
  const inForce = (more: Partial<WorkoutDate>, now: number) =>
    dateInForce(buildDate({ ...changed, earlier, ...more }), now);
  expect(inForce({}, start - 1)).toMatchObject(changed);
  expect(view(inForce({}, start - 1), start - 1)).toMatchObject({ choices: changed.times, canSetOnMyWay: true });
  const agreed = { state: "agreed", times: [SATURDAY], place: "Zilker Park", turn: null, earlier: null };
  expect(inForce({}, start)).toMatchObject(agreed);
  expect(inForce({ onMyWay: ["maya"] }, start - hour)).toMatchObject(agreed);
  expect(view({ ...AGREED, onMyWay: ["maya"] }, start - hour)).toMatchObject({ ending: "call_off", canChange: false });
});

test("one can say to be on the way from three hours before, once", () => {
  const hour = 60 * 60_000;
  const start = Date.parse(SATURDAY);
  expect(view(AGREED, start - 3 * hour - 1).canSetOnMyWay).toBe(false);
  expect(view(AGREED, start - 3 * hour).canSetOnMyWay).toBe(true);
  expect(view(AGREED, start + hour / 2).canSetOnMyWay).toBe(true);
  expect(view({ ...AGREED, onMyWay: ["me"] }, start - hour).canSetOnMyWay).toBe(false);
  expect(describeOnMyWay([], READER)).toBeUndefined();
  expect(describeOnMyWay(["me"], READER)).toBe("You are on your way.");
  expect(describeOnMyWay(["maya"], READER)).toBe("maya is on the way.");
  expect(describeOnMyWay(["maya", "me"], READER)).toBe("You are both on your way.");
});

test.each([
  [{ state: "declined", turn: null }, "maya cannot make it this time"],
  [{ state: "declined", turn: null, changedBy: "me" }, "You said not this time"],
  [{ ...AGREED, state: "called_off" }, "maya called it off"],
  [{ ...AGREED, state: "called_off", changedBy: "me" }, "You called it off"],
  [{ ...AGREED, state: "called_off", changedBy: null }, "Called off"],
  [{ state: "called_off", turn: null }, "maya took it back"],
  [{ state: "called_off", turn: null, changedBy: "me" }, "You took it back"],
] as const)("a date that ended offers nothing more: %j", (more, status) => {
  expect(view(more)).toMatchObject({ tone: "closed", status, choices: [], ending: undefined, isOff: true });
});

test("a question whose time has passed cannot be answered", () => {
  expect(view({}, Date.parse(SATURDAY))).toMatchObject({
    tone: "closed",
    status: "Its time passed without an answer",
    choices: [],
    ending: undefined,
    isOff: true,
  });
});

test("a summary has the first time, and how many more there are", () => {
  expect(summarizeDate(buildDate(), NOW)).toMatch(/^Run, Saturday, November 28, 9:00\sAM/);
  const later = buildDate({ times: ["2026-11-29T15:00:00.000Z", SATURDAY], state: "countered" });
  expect(summarizeDate(later, NOW)).toMatch(/^Run, Saturday, November 28, 9:00\sAM.* or 1 more$/);
  expect(describeChange(later, READER, NOW)).toMatch(/^maya suggests this instead: Run, /);
});

test("a date can be shared while it is agreed and not over, and its page stays for a day", () => {
  const end = Date.parse(SATURDAY) + 3_600_000;
  const agreed = buildDate({ state: "agreed" });
  const both = (date: WorkoutDate, now: number) => [canShareDate(date, now), mayBeShared(date, now)];
  expect(both(agreed, end - 1)).toEqual([true, true]);
  expect(both(agreed, end)).toEqual([false, true]);
  expect(both(agreed, end + 24 * 3_600_000)).toEqual([false, false]);
  expect(both(buildDate({ state: "called_off" }), NOW)).toEqual([false, true]);
  expect(both(buildDate({ state: "proposed" }), NOW)).toEqual([false, false]);
});
