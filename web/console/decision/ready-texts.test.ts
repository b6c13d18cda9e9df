import { expect, test } from "vitest";
import { READY_WORDS, readyFacts } from "#web/console/decision/ready-texts.ts";
import { buildCase, buildHold, buildReport } from "#web/testing/case-factory.ts";

test("findings are offered and never chosen; of a picture none says what only a look can say", () => {
  expect(readyFacts(buildCase([buildReport("Harassment or threats"), buildReport("Something else")]))).toEqual([
    "Messages that harass or threaten.",
  ]);
  const ofPicture = readyFacts({ ...buildCase([]), kind: "picture", hold: buildHold("listed_copy") });
  expect(ofPicture[0]).toBe("A copy of a picture that is known to be unwanted.");
  expect(ofPicture.length).toBeGreaterThan(3);
  expect(READY_WORDS.some(({ words }) => words.includes("[…]"))).toBe(true);
});
