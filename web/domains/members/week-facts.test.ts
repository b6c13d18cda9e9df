import { expect, test } from "vitest";
import { listWeekFacts } from "#web/domains/members/profile-details.tsx";

test("puts a shared week into words", () => {
  const sports = [
    { sport: "run", level: 2 },
    { sport: "climb", level: 4 },
  ] as const;
  expect(listWeekFacts({ parts: ["weekday_evening", "weekend_early"], sports: [...sports] })).toEqual([
    { name: "Trains", text: "Weekday evenings, weekend mornings" },
    { name: "Level", text: "Run: easy · Climb: strong" },
  ]);
  expect(listWeekFacts(null)).toEqual([]);
  expect(listWeekFacts({ parts: ["weekend_day"], sports: [] })).toEqual([
    { name: "Trains", text: "Weekend daytime" },
    { name: "Level", text: "" },
  ]);
});
