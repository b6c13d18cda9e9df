import { expect, test } from "vitest";
import { stepsFor } from "#web/console/decision/what-to-do.tsx";
import { buildCase, buildReport } from "#web/testing/case-factory.ts";

test("danger and minors come first in what to do, then appeals, then the rest", () => {
  const titles = (given: Parameters<typeof stepsFor>[0]) => stepsFor(given).map(({ title }) => title);
  const appeals = [{}] as Parameters<typeof stepsFor>[0]["appeals"];
  expect(
    titles({ ...buildCase([buildReport("Hate or discrimination"), buildReport("Someone is in danger")]), appeals }),
  ).toEqual(["Somebody is in danger", "An appeal", "Hate or discrimination"]);
  expect(titles({ ...buildCase([]), kind: "picture" })).toEqual(["A picture that waits for you"]);
  const signals = [{ text: "A bank has taken a payment back", at: "", isOpen: true }];
  expect(titles({ ...buildCase([]), signals })).toEqual(["A sign of fraud"]);
});
