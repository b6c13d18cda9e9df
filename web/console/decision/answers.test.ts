import { expect, test } from "vitest";
import type { CaseNotice, CaseReport } from "#contract/moderation/cases.ts";
import { describeAnswer } from "#web/console/decision/answers.ts";

const REPORT = { _id: "report", reason: "Harassment or threats" } as CaseReport;
const NOTICE = { _id: "notice", kind: "illegal" } as CaseNotice;

test.each([
  ["a report that was so, and was acted on", REPORT, true, ["mute"], "it was right, and dealt with"],
  ["a late report that was so", REPORT, true, ["no_action"], "it was right, and nothing new is decided"],
  ["a report that was not so", REPORT, false, ["mute"], "nothing was found in it"],
  ["a report before an act is chosen", REPORT, false, [], "nothing was found in it"],
  [
    "a report for which crushes are given back",
    REPORT,
    false,
    ["refund_crushes"],
    "they have back what a crush cost, if they sent one, and nothing else is decided",
  ],
  ["a report that was not so, beside a refund", REPORT, false, ["refund_crushes", "mute"], "nothing was found in it"],
  ["a notice, whose sender has sent none", NOTICE, false, ["refund_crushes"], "nothing was found in it"],
] as const)("the answer to %s", (_, item, isUpheld, chosen, answer) => {
  expect(describeAnswer(item, isUpheld, chosen)).toBe(answer);
});
