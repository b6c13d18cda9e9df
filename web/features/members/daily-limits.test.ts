import { expect, test } from "vitest";
import { cardsWords, newPeopleWords, profilesWords } from "#web/features/members/daily-limits.ts";

const now = new Date(2026, 10, 3, 21, 30).getTime();
const until = new Date(2026, 10, 4, 9, 40).toISOString();
const MORE = "More from 9:40 AM tomorrow.";

test("what is left today is said with when there is more", () => {
  expect(newPeopleWords({ left: 5, until }, now)).toBe(`5 more people to crush on today. ${MORE}`);
  expect(newPeopleWords({ left: 1, until }, now)).toBe(`1 more person to crush on today. ${MORE}`);
  expect(newPeopleWords({ left: 0, until }, now)).toBe(`Nobody new to crush on today. ${MORE}`);
  expect(cardsWords({ left: 40, until }, now)).toBe(`40 more people to see today. ${MORE}`);
  expect(cardsWords({ left: 0, until }, now)).toBe(`That's everyone for today. ${MORE}`);
  expect(profilesWords({ left: 2, until }, now)).toBe(`2 more new profiles today. ${MORE}`);
});
