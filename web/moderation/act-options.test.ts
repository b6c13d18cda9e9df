import { expect, test } from "vitest";
import { REPORT_REASONS } from "#contract/catalog.ts";
import { RULE_KEYS } from "#contract/moderation-acts.ts";
import { CASE_KINDS } from "#contract/staff-roles.ts";
import { actOptionsFor, digitOf, labelOfAct, ruleOf, toChoice, toggleAct } from "#web/moderation/act-options.ts";

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
  expect(toChoice("require_selfie", DETAILS, 0)).toEqual({ act: "require_selfie" });
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
  const now = Date.parse("2026-11-26T12:00:00Z");
  expect(toChoice("mute", DETAILS, now)).toEqual({ act: "mute", days: 7 });
  expect(toChoice("suspend", DETAILS, now)).toEqual({ act: "suspend", until: "2026-12-26T12:00:00.000Z" });
  expect(toChoice("suspend", { ...DETAILS, suspensionDays: 0 }, now)).toEqual({ act: "suspend", until: null });
  expect(toChoice("remove_photo", DETAILS, now)).toBeUndefined();
  expect(toChoice("end_account", DETAILS, now)).toEqual({ act: "end_account" });
});

test("every reason of a report leads to a rule", () => {
  for (const reason of REPORT_REASONS) expect(RULE_KEYS).toContain(ruleOf(reason));
});
