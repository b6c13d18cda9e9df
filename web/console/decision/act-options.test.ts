import { expect, test } from "vitest";
import { RULE_KEYS } from "#contract/moderation/acts.ts";
import { type CaseDetail, HOLD_REASONS } from "#contract/moderation/cases.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import { CASE_KINDS } from "#contract/moderation/staff-roles.ts";
import {
  actOptionsFor,
  digitOf,
  factsOfHeld,
  isFraudSuspected,
  isWaiting,
  labelOfAct,
  readyFacts,
  ruleOf,
  ruleOptions,
  toChoice,
  toggleAct,
} from "#web/console/decision/act-options.ts";

const DETAILS = { photoId: undefined, muteDays: 7, suspensionDays: 30 } as const;

test("each act has a digit of its own", () => {
  for (const kind of CASE_KINDS) {
    const digits = actOptionsFor(kind, "all").map((_, i) => digitOf(i));
    expect(new Set(digits).size).toBe(digits.length);
  }
  expect([0, 8, 9].map(digitOf)).toEqual(["1", "9", "0"]);
});

test("a selfie can be required of a member, also for a picture, by who decides about members", () => {
  for (const kind of CASE_KINDS) expect(actOptionsFor(kind, "all").map(({ act }) => act)).toContain("require_selfie");
  expect(toChoice("require_selfie", DETAILS)).toEqual({ act: "require_selfie" });
});

test("a decision names its acts as the buttons do", () => {
  expect(["ask_to_change", "remove_picture"].map(labelOfAct)).toEqual(["Ask to change", "Remove it"]);
  // An act that is no longer offered keeps its name in old decisions.
  expect(labelOfAct("banned_by_hand")).toBe("banned_by_hand");
});

test("who works on pictures only has acts about pictures", () => {
  const acts = actOptionsFor("picture", "photos").map(({ act }) => act);
  expect(acts).toEqual(["show_picture", "remove_picture", "ask_to_change"]);
  expect(actOptionsFor("member", "read_only")).toEqual([]);
});

test("acts that protect others wait for no appeal, and only approving ones for a selfie", () => {
  const appeals = [{} as CaseDetail["appeals"][number]];
  const selfies = [{} as CaseDetail["selfies"][number]];
  const waiting = (shown: Pick<CaseDetail, "appeals" | "selfies">) =>
    actOptionsFor("member", "all").flatMap(({ act }) => (isWaiting(act, shown) ? [act] : []));
  expect(waiting({ appeals: [], selfies: [] })).toEqual([]);
  expect(waiting({ appeals, selfies })).toEqual(["no_action", "ask_to_change", "refund_crushes", "lift_restrictions"]);
  expect(waiting({ appeals: [], selfies })).toEqual(["no_action", "lift_restrictions"]);
});

test("an act replaces those that it excludes", () => {
  expect(toggleAct(["mute", "unlist"], "no_action")).toEqual(["no_action"]);
  expect(toggleAct(["no_action"], "mute")).toEqual(["mute"]);
  expect(toggleAct(["mute", "unlist"], "mute")).toEqual(["unlist"]);
  expect(toggleAct(["show_picture", "mute"], "remove_picture")).toEqual(["mute", "remove_picture"]);
  expect(toggleAct(["suspend"], "end_account")).toEqual(["end_account"]);
  // Both hide the member, one of them until a selfie is approved.
  expect(toggleAct(["unlist", "mute"], "require_selfie")).toEqual(["mute", "require_selfie"]);
  expect(toggleAct(["require_selfie"], "lift_restrictions")).toEqual(["lift_restrictions"]);
});

test("an act becomes a choice with what it needs", () => {
  expect(toChoice("mute", DETAILS)).toEqual({ act: "mute", days: 7 });
  expect(toChoice("suspend", DETAILS)).toEqual({ act: "suspend", until: { days: 30 } });
  expect(toChoice("suspend", { ...DETAILS, suspensionDays: 0 })).toEqual({ act: "suspend", until: null });
  expect(toChoice("remove_photo", DETAILS)).toBeUndefined();
  expect(toChoice("end_account", DETAILS)).toEqual({ act: "end_account" });
});

test("rules begin with what the case points to, and each is listed once", () => {
  expect(ruleOptions("no_market", true).slice(0, 2)).toEqual(["fraud", "no_market"]);
  expect(ruleOptions("consent", false)[0]).toBe("consent");
  expect(ruleOptions("fraud", true)[0]).toBe("fraud");
  for (const isSuspected of [true, false])
    expect([...ruleOptions("guidelines", isSuspected)].sort()).toEqual([...RULE_KEYS].sort());
});

test("what was found is offered as the open reports say, each once, and known before only of pictures", () => {
  const report = (reason: string, isOpen: boolean) => ({ reason, isOpen }) as CaseDetail["reports"][number];
  const reports = [
    report("Harassment or threats", true),
    report("Something else", true),
    report("Harassment or threats", true),
    report("Hate or discrimination", false),
  ];
  expect(readyFacts({ reports })).toEqual(["Messages that harass or threaten."]);
  expect(factsOfHeld(null)).toBe("");
  for (const reason of HOLD_REASONS) expect(factsOfHeld(reason).includes("sexual"), reason).toBe(reason === "explicit");
});

test("open reports of a scam and open signals point to fraud, decided ones do not", () => {
  const report = (reason: string, isOpen: boolean) => ({ reason, isOpen }) as CaseDetail["reports"][number];
  const signal = (isOpen: boolean) => ({ text: "A bank has taken a payment back", at: "", isOpen });
  expect(isFraudSuspected({ reports: [report("Spam or a scam", true)], signals: [] })).toBe(true);
  expect(isFraudSuspected({ reports: [], signals: [signal(true)] })).toBe(true);
  expect(isFraudSuspected({ reports: [report("Spam or a scam", false)], signals: [signal(false)] })).toBe(false);
  expect(isFraudSuspected({ reports: [report("Something else", true)], signals: [] })).toBe(false);
});

test("every reason of a report leads to a rule", () => {
  for (const reason of REPORT_REASONS) expect(RULE_KEYS).toContain(ruleOf(reason));
});
