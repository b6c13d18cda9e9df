import { expect, test } from "vitest";
import {
  formatCardsLimit,
  formatNewPeopleLimit,
  formatProfilesLimit,
} from "#web/domains/members/limits/daily-limits.ts";

const now = new Date(2026, 10, 3, 21, 30).getTime();
const until = new Date(2026, 10, 4, 9, 40).toISOString();
const MORE = "More from 9:40 AM tomorrow.";

test("shows what remains of each limit and when it is reset", () => {
  expect(formatNewPeopleLimit({ left: 5, until }, now)).toBe(`5 more people to crush on today. ${MORE}`);
  expect(formatNewPeopleLimit({ left: 1, until }, now)).toBe(`1 more person to crush on today. ${MORE}`);
  expect(formatNewPeopleLimit({ left: 0, until }, now)).toBe(`Nobody new to crush on today. ${MORE}`);
  expect(formatCardsLimit({ left: 40, until }, now)).toBe(`40 more people to see today. ${MORE}`);
  expect(formatCardsLimit({ left: 0, until }, now)).toBe(`That's everyone for today. ${MORE}`);
  expect(formatProfilesLimit({ left: 2, until }, now)).toBe(`2 more new profiles today. ${MORE}`);
});
