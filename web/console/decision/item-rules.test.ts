import { describe, expect, test } from "vitest";
import type { CaseReport } from "#contract/moderation/cases.ts";
import { REPORT_REASONS, type ReportReason } from "#contract/moderation/report-reasons.ts";
import { RULE_KEYS, type RuleKey } from "#contract/moderation/rules.ts";
import { firstRule, isAbout, isFraudSuspected, openItems } from "#web/console/decision/item-rules.ts";
import { buildCase, buildHold, buildNotice, buildReport } from "#web/testing/case-factory.ts";

describe("the rule that is chosen first", () => {
  test.each([
    [
      "a notice of an intimate picture, not a report of a fake profile",
      [buildReport("Fake profile or someone else's photos")],
      [buildNotice("intimate")],
      "intimate_pictures",
    ],
    ["danger, not a vague notice", [buildReport("Someone is in danger")], [buildNotice("illegal")], "danger"],
    [
      "a notice before a report that is as serious",
      [buildReport("Seems to be under 18")],
      [buildNotice("minor")],
      "under_18",
    ],
    [
      "an open report, not a decided one",
      [buildReport("Someone is in danger", { isOpen: false }), buildReport("Hate or discrimination")],
      [],
      "all_bodies",
    ],
    [
      "none of a report that a colleague decides",
      [buildReport("Someone is in danger", { objection: { isForAnother: true } as CaseReport["objection"] })],
      [],
      "guidelines",
    ],
  ] as const)("is that of %s", (_name, reports, notices, rule) => {
    expect(firstRule(buildCase([...reports], [...notices]))).toBe(rule);
  });

  test("is of a held picture what the check takes it for", () => {
    expect(firstRule({ ...buildCase([]), kind: "picture", hold: buildHold("explicit") })).toBe("consent");
    expect(firstRule({ ...buildCase([]), kind: "picture", hold: buildHold("listed_copy") })).toBe("guidelines");
  });
});

test("a report is about the rule of its reason, and one of a scam about two", () => {
  const expected: Readonly<Record<ReportReason, readonly RuleKey[]>> = {
    "Fake profile or someone else's photos": ["be_you"],
    "Spam or a scam": ["no_market", "fraud"],
    "Harassment or threats": ["consent"],
    "Hate or discrimination": ["all_bodies"],
    "Nudity or sexual content": ["consent"],
    "Seems to be under 18": ["under_18"],
    "Someone is in danger": ["danger"],
    "Something else": ["guidelines"],
  };
  const rulesOf = (reason: ReportReason) => RULE_KEYS.filter((rule) => isAbout(buildReport(reason), rule));
  expect(Object.fromEntries(REPORT_REASONS.map((reason) => [reason, rulesOf(reason)]))).toEqual(expected);
  expect(isAbout(buildNotice("illegal"), "danger")).toBe(false);
});

test("open items are sorted by how serious they are", () => {
  const items = openItems(
    buildCase([buildReport("Something else"), buildReport("Someone is in danger")], [buildNotice("illegal")]),
  );
  expect(items.map(({ _id }) => _id)).toEqual(["Someone is in danger", "illegal", "Something else"]);
});

test("open reports of a scam and open signals point to fraud, decided ones do not", () => {
  const signal = (isOpen: boolean) => ({ text: "A bank has taken a payment back", at: "", isOpen });
  const spam = (isOpen: boolean) => buildReport("Spam or a scam", { isOpen });
  expect(isFraudSuspected({ reports: [spam(true)], signals: [] })).toBe(true);
  expect(isFraudSuspected({ reports: [], signals: [signal(true)] })).toBe(true);
  expect(isFraudSuspected({ reports: [spam(false)], signals: [signal(false)] })).toBe(false);
  expect(isFraudSuspected({ reports: [buildReport("Something else")], signals: [] })).toBe(false);
});
