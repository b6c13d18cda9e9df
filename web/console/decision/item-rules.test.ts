import { describe, expect, test } from "vitest";
import type { CaseNotice, CaseReport, Hold } from "#contract/moderation/cases.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import { RULE_KEYS } from "#contract/moderation/rules.ts";
import { firstRule, isAbout, isFraudSuspected, openItems } from "#web/console/decision/item-rules.ts";
import { READY_WORDS, readyFacts } from "#web/console/decision/ready-texts.ts";
import { stepsFor } from "#web/console/decision/what-to-do.tsx";

const report = (reason: string, more: Partial<CaseReport> = {}) =>
  ({ _id: reason, reason, isOpen: true, objection: null, ...more }) as CaseReport;
const notice = (kind: CaseNotice["kind"], more: Partial<CaseNotice> = {}) =>
  ({ _id: kind, kind, isOpen: true, objection: null, ...more }) as CaseNotice;
const hold = (reason: Hold["reason"]): Hold => ({ reason, list: null, distance: null, explicit: null });
const shown = (reports: CaseReport[], notices: CaseNotice[] = []) => ({
  kind: "member" as const,
  hold: null,
  reports,
  notices,
  appeals: [],
  signals: [],
});

describe("the rule that is chosen first", () => {
  test.each([
    [
      "a notice of an intimate picture, not a report of a fake profile",
      [report("Fake profile or someone else's photos")],
      [notice("intimate")],
      "intimate_pictures",
    ],
    ["danger, not a vague notice", [report("Someone is in danger")], [notice("illegal")], "danger"],
    ["a notice before a report that is as serious", [report("Seems to be under 18")], [notice("minor")], "under_18"],
    [
      "an open report, not a decided one",
      [report("Someone is in danger", { isOpen: false }), report("Hate or discrimination")],
      [],
      "all_bodies",
    ],
    [
      "none of a report that a colleague decides",
      [report("Someone is in danger", { objection: { isForAnother: true } as CaseReport["objection"] })],
      [],
      "guidelines",
    ],
  ] as const)("is that of %s", (_name, reports, notices, rule) => {
    expect(firstRule(shown([...reports], [...notices]))).toBe(rule);
  });

  test("is of a held picture what the check takes it for", () => {
    expect(firstRule({ ...shown([]), kind: "picture", hold: hold("explicit") })).toBe("consent");
    expect(firstRule({ ...shown([]), kind: "picture", hold: hold("listed_copy") })).toBe("guidelines");
  });
});

test("what was so follows from the rule of the decision, and a scam fits two", () => {
  expect(isAbout(report("Someone is in danger"), "danger")).toBe(true);
  expect(isAbout(notice("illegal"), "danger")).toBe(false);
  for (const rule of ["no_market", "fraud"] as const) expect(isAbout(report("Spam or a scam"), rule)).toBe(true);
  for (const reason of REPORT_REASONS) expect(RULE_KEYS.some((rule) => isAbout(report(reason), rule))).toBe(true);
});

test("open items are sorted by how serious they are", () => {
  const items = openItems(shown([report("Something else"), report("Someone is in danger")], [notice("illegal")]));
  expect(items.map(({ _id }) => _id)).toEqual(["Someone is in danger", "illegal", "Something else"]);
});

test("findings are offered and never chosen; of a picture none says what only a look can say", () => {
  expect(readyFacts(shown([report("Harassment or threats"), report("Something else")]))).toEqual([
    "Messages that harass or threaten.",
  ]);
  const ofPicture = readyFacts({ ...shown([]), kind: "picture", hold: hold("listed_copy") });
  expect(ofPicture[0]).toBe("A copy of a picture that is known to be unwanted.");
  expect(ofPicture.length).toBeGreaterThan(3);
  expect(READY_WORDS.some(({ words }) => words.includes("[…]"))).toBe(true);
});

test("danger and minors come first in what to do, then appeals, then the rest", () => {
  const titles = (given: Parameters<typeof stepsFor>[0]) => stepsFor(given).map(({ title }) => title);
  const appeals = [{}] as Parameters<typeof stepsFor>[0]["appeals"];
  expect(titles({ ...shown([report("Hate or discrimination"), report("Someone is in danger")]), appeals })).toEqual([
    "Somebody is in danger",
    "An appeal",
    "Hate or discrimination",
  ]);
  expect(titles({ ...shown([]), kind: "picture" })).toEqual(["A picture that waits for you"]);
  const signals = [{ text: "A bank has taken a payment back", at: "", isOpen: true }];
  expect(titles({ ...shown([]), signals })).toEqual(["A sign of fraud"]);
});

test("open reports of a scam and open signals point to fraud, decided ones do not", () => {
  const signal = (isOpen: boolean) => ({ text: "A bank has taken a payment back", at: "", isOpen });
  const spam = (isOpen: boolean) => report("Spam or a scam", { isOpen });
  expect(isFraudSuspected({ reports: [spam(true)], signals: [] })).toBe(true);
  expect(isFraudSuspected({ reports: [], signals: [signal(true)] })).toBe(true);
  expect(isFraudSuspected({ reports: [spam(false)], signals: [signal(false)] })).toBe(false);
  expect(isFraudSuspected({ reports: [report("Something else")], signals: [] })).toBe(false);
});
