import { expect, test } from "vitest";
import {
  createPlan,
  type DatePlan,
  listHours,
  toDetails,
  toggleTime,
  toPlan,
  validatePlan,
  withAnotherTime,
  withTime,
} from "#web/screens/messages/dates/form/date-plan.ts";

const NOW = Date.parse("2026-11-25T18:00:00Z");
const CHICAGO = "America/Chicago";
const SATURDAY = { day: "2026-11-28", time: "09:00" };
const PLAN: DatePlan = { sport: "run", times: [SATURDAY], place: " Zilker Park ", minutes: "60", effort: "chatty" };
const validate = (more: Partial<DatePlan>) => validatePlan({ ...PLAN, ...more }, CHICAGO, NOW);

test("a plan becomes details with sorted times, and back", () => {
  const sunday = { day: "2026-11-29", time: "18:30" };
  const details = toDetails({ ...PLAN, times: [sunday, SATURDAY] }, CHICAGO);
  expect(details).toEqual({
    sport: "run",
    times: ["2026-11-28T15:00:00.000Z", "2026-11-30T00:30:00.000Z"],
    timeZone: CHICAGO,
    minutes: 60,
    place: "Zilker Park",
    effort: "chatty",
  });
  expect(validate({ times: [sunday, SATURDAY] })).toEqual({});
  const back = toPlan({ ...details, sport: "run", effort: "chatty" }, NOW);
  expect(back).toEqual({ ...PLAN, place: "Zilker Park", times: [SATURDAY, sunday] });
});

test("each missing field has an error of its own", () => {
  const errors = validatePlan(createPlan(), CHICAGO, NOW);
  expect(errors).toEqual({
    sport: "Choose a sport",
    times: "Choose a day and a time",
    place: "Say where",
  });
});

test("how hard it is can stay open", () => {
  expect(validate({ effort: undefined })).toEqual({});
  expect(toDetails({ ...PLAN, effort: undefined }, CHICAGO)).not.toHaveProperty("effort");
});

test.each([
  [[{ day: "2026-11-28", time: "" }], "Choose a day and a time"],
  [[SATURDAY, { day: "", time: "09:00" }], "Choose a day and a time"],
  [[{ day: "2026-11-24", time: "09:00" }], "That time has passed"],
  [[{ day: "2026-11-25", time: "12:10" }], "Leave at least 15 minutes until then"],
  [[{ day: "2027-02-25", time: "09:00" }], "Plan at most 60 days ahead"],
  [[SATURDAY, SATURDAY], "Each time must be another one"],
])("times %j are refused", (times, error) => {
  expect(validate({ times }).times).toBe(error);
});

test("a suggested time fills an empty row, is added, and is taken out again", () => {
  const [sunday, monday] = [
    { day: "2026-11-29", time: "18:30" },
    { day: "2026-11-30", time: "07:00" },
  ];
  const [empty] = createPlan().times;
  expect(toggleTime(createPlan().times, SATURDAY)).toEqual([SATURDAY]);
  expect(toggleTime([SATURDAY, { day: "", time: "09:00" }], sunday)).toEqual([SATURDAY, sunday]);
  expect(toggleTime([SATURDAY], sunday)).toEqual([SATURDAY, sunday]);
  expect(toggleTime([SATURDAY, sunday], SATURDAY)).toEqual([sunday]);
  expect(toggleTime([SATURDAY], SATURDAY)).toEqual([empty]);
  const full = [SATURDAY, sunday, monday];
  expect(toggleTime(full, { ...monday, time: "08:00" })).toEqual(full);
});

test.each(["", "10", "241", "45.5"])("a length of %j minutes is refused", (minutes) => {
  expect(validate({ minutes })).toEqual({ minutes: "Choose 15 to 240 minutes" });
});

test("a long place is refused", () => {
  expect(validate({ place: "x".repeat(121) })).toEqual({ place: "A place has up to 120 characters" });
});

test("a date to change leaves out times that have passed", () => {
  const details = {
    sport: "ride",
    times: ["2026-11-25T17:00:00Z", "2026-11-28T15:00:00Z"],
    timeZone: CHICAGO,
    minutes: 75,
    place: "Shoal Creek",
    effort: "hard",
  } as const;
  expect(toPlan({ ...details, times: [...details.times] }, NOW)).toMatchObject({ times: [SATURDAY], minutes: "75" });
  expect(toPlan({ ...details, times: [details.times[0]] }, NOW).times).toEqual([{ day: "", time: "" }]);
});

test("another time keeps the time of day, up to three", () => {
  const two = withAnotherTime([SATURDAY]);
  expect(two).toEqual([SATURDAY, { day: "", time: "09:00" }]);
  const three = withAnotherTime(withTime(two, 1, { day: "2026-11-29" }));
  expect(withAnotherTime(three)).toEqual(three);
  expect(three[1]).toEqual({ day: "2026-11-29", time: "09:00" });
  expect(listHours(three, CHICAGO)).toEqual([9, 9]);
});
